"""What a sample reaches when bubblewrap is installed."""

import pathlib
import socket
import unittest

from samples_site import Site

PAGE = """# Out

```swift runnable
import Foundation

let secret = {path!r}.replacing("'", with: "")
print(FileManager.default.fileExists(atPath: secret))
try Data("kept".utf8).write(to: URL(filePath: "own.txt"))
print(try FileManager.default.contentsOfDirectory(atPath: "."))
```

```swift runnable id=network expect=exit(7)
import Foundation
import FoundationNetworking

do {{
  _ = try await URLSession.shared.data(from: URL(string: "http://127.0.0.1:{port}/")!)
}} catch {{
  exit(7)
}}
```

```swift runnable expect=exit(137)
import Foundation

exit(137)
```

```swift runnable expect=crash
fatalError("as promised")
```
"""


class Confinement(unittest.TestCase):
    def test_only_what_is_its_own(self):
        with socket.socket() as listener:
            # A server of the machine, not of the sample.
            listener.bind(("127.0.0.1", 0))
            listener.listen()
            path = str(pathlib.Path(__file__).resolve())
            page = PAGE.format(path=path, port=listener.getsockname()[1]).replace(f"'{path}'", f'"{path}"')
            site = Site(page)
            self.addCleanup(site.remove)
            status, output, errors = site.check("--format", "json")
        if site.remarks(errors) != errors:
            # Told, and counted; a container that forbids it is no mistake of docgen's.
            self.assertRegex(output, "unconfined|confined by Landlock")
            return
        self.assertEqual(status, 0, errors)
        self.assertIn("4 confined by bubblewrap", output)
        self.assertIn('"id":"content/index.md#network","result":"passed"', errors)
