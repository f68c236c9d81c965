import Foundation

/// The script of previewed pages, which published pages don't have.
enum ReloadScript {
  /// The paths of the script and of the events that it listens to.
  static let path = "/_docgen/reload.js"
  static let eventsPath = "/_docgen/events"

  static let source = """
    (function () {
      "use strict";
      var wasOpen = false;
      var events = new EventSource("\(eventsPath)");
      var box;
      events.onopen = function () {
        // The server is back after a restart: what it serves may have changed.
        if (wasOpen) location.reload();
        wasOpen = true;
      };
      events.addEventListener("reload", function () { location.reload(); });
      events.addEventListener("problems", function (event) {
        if (!box) {
          box = document.createElement("pre");
          box.setAttribute("role", "alert");
          box.style.cssText = "position:fixed;inset:auto 0 0 0;max-height:50vh;overflow:auto;margin:0;" +
            "padding:1rem;background:#3b0d0c;color:#fff;z-index:9;white-space:pre-wrap;font-size:.85rem";
          document.body.appendChild(box);
        }
        box.textContent = event.data;
        box.hidden = false;
        var close = document.createElement("button");
        close.textContent = "Close";
        close.style.cssText = "position:sticky;top:0;float:right";
        close.onclick = function () { box.hidden = true; };
        box.prepend(close);
      });
    })();
    """

  /// Returns a page with the script at the end of its body, or at the end of the page.
  static func added(to page: [UInt8]) -> [UInt8] {
    let tag = "<script src=\"\(path)\"></script>\n"
    let text = String(decoding: page, as: UTF8.self)
    guard let end = text.range(of: "</body>") else { return page + Array(tag.utf8) }
    return Array((text[..<end.lowerBound] + tag + text[end.lowerBound...]).utf8)
  }
}
