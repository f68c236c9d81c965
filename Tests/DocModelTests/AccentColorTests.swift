import DocgenDocModel
import Testing

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
