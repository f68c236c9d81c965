/// A table (GFM).
public struct Table: Sendable, Hashable {
  /// The alignment of a column.
  public enum Alignment: Sendable, Hashable {
    case none, left, center, right
  }

  /// One row: its cells.
  public typealias Row = [[Inline]]

  /// The alignment of each column.
  public var alignments: [Alignment]
  /// The first row.
  public var header: Row
  /// The other rows.
  public var rows: [Row]

  /// Creates a table.
  public init(alignments: [Alignment], header: Row, rows: [Row]) {
    self.alignments = alignments
    self.header = header
    self.rows = rows
  }
}
