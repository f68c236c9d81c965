import DocgenDocModel
import DocgenGzip

/// Packs files as a zip archive; the same files give the same bytes.
enum ZipArchive {
  /// A file, compressed.
  struct Entry {
    let path: String
    let size: Int
    let checksum: ArraySlice<UInt8>
    let data: ArraySlice<UInt8>

    /// Compresses a file.
    init(_ file: RenderedFile) {
      // A gzip file is a header of 10 bytes, deflated data, a checksum and a length.
      let packed = GzipEncoder.encode(file.bytes)
      path = file.path
      size = file.bytes.count
      checksum = packed[(packed.count - 8)..<(packed.count - 4)]
      data = packed[10..<(packed.count - 8)]
    }
  }

  /// Packs files below a folder of this name.
  static func bytes(of files: [Entry], in folder: String) -> [UInt8] {
    var archive: [UInt8] = []
    var directory: [UInt8] = []
    for file in files {
      let name = Array("\(folder)/\(file.path)".utf8)
      // Version 2.0, names in UTF-8, deflated, at midnight of 1 January 1980.
      let entry =
        number(20, count: 2) + number(0x0800, count: 2) + number(8, count: 2) + number(0, count: 2)
        + number(0x21, count: 2)
        + file.checksum + number(file.data.count, count: 4) + number(file.size, count: 4)
        + number(name.count, count: 2) + number(0, count: 2)
      // Made on Unix, a file that all may read.
      directory +=
        number(0x0201_4B50, count: 4) + number(0x0314, count: 2) + entry + number(0, count: 2)
        + number(0, count: 2)
        + number(0, count: 2) + number(0o100644 << 16, count: 4) + number(archive.count, count: 4)
        + name
      archive += number(0x0403_4B50, count: 4) + entry + name + file.data
    }
    let start = archive.count
    archive += directory
    archive +=
      number(0x0605_4B50, count: 4) + number(0, count: 4) + number(files.count, count: 2)
      + number(files.count, count: 2)
    archive += number(directory.count, count: 4) + number(start, count: 4) + number(0, count: 2)
    return archive
  }

  /// A number in bytes, the least significant first.
  private static func number(_ value: Int, count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
