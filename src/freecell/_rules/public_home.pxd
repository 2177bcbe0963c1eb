"""Header with code: show a compiled class under its public name."""


cdef extern from *:
    """
    /* A static type takes its module from its C name; a heap type takes it from its dictionary. */
    static int freecell_show_public_home(PyTypeObject *type, const char *name) {
        if (type->tp_flags & Py_TPFLAGS_HEAPTYPE)
            return PyDict_SetItemString(type->tp_dict, "__module__", PyUnicode_InternFromString("freecell"));
        type->tp_name = name;
        return 0;
    }
    """
    # Give a compiled class its public name `name`, such as "freecell.State". It is pickled by that name too.
    int show_public_home "freecell_show_public_home"(type cls, const char *name) except -1
