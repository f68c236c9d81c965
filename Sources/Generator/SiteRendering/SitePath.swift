import DocgenGround
import Foundation

/// Functions for paths below the output folder, with `/`, which never lead out of it.
public enum SitePath {
  /// Returns the file that a permalink names, or `nil` when it leaves the site or names none.
  ///
  /// A permalink is used as written, except for a leading `/`. One that ends in `/`, or in a name
  /// without an ending, means `index.html` in that folder.
  static func file(ofPermalink permalink: String) -> String? {
    var path = permalink[...]
    if path.hasPrefix("/") { path = path.dropFirst() }
    if path.isEmpty || path.hasSuffix("/") {
      path += "index.html"
    } else if !path[(path.lastIndex(of: "/") ?? path.startIndex)...].contains(".") {
      // A browser would download a file whose name has no ending.
      path += "/index.html"
    }
    let components = path.utf8.split(separator: slash, omittingEmptySubsequences: false)
    let isSafe = components.allSatisfy { component in
      (1..<256).contains(component.count)
        && component.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\\") && $0 != 0x7F }
        && ![".", ".."].contains(
          component.contains(UInt8(ascii: "%"))
            ? Substring(component).removingPercentEncoding ?? "" : String(Substring(component)))
    }
    return isSafe ? String(path) : nil
  }

  /// Returns a relative or absolute path resolved against a folder; `nil` when it leads above the
  /// root.
  static func resolve(_ path: String, against folder: [Substring]) -> String? {
    if path.hasPrefix("/"), !path.contains(bytesOf: "/."), !path.contains(bytesOf: "//") {
      return String(path.dropFirst())
    }
    var components = path.hasPrefix("/") ? [] : folder
    for component in path.utf8.split(separator: slash).map({ Substring($0) }) {
      if component == ".." {
        if components.popLast() == nil { return nil }
      } else if component != "." {
        components.append(component)
      }
    }
    let isFolder =
      path.hasSuffix("/") || path.hasSuffix("/.") || path.hasSuffix("..") || path == "."
    return components.joined(separator: "/") + (isFolder && !components.isEmpty ? "/" : "")
  }

  /// Returns the path below the root that a relative link in a source file names, as on GitHub;
  /// `nil` when it leads out of the root or to another site.
  public static func source(named destination: String, from file: String) -> String? {
    let path = Self.path(of: destination)
    guard !path.isEmpty, !path.hasPrefix("//"), !path.prefix(while: { $0 != "/" }).contains(":")
    else { return nil }
    let resolved = resolve(decoded(path), against: folder(of: file))
    return resolved.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
  }

  /// Returns the part of a link before a query and a fragment.
  static func path(of destination: String) -> String {
    String(
      Substring(destination.utf8.prefix { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "?") }))
  }

  /// Returns the path and the fragment of a target such as `reference/Lab/index.html#start`.
  static func parts(of target: String) -> (path: String, fragment: String?) {
    let parts = target.split(separator: "#", maxSplits: 1).map(String.init)
    return (parts[0], parts.count > 1 ? parts[1] : nil)
  }

  /// Returns a path without the escapes of URLs, if it has valid ones.
  static func decoded(_ path: String) -> String {
    path.utf8.contains(UInt8(ascii: "%")) ? path.removingPercentEncoding ?? path : path
  }

  /// Returns the components of a file's folder.
  static func folder(of file: String) -> [Substring] {
    file.utf8.split(separator: slash).dropLast().map { Substring($0) }
  }

  /// Returns the relative reference from one file of the site to another.
  ///
  /// Relative references work below any folder of a server, and offline from a disk.
  static func reference(from file: String, to target: String) -> String {
    var (file, target) = (escaped(file), escaped(target))
    return file.withUTF8 { file in
      target.withUTF8 { target in
        // The folders that both share: everything up to the last `/` before the first difference.
        var shared = 0
        var offset = 0
        while offset < min(file.count, target.count), file[offset] == target[offset] {
          offset += 1
          if file[offset - 1] == slash { shared = offset }
        }
        let climbs = file[shared...].count { $0 == slash }
        let rest = UnsafeBufferPointer(rebasing: target[shared...])
        let hasColon = rest.prefix { $0 != slash }.contains(UInt8(ascii: ":"))
        return String(unsafeUninitializedCapacity: 3 * max(1, climbs) + rest.count) { bytes in
          var count = 0
          func write(_ part: some Sequence<UInt8>) {
            for byte in part {
              bytes[count] = byte
              count += 1
            }
          }
          if climbs == 0, hasColon { write("./".utf8) }
          for _ in 0..<climbs { write("../".utf8) }
          write(rest)
          return count
        }
      }
    }
  }

  private static let slash = UInt8(ascii: "/")

  /// Returns a path with every character escaped that a URL's path can't contain, except `/` (RFC
  /// 3986, 3.3).
  public static func escaped(_ path: some StringProtocol) -> String {
    escaped(path, allowed: isAllowed)
  }

  private static func escaped(_ text: some StringProtocol, allowed: [Bool]) -> String {
    guard text.contains(byteWhere: { !allowed[Int($0)] }) else { return String(text) }
    let digits = Array("0123456789ABCDEF".utf8)
    let escaped = text.utf8.flatMap { byte in
      allowed[Int(byte)]
        ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// Returns an address with every byte escaped that no part of a URL can contain, as CommonMark
  /// does.
  static func escapedAddress(_ address: String) -> String {
    var marks = isAllowed
    for mark in "?#%".utf8 { marks[Int(mark)] = true }
    return escaped(address, allowed: marks)
  }

  /// For each byte, whether a path can contain it unescaped; a table, because this runs for every
  /// link of every page.
  private static let isAllowed: [Bool] = {
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let marks = Set("-._~!$&'()*+,;=:@/".utf8)
    return (0...255).map { (byte: Int) in
      let byte = UInt8(byte)
      return letters.contains(byte | 0x20) && byte < 0x80 && (byte & 0x40) != 0
        || digits.contains(byte) || marks.contains(byte)
    }
  }()
}
