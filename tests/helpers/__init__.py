"""What the tests of several files share; `conftest.py` lets pytest explain the assertions in here."""
