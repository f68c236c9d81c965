"""`docgen lab` as a process of its own, with the configuration a test gives it."""

import json
import os
import pathlib
import re
import subprocess
import tempfile
import urllib.request


class Lab:
    """Gateway and provider on free ports, until `stop`."""

    def __init__(self, configuration, *options):
        program = pathlib.Path(os.environ["DOCGEN_PROGRAMS"]) / "docgen"
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(configuration, file)
            file.flush()
            self.process = subprocess.Popen(
                [
                    program, "lab", "--config", file.name, "--gateway-port", "0",
                    "--admin-port", "0", "--provider-port", "0", *options,
                ],
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
            )
            self.gateway = self._address("Sync Gateway")
            self.admin = self._address("admin port")
            self.provider = self._address("OpenID provider")
            self._line()

    def _line(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError("docgen lab has ended")
        return line.rstrip("\n")

    def _address(self, name):
        line = self._line()
        found = re.match(re.escape(name) + r".*? (http://\S+)", line)
        if not found:
            raise RuntimeError(f"no address of the {name} in '{line}'")
        return found.group(1)

    def ask(self, method, path, body=None):
        """A request to the admin port; gives the answer as JSON, `None` for an empty one."""
        request = urllib.request.Request(
            self.admin.rstrip("/") + path, method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "Accept": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def stop(self):
        """Ends it as Ctrl-C would; gives the lines it wrote, one for each request."""
        self.process.terminate()
        output, _ = self.process.communicate(timeout=30)
        if self.process.returncode != 0:
            raise RuntimeError(f"docgen lab ended with status {self.process.returncode}")
        return output.splitlines()
