extension Renderer {
  mutating func renderInclusion(_ index: Int, at tag: TagPosition) throws(Stop) {
    let inclusion = templates[tag.template].inclusions[index]
    guard let target = inclusion.target else { return }
    let outer = output.enter(indentation: inclusion.indentation)
    frames.append(Frame(outer: visibleFrame, template: tag.template, inclusion: index))
    visibleFrame = frames.count - 1
    try nest(templates[target].nodes.indices, of: target, at: tag)
    visibleFrame = frames.removeLast().outer
    output.leave(to: outer, wasOnOwnLines: inclusion.indentation != nil)
  }

  mutating func renderBlock(
    _ block: Template.Block, default content: Range<Int>, at tag: TagPosition
  ) throws(Stop) {
    let start = output.bytes.count
    if let (frame, argument) = argument(named: block.name) {
      let outer = output.enter(indentation: block.indentation)
      let visible = visibleFrame
      // An argument belongs to its caller: only the parents around the caller may fill its blocks.
      visibleFrame = frame.outer
      try nest(argument, of: frame.template, at: tag)
      visibleFrame = visible
      output.leave(to: outer, wasOnOwnLines: block.indentation != nil)
    } else {
      try nest(content, of: tag.template, at: tag)
    }
    if block.endsLine { output.endLine(since: start) }
  }

  /// Returns the content for a block: the argument of this name of the outermost parent that has
  /// one.
  private func argument(named name: String) -> (frame: Frame, content: Range<Int>)? {
    var found: (Frame, Range<Int>)?
    var next = visibleFrame
    while let index = next {
      let frame = frames[index]
      let inclusion = templates[frame.template].inclusions[frame.inclusion]
      if let content = inclusion.arguments[name] { found = (frame, content) }
      next = frame.outer
    }
    return found
  }
}
