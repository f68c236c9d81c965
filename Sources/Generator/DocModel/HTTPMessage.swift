/// A request or an answer that went over the wire while a sample ran.
public struct HTTPMessage: Sendable, Hashable, Codable {
  /// One header field.
  public struct Field: Sendable, Hashable, Codable {
    /// The name, in the sender's spelling.
    public var name: String
    /// The value, secrets shortened.
    public var value: String

    /// A field.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Who sent it, such as `Sample` or `Browser`.
  public var sender: String
  /// Who got it.
  public var receiver: String
  /// Whether it is an answer.
  public var isAnswer: Bool
  /// What a diagram says of it: `GET /db/` or `200 OK`.
  public var label: String
  /// The first line: `GET /db/ HTTP/1.1` or `HTTP/1.1 200 OK`.
  public var startLine: String
  /// The header fields that tell something.
  public var fields: [Field]
  /// The body, secrets shortened, or a remark in parentheses that stands for it; empty for none.
  public var body: String

  /// A message from its parts.
  public init(
    sender: String, receiver: String, isAnswer: Bool, label: String, startLine: String,
    fields: [Field] = [], body: String = ""
  ) {
    self.sender = sender
    self.receiver = receiver
    self.isAnswer = isAnswer
    self.label = label
    self.startLine = startLine
    self.fields = fields
    self.body = body
  }

  /// The message as it is sent, but for what was left out.
  public var text: String {
    let head = [startLine] + fields.map { "\($0.name): \($0.value)" }
    return (head + (body.isEmpty ? [] : ["", body])).joined(separator: "\n")
  }
}
