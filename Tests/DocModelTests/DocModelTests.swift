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

  /// The first bytes of files, made by Pillow.
  @Test(arguments: [
    "4749463837612c014600810000c80a0a0000000000000000002c000000002c01",
    "ffd8ffe000104a46494600010100000100010000ffc00011080046012c03",
    "ffd8ffe000104a46494600010100000100010000ffc20011080046012c03",
    "524946467800000057454250565038206c0000007008009d012a2c0146003e6d",
    "5249464624000000574542505650384c170000002f2b4111000750852257a1ff",
    "524946469c00000057454250565038580a000000100000002b0100450000414c",
  ])
  func isReadFromOtherImages(_ hexadecimal: String) {
    let digits = Array(hexadecimal)
    let bytes = stride(from: 0, to: digits.count, by: 2).map {
      UInt8(String(digits[$0...$0 + 1]), radix: 16)!
    }
    let size = ImageSize(of: bytes)
    #expect(size?.width == 300 && size?.height == 70)
  }

  @Test(arguments: ["", "GIF89a", "<svg>", "<svg viewBox='0 0 0 0'>", "<svg viewBox='a b c d'>"])
  func isUnknownOtherwise(_ text: String) {
    #expect(ImageSize(of: Array(text.utf8)) == nil)
  }
}

@Suite struct AccentColorTests {
  @Test func measuresContrastAsWCAGDoes() {
    #expect(Color(0x000000).contrast(with: Color(0xFFFFFF)) == 21)
    // Two greys that WebAIM's checker rates 4.54:1 and 4.47:1 on white.
    #expect(Color(0x767676).contrast(with: Color(0xFFFFFF)) >= 4.5)
    #expect(Color(0x777777).contrast(with: Color(0xFFFFFF)) < 4.5)
  }

  /// A color that is dark enough on white can be too light on its own tint.
  @Test func measuresTheTintToo() {
    let accent = AccentColor(light: Color(0x767676), dark: Color(0x82B8FF))
    #expect(accent.contrast.light < 4.5)
    #expect(accent.contrast.dark > 4.5)
  }

  @Test func writesBothSchemes() {
    let accent = AccentColor(light: Color(0x7A2FB5), dark: Color(0xCFA3FF))
    #expect(accent.styleSheet.contains("--accent: light-dark(#7a2fb5, #cfa3ff);"))
    #expect(accent.styleSheet.contains(":root { --accent: #7a2fb5;"))
  }

  @Test(arguments: ["", "#fff", "#12345g", "123456", "#-12345", "#1234567"])
  func readsOnlySixDigits(_ text: String) {
    #expect(Color(hexadecimal: text) == nil)
  }

  @Test func writesWhatItReads() {
    #expect(Color(hexadecimal: "#000a0B")?.description == "#000a0b")
  }
}
