import DocModel
import Ground

extension HTMLRenderer {
  mutating func write(_ code: CodeBlock, proof: Proof? = nil) {
    append("<figure class=\"code\">\n")
    if let title = code.title {
      append("<figcaption>\(HTMLWriter.escape(title))</figcaption>\n")
    }
    let language = code.language
    let text = highlighting.html(for: code) ?? HTMLWriter.escape(code.text)
    if code.folds.isEmpty, code.marks.isEmpty {
      write(text, language: language)
    } else {
      write(lines: text.split(separator: "\n", omittingEmptySubsequences: false), of: code)
    }
    if let proof { write(proof) }
    append("</figure>\n")
  }

  private mutating func write(_ proof: Proof) {
    append("<p class=\"proof proof-\(proof.result.rawValue)\">")
    append("<span aria-hidden=\"true\">\(proof.result.symbol)</span> ")
    append("\(HTMLWriter.escape(proof.text))</p>\n")
  }

  private mutating func write(_ text: String, language: String) {
    let name = language.isEmpty ? "" : " class=\"language-\(HTMLWriter.escape(language))\""
    // Focusable, so that readers can scroll a long line from the keyboard.
    append("<pre tabindex=\"0\"><code\(name)>\(text)\n</code></pre>\n")
  }

  /// Writes lines of highlighted code, each of which is well-formed; some are marked, some folded.
  private mutating func write(lines: [Substring], of code: CodeBlock) {
    let marked = Set(code.marks.joined())
    let shown = lines.enumerated().map { index, line in
      marked.contains(index) ? "<mark>\(line)</mark>" : String(line)
    }
    var next = 0
    for fold in code.folds {
      write(visible: shown[next..<fold.lowerBound], of: code)
      append("<details class=\"fold\"><summary>\(fold.count) more ")
      append("\(fold.count == 1 ? "line" : "lines")</summary>\n")
      write(shown[fold].joined(separator: "\n"), language: code.language)
      append("</details>\n")
      next = fold.upperBound
    }
    write(visible: shown[next...], of: code)
  }

  /// Writes lines beside a fold, without the empty ones next to it.
  private mutating func write(visible lines: ArraySlice<String>, of code: CodeBlock) {
    var lines = lines.drop(while: \.isEmpty)
    while lines.last?.isEmpty == true { lines.removeLast() }
    if !lines.isEmpty { write(lines.joined(separator: "\n"), language: code.language) }
  }

  /// Writes a sample: its code, and the output of its run.
  mutating func write(sample id: SampleID, _ code: CodeBlock) {
    append("<div class=\"sample\" id=\"\(HTMLWriter.escape(PageAnchors.sample(id)))\">\n")
    let sample = page.document.samples.first { $0.id == id }
    write(code, proof: sample.map { Proof(of: $0, outcomes[id], toolchain: toolchain) })
    write(output: shownOutput(of: sample), label: "Output")
    write(output: shownFailure(of: sample), label: failureLabel(of: sample))
    write(Exchange(of: id, outcomes, highlighting))
    append("</div>\n")
  }

  private mutating func write(output: String?, label: String) {
    guard let output, !output.isEmpty else { return }
    append("<div class=\"output\"><p class=\"output-label\">\(label)</p>\n")
    append("<pre tabindex=\"0\"><samp>\(HTMLWriter.escape(output))\n</samp></pre></div>\n")
  }

  private func failureLabel(of sample: Sample?) -> String {
    switch sample?.expectation {
    case .compileError: "Does not compile"
    case .crash: "Crashes"
    default: "Error"
    }
  }

  /// Returns the text of an expected failure: the author's, else the actual message.
  private func shownFailure(of sample: Sample?) -> String? {
    if let expected = sample?.expectedError {
      return expected.lines.map(\.text).joined(separator: "\n")
    }
    return sample.flatMap { outcomes[$0.id]?.failure }.map(Abridgement.page.text)
  }

  /// Returns the output that a page shows.
  ///
  /// If the author wrote an expected output, it is that text, which the run has matched: its
  /// wildcards stand for texts that differ in every run. Otherwise it is the actual output, unless
  /// the page shows only a part of the program.
  private func shownOutput(of sample: Sample?) -> String? {
    if let expected = sample?.expectedOutput {
      return expected.lines.map(\.text).joined(separator: "\n")
    }
    guard let sample, sample.mode == .run, !sample.isPartlyShown, let outcome = outcomes[sample.id]
    else { return nil }
    var output = outcome.output[...]
    while output.last == "\n" { output = output.dropLast() }
    return Abridgement.page.text(of: String(output))
  }
}
