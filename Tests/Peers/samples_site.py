"""A small site with samples, and `docgen` run on it."""

import os
import pathlib
import subprocess
import tempfile

DOCGEN = pathlib.Path(os.environ.get("DOCGEN_PROGRAMS", ".build/debug")) / "docgen"


class Site:
    """A site in a folder of its own, gone with `remove`."""

    def __init__(self, page):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)
        content = self.root / "content"
        content.mkdir()
        (content / "index.md").write_text(page)

    def check(self, *options):
        """Runs `docgen check`, and gives its status, standard output and standard error."""
        run = subprocess.run(
            [DOCGEN, "check", "--root", self.root, *options],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300,
        )
        return run.returncode, run.stdout, run.stderr

    @staticmethod
    def remarks(errors):
        """What standard error says, without a bubblewrap that doesn't work, as in most containers."""
        lines = errors.splitlines(keepends=True)
        return "".join(line for line in lines if "bubblewrap" not in line)

    def remove(self):
        self.folder.cleanup()
