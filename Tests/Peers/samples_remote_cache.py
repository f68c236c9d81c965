"""The remote cache, kept by nginx with its WebDAV module."""

import pathlib
import socket
import subprocess
import tempfile
import time
import unittest

from samples_site import Site

PAGE = "# One\n\n```swift runnable\nprint(1)\n```\n\n```swift compile-only\nlet two = 2\n```\n"

CONFIGURATION = """
daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{}}
http {{
  access_log off; client_max_body_size 64m; client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u;
  scgi_temp_path {folder}/s;
  server {{
    listen 127.0.0.1:{port};
    root {folder}/store;
    location / {{ dav_methods PUT; create_full_put_path on; }}
  }}
}}
"""


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class RemoteCache(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.folder.chmod(0o777)
        (self.folder / "store").mkdir(mode=0o777)
        (self.folder / "store").chmod(0o777)
        self.port = free_port()
        settings = self.folder / "nginx.conf"
        settings.write_text(CONFIGURATION.format(folder=self.folder, port=self.port))
        nginx = subprocess.Popen(["/usr/sbin/nginx", "-c", settings])
        self.addCleanup(nginx.wait)
        self.addCleanup(nginx.terminate)
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                break
            except OSError:
                time.sleep(0.05)

    def build(self, remark=""):
        site = Site(PAGE)
        self.addCleanup(site.remove)
        status, output, errors = site.check("--remote-cache", f"http://127.0.0.1:{self.port}/")
        self.assertEqual((status, site.remarks(errors)), (0, remark))
        return output

    def test_one_machine_takes_what_another_did(self):
        self.assertIn("(0 cached, 2 compiled, 1 run", self.build())
        self.assertTrue(list((self.folder / "store" / "cas").iterdir()))
        self.assertIn("(2 cached, 0 compiled, 0 run", self.build())

    def test_a_truncated_blob_is_not_believed(self):
        self.build()
        for blob in (self.folder / "store" / "cas").iterdir():
            blob.write_bytes(blob.read_bytes()[:-1])
        # The result of each sample; a check looks for no types of names.
        remark = "docgen: note: 2 wrong entries of the remote cache were not used\n"
        self.assertIn("(0 cached, 2 compiled, 1 run", self.build(remark))
        self.assertIn("(2 cached, 0 compiled, 0 run", self.build())
