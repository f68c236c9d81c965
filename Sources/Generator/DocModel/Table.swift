/// A table (GFM).
public struct Table: Sendable, Hashable {
  /// How a column is set.
  public enum Alignment: Sendable, Hashable {
    case none, left, center, right
  }

  /// One row: its cells.
  public typealias Row = [[Inline]]

  /// A column's setting, for each column.
  public var alignments: [Alignment]
  /// The first row.
  public var header: Row
  /// The other rows.
  public var rows: [Row]

  /// A table from its parts.
  public init(alignments: [Alignment], header: Row, rows: [Row]) {
    self.alignments = alignments
    self.header = header
    self.rows = rows
  }
}
