"""``python -m freecell`` is the ``freecell`` command."""

from freecell.cli import main

if __name__ == "__main__":
    main()
