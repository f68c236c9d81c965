"""What the tests of packages share: commands with their times, files, and docgen as a repository."""

import atexit
import pathlib
import shutil
import subprocess
import tempfile
import time
import unittest

DOCGEN = pathlib.Path(__file__).resolve().parent.parent.parent

times = []


def run(words, folder, label=None, status=0):
    start = time.monotonic()
    done = subprocess.run(
        words, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=3000)
    said = done.stdout + done.stderr
    if label:
        times.append((label, time.monotonic() - start))
    if done.returncode != status:
        raise AssertionError(f"{words} ended with {done.returncode}:\n{said[-6000:]}")
    return said


def write(root, files, **names):
    for path, text in files.items():
        for name, value in names.items():
            text = text.replace("{" + name + "}", value)
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)


def tag(root, version):
    git = ["git", "-c", "user.name=docgen", "-c", "user.email=docgen@example.com"]
    if not (root / ".git").exists():
        for words in (["init", "-q"], ["add", "-A"], ["commit", "-qm", "All"]):
            run([*git, *words], root)
    run([*git, "tag", version], root)


class PackageTests(unittest.TestCase):
    """A temporary folder with a clone of docgen's last commit, as version 9.0.0."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        run(["git", "clone", "-q", f"file://{DOCGEN}", self.folder / "docgen"], self.folder)
        tag(self.folder / "docgen", "9.0.0")
        self.docgen_url = f"file://{self.folder}/docgen"


@atexit.register
def show_times():
    for label, seconds in times:
        print(f"{seconds:6.1f} s  {label}")
