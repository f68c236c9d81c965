import DocgenHTTPServer
import DocgenHashing
import DocgenJSON
import Foundation

/// A document sent as `multipart/related` (`ReadMultipartDocument`).
enum MultipartDocument {
  /// Parses the body and fills in the data of the attachments that follow it.
  static func read(_ body: [UInt8], boundary: String) throws(GatewayError) -> JSONObject {
    guard let parts = MultipartReader(body, boundary: boundary)?.parts, let main = parts.first
    else { throw GatewayError(400, reason: "Bad MIME multipart body") }
    guard MediaType(main.headers["Content-Type"] ?? "").isJSONOrAbsent else {
      throw GatewayError(415, reason: "Invalid content type \(main.headers["Content-Type"] ?? "")")
    }
    let json = try ContentCoding.decompressed(main.body, coding: main.headers["Content-Encoding"])
    guard var document = try RequestContext.parse(json).object else { throw .badJSON }
    guard var attachments = document["_attachments"]?.object else {
      try requireNone(of: parts.dropFirst(), expected: 1)
      return document
    }
    let expected = attachments.members.count { $0.value["follows"]?.bool == true }
    guard parts.count - 1 >= expected else {
      throw GatewayError(
        400, reason: "Too few MIME parts: expected \(expected) attachments, got \(parts.count - 1)")
    }
    for (index, part) in parts.dropFirst().prefix(expected).enumerated() {
      try fill(part.body, number: index + 2, into: &attachments)
    }
    try requireNone(of: parts.dropFirst(1 + expected), expected: expected + 1)
    document["_attachments"] = .object(attachments)
    return document
  }

  private static func requireNone(
    of parts: ArraySlice<MultipartReader.Part>, expected: Int
  ) throws(GatewayError) {
    if !parts.isEmpty {
      throw GatewayError(400, reason: "Too many MIME parts (expected \(expected))")
    }
  }

  /// Sets the data of the attachment with the same digest.
  private static func fill(
    _ bytes: [UInt8], number: Int, into attachments: inout JSONObject
  ) throws(GatewayError) {
    let digest = "sha1-" + Data(Digest.sha1.hash(bytes)).base64EncodedString()
    // CouchDB's digest.
    let other = "md5-" + Data(Digest.md5.hash(bytes)).base64EncodedString()
    for wanted in [digest, other] {
      for (name, value) in attachments.members {
        guard var meta = value.object, meta["follows"]?.bool == true,
          meta["digest"]?.string == wanted
        else { continue }
        if let length = meta["encoded_length"]?.integer ?? meta["length"]?.integer,
          length != bytes.count
        {
          let quoted = JSONValue.string(name).serialized()
          throw GatewayError(
            400,
            reason:
              "Attachment length mismatch for \(quoted): read \(bytes.count) bytes, should be "
              + "\(length)")
        }
        meta["follows"] = nil
        meta["data"] = .string(Data(bytes).base64EncodedString())
        meta["digest"] = .string(digest)
        attachments[name] = .object(meta)
        return
      }
    }
    throw GatewayError(400, reason: "MIME part #\(number) doesn't match any attachment")
  }
}
