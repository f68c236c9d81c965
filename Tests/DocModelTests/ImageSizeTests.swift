import DocgenDocModel
import Testing

@Suite struct ImageSizeTests {
  @Test(arguments: [
    ("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 96.4 24\">", 96, 24),
    ("<?xml version='1.0'?>\n<svg fill='none'\n viewBox='0,0,10,20'/>", 10, 20),
  ])
  func isReadFromAnSVG(_ text: String, _ width: Int, _ height: Int) {
    let size = ImageSize(of: Array(text.utf8))
    #expect(size?.width == width && size?.height == height)
  }

  @Test func isReadFromAPNG() {
    let bytes: [UInt8] =
      [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10, 0, 0, 0, 13] + Array("IHDR".utf8)
      + [0, 0, 1, 2, 0, 0, 0, 64, 8]
    let size = ImageSize(of: bytes)
    #expect(size?.width == 258 && size?.height == 64)
  }

  @Test(arguments: ["", "GIF89a", "<svg>", "<svg viewBox='0 0 0 0'>", "<svg viewBox='a b c d'>"])
  func isUnknownOtherwise(_ text: String) {
    #expect(ImageSize(of: Array(text.utf8)) == nil)
  }
}
