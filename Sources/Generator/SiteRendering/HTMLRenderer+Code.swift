import DocgenDocModel
import DocgenGround

extension HTMLRenderer {
  mutating func write(_ code: CodeBlock, proof: Proof? = nil) {
    html += "<figure class=\"code\(code.isNumbered ? " numbered" : "")\""
    if let number = types.blocks[code], let file = types.file {
      let address = SitePath.reference(from: page.path, to: file.path)
      html += " data-types=\"\(HTMLText.escape(address))#\(number)\""
    }
    html += ">\n"
    if let title = code.title {
      html += "<figcaption>\(HTMLText.escape(title))</figcaption>\n"
    }
    let text = code.text
    // Comments and DocC's articles are about Swift.
    let isAboutSwift =
      page.path.hasPrefix("reference/") || page.isOfCatalog
    let language = code.language.isEmpty && isAboutSwift ? "swift" : code.language
    write(highlight(text, language) ?? HTMLText.escape(text), of: code)
    if let proof { write(proof) }
    html += "</figure>\n"
  }

  private mutating func write(_ proof: Proof) {
    html += "<p class=\"proof proof-\(proof.result.rawValue)\">"
    html +=
      proof.result == .unverified
      ? "<span aria-hidden=\"true\">○</span> "
      : "<span class=\"ok\">\(HTMLText.escape(proof.label))</span>"
    html += HTMLText.escape(proof.rest)
    // Not from the page itself.
    if let name = configuration.proof?.path, let target = resolver.site.page(named: name),
      resolver.site.pages[target].path != page.path
    {
      let address = SitePath.reference(from: page.path, to: resolver.site.pages[target].path)
      html += " <a href=\"\(HTMLText.escape(address))\">\(HTMLText.escape(strings["how"]))</a>"
    }
    html += "</p>\n"
  }

  /// Writes a sample: its code, and the output of its run.
  mutating func write(sample id: SampleID, code: CodeBlock) {
    html += "<div class=\"sample\" id=\"\(HTMLText.escape(id.anchor))\">\n"
    let sample = samples[id]
    write(
      code,
      proof: sample.map {
        Proof(of: $0, outcome: outcomes[id], toolchain: toolchain, strings: strings)
      })
    write(output: sample?.shownOutput(outcomes[id]), label: strings["output"])
    write(output: shownFailure(of: sample), label: failureLabel(of: sample))
    if let transcript = outcomes[id]?.transcript { write(Exchange(of: id, in: transcript)) }
    html += "</div>\n"
  }

  private mutating func write(output: String?, label: String) {
    guard let output, !output.isEmpty else { return }
    html += "<div class=\"output\"><p class=\"output-label\">\(HTMLText.escape(label))</p>\n"
    html += "<pre><samp>\(HTMLText.escape(output))\n</samp></pre></div>\n"
  }

  private func failureLabel(of sample: Sample?) -> String {
    switch sample?.expectation {
    case .compileError: strings["doesNotCompile"]
    case .crash: strings["crashes"]
    case .warning: strings["warning"]
    default: strings["error"]
    }
  }

  /// Returns the text of an expected failure: the author's, else the actual message.
  private func shownFailure(of sample: Sample?) -> String? {
    if let expected = sample?.expectedError { return expected.text }
    return sample.flatMap { outcomes[$0.id]?.failure }.map(Abridgement.page.text)
  }
}
