import DocgenHTTPServer

/// The fields of a form in the order of Go's `FormValue`: those of the body first, then the
/// query's.
struct FormValues {
  private var fields: [FormFields.Field]

  init(_ request: HTTPRequest) {
    let type = MediaType(request.headers["Content-Type"] ?? "")
    fields =
      switch type.name {
      case "multipart/form-data": Self.fields(of: request.body, boundary: type["boundary"] ?? "")
      case "application/x-www-form-urlencoded": FormFields(request.bodyText).fields
      default: []
      }
    fields += request.queryFields.fields
  }

  subscript(name: String) -> String { fields.first { $0.name == name }?.value ?? "" }

  private static func fields(of body: [UInt8], boundary: String) -> [FormFields.Field] {
    let parts = MultipartReader(body, boundary: boundary)?.parts ?? []
    return parts.map { part in
      FormFields.Field(
        name: MediaType(part.headers["Content-Disposition"] ?? "")["name"] ?? "",
        value: String(decoding: part.body, as: UTF8.self))
    }
  }
}
