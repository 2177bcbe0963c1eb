"""Header with code: show a compiled class under its public name."""


cdef extern from *:
    """
    /* A static type shows the module that its C name begins with; a heap type, the one in its dictionary. */
    static int freecell_show_public_home(PyTypeObject *type, const char *name) {
        if (type->tp_flags & Py_TPFLAGS_HEAPTYPE)
            return PyDict_SetItemString(type->tp_dict, "__module__", PyUnicode_InternFromString("freecell"));
        type->tp_name = name;
        return 0;
    }
    """
    # Make a class of the package freecell show the name, "freecell." and its own. It pickles by that name, too.
    int show_public_home "freecell_show_public_home"(type cls, const char *name) except -1
