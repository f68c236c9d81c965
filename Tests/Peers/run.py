"""Lets clients that other people wrote meet the mocks, and says what happened.

    python3 Tests/Peers/run.py [FOLDER_OF_BUILT_PROGRAMS] [unittest's options]

Every test case in a file beside this one is found and run. What they import is listed in
requirements.txt, what else they start in debian.txt.
"""

import logging
import os
import pathlib
import sys
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent


def main():
    options = sys.argv[1:]
    folder = HERE.parent.parent / ".build" / "debug"
    if options and not options[0].startswith("-"):
        folder = pathlib.Path(options.pop(0)).resolve()
    # Clients refuse plain HTTP unless told that it is only loopback.
    os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
    os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"
    os.environ["DOCGEN_PROGRAMS"] = str(folder)
    # Whatever proxy there is, loopback is reached without it.
    os.environ["NO_PROXY"] = os.environ["no_proxy"] = "127.0.0.1"

    # What clients refuse they also log, at length.
    logging.disable(logging.CRITICAL)

    start = time.monotonic()
    names = sorted(path.stem for path in HERE.glob("*.py") if path.stem != "run")
    arguments = ["run.py", *options]
    if all(option.startswith("-") for option in options):
        arguments += names
    program = unittest.main(module=None, argv=arguments, exit=False, verbosity=2)
    result = program.result
    print(f"{result.testsRun} tests in {time.monotonic() - start:.1f} s")
    # A test that was left out has proved nothing.
    complete = result.testsRun > 0 and not result.skipped
    sys.exit(0 if result.wasSuccessful() and complete else 1)


if __name__ == "__main__":
    main()
