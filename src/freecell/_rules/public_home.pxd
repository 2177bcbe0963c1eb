"""Header with code: show a compiled class under its public name, in errors about its arguments too."""


cdef extern from *:
    """
    #include <string.h>

    /* The constructors that Cython made for the public classes of a module. */
    static struct freecell_class { PyTypeObject *type; newfunc construct; vectorcallfunc call; } freecell_classes[4];

    static struct freecell_class *freecell_class_of(PyTypeObject *type) {
        struct freecell_class *found = freecell_classes;
        while (found->type && found->type != type)
            found++;
        return found;
    }

    /* After a constructor: an error about missing or unknown arguments begins with "__cinit__()"; name the class. */
    static PyObject *freecell_constructed(PyTypeObject *type, PyObject *made) {
        const char *method = "__cinit__", *message, *dot = strrchr(type->tp_name, '.');
        PyObject *kind, *error, *trace, *text;
        if (made || !PyErr_ExceptionMatches(PyExc_TypeError))
            return made;
        PyErr_Fetch(&kind, &error, &trace);
        PyErr_NormalizeException(&kind, &error, &trace);
        text = PyObject_Str(error);
        message = text ? PyUnicode_AsUTF8(text) : NULL;
        if (message && !strncmp(message, method, strlen(method))) {
            PyErr_Format(PyExc_TypeError, "%s%s", dot ? dot + 1 : type->tp_name, message + strlen(method));
            Py_XDECREF(kind);
            Py_XDECREF(error);
            Py_XDECREF(trace);
        } else {
            PyErr_Restore(kind, error, trace);
        }
        Py_XDECREF(text);
        return NULL;
    }

    static PyObject *freecell_construct(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
        return freecell_constructed(type, freecell_class_of(type)->construct(type, args, kwargs));
    }

    static PyObject *freecell_call(PyObject *cls, PyObject *const *args, size_t count, PyObject *names) {
        PyTypeObject *type = (PyTypeObject *)cls;
        return freecell_constructed(type, freecell_class_of(type)->call(cls, args, count, names));
    }

    static int freecell_show_public_home(PyTypeObject *type, const char *name) {
        struct freecell_class *place = freecell_class_of(type);
        place->type = type;
        place->construct = type->tp_new;
        place->call = type->tp_vectorcall;
        type->tp_new = freecell_construct;
        if (type->tp_vectorcall)  /* since Cython 3.3 */
            type->tp_vectorcall = freecell_call;
        /* A static type takes its module from its C name; a heap type takes it from its dictionary. */
        if (type->tp_flags & Py_TPFLAGS_HEAPTYPE)
            return PyDict_SetItemString(type->tp_dict, "__module__", PyUnicode_InternFromString("freecell"));
        type->tp_name = name;
        return 0;
    }
    """
    # Give a compiled class its public name `name`, such as "freecell.State". It is pickled by that name, and errors
    # about missing arguments name the class. It must be final; a module has room for four.
    int show_public_home "freecell_show_public_home"(type cls, const char *name) except -1
