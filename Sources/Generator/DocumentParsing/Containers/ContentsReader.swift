import DocgenDocModel
import DocgenGround

/// Writes the contents of a page where a line such as `<spid-toc>` or `[TOC]` asks for them: a list
/// of links to the headings of the second and third level.
struct ContentsReader {
  private let containers: ContainerLines
  private let headings: [Heading]

  /// Writes the contents into sections whose containers have such lines.
  static func fill(
    _ sections: inout [ParsedDocument.Section], where containers: ContainerLines
  ) {
    if containers.lines.isEmpty { return }
    let reader = ContentsReader(containers, sections: sections)
    for index in sections.indices {
      sections[index].body = reader.filling(sections[index].body)
      sections[index].aside = reader.filling(sections[index].aside)
    }
  }

  private init(_ containers: ContainerLines, sections: [ParsedDocument.Section]) {
    self.containers = containers
    headings = sections.flatMap(\.body).compactMap { block in
      guard case .heading(let heading) = block.kind, (2...3).contains(heading.level) else {
        return nil
      }
      return heading
    }
  }

  /// Returns blocks with the contents instead of the lines that ask for them.
  private func filling(_ blocks: [Block]) -> [Block] {
    blocks.compactMap { block in
      containers.line(block)?.mark == .contents
        ? contents(at: block.range) : block.mapContents(filling)
    }
  }

  /// Returns the list; `nil` without a heading.
  private func contents(at range: SourceRange) -> Block? {
    var items: [List.Item] = []
    for heading in headings {
      let link = Inline(
        .link(Inline.Link(destination: "#\(heading.id)", title: "", content: heading.content)),
        range: range)
      let item = List.Item(content: [Block(.paragraph([link]), range: range)])
      if heading.level == 3, let last = items.indices.last {
        if case .list(var list)? = items[last].content.last?.kind {
          list.items.append(item)
          items[last].content[1].kind = .list(list)
        } else {
          items[last].content.append(Self.list([item], range: range))
        }
      } else {
        items.append(item)
      }
    }
    return items.isEmpty ? nil : Self.list(items, range: range)
  }

  private static func list(_ items: [List.Item], range: SourceRange) -> Block {
    Block(.list(List(start: nil, isTight: true, items: items)), range: range)
  }
}
