extension HTTPHeaders {
  /// The number of bytes of all fields as sent.
  var byteCount: Int { fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 } }

  /// The reason why the fields don't determine where a request ends or which host it is for (RFC
  /// 9112 3.2 and 6.3); `nil` if they do.
  ///
  /// Two servers that read such a request differently let a client smuggle another request past the
  /// first.
  var ambiguity: String? {
    if values(of: "Host").count > 1 { return "the request has several 'Host' fields" }
    let lengths = values(of: "Content-Length")
    if !lengths.isEmpty, self["Transfer-Encoding"] != nil {
      return "the request has both 'Content-Length' and 'Transfer-Encoding'"
    }
    return Set(lengths).count > 1 ? "the request has several 'Content-Length' fields" : nil
  }
}
