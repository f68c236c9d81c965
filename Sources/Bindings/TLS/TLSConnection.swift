import CDocgenOpenSSL
import Foundation

/// A client's connection to a server with a valid certificate; freed with its owner.
struct TLSConnection: ~Copyable {
  let pointer: OpaquePointer

  private init(taking pointer: OpaquePointer) { self.pointer = pointer }

  static func open(
    over socket: Int32, host: String, roots: [String]?, moment: Date
  ) throws(TLSError) -> TLSConnection {
    ERR_clear_error()
    guard let context = SSL_CTX_new(TLS_client_method()) else { throw .failed(TLSError.reason()) }
    // The connection retains what it needs of the context.
    defer { SSL_CTX_free(context) }
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
    guard docgen_ssl_require_tls12(context) == 1, Self.trust(roots, in: context) else {
      throw .failed(TLSError.reason())
    }
    guard let made = SSL_new(context) else { throw .failed(TLSError.reason()) }
    let connection = TLSConnection(taking: made)
    try connection.connect(over: socket, host: host, moment: moment)
    return connection
  }

  private borrowing func connect(
    over socket: Int32, host: String, moment: Date
  ) throws(TLSError) {
    let connection = pointer
    let parameters = SSL_get0_param(connection)
    X509_VERIFY_PARAM_set_time(parameters, Int(moment.timeIntervalSince1970.rounded(.down)))
    X509_VERIFY_PARAM_set_hostflags(parameters, PeerCertificate.noPartialWildcards)
    if X509_VERIFY_PARAM_set1_ip_asc(parameters, host) != 1 {
      guard X509_VERIFY_PARAM_set1_host(parameters, host, host.utf8.count) == 1,
        docgen_ssl_set_server_name(connection, host) == 1
      else { throw .failed(TLSError.reason()) }
    }
    ERR_clear_error()
    guard SSL_set_fd(connection, socket) == 1 else { throw .failed(TLSError.reason()) }
    guard SSL_connect(connection) == 1 else {
      throw Self.refusal(SSL_get_verify_result(connection), host: host)
    }
  }

  private static func trust(_ roots: [String]?, in context: OpaquePointer) -> Bool {
    guard let roots else { return SSL_CTX_set_default_verify_paths(context) == 1 }
    return roots.allSatisfy { pem in
      Array(pem.utf8).withUnsafeBytes { buffer in
        guard let memory = BIO_new_mem_buf(buffer.baseAddress, Int32(buffer.count)) else {
          return false
        }
        defer { BIO_free(memory) }
        guard let root = PEM_read_bio_X509(memory, nil, nil, nil) else { return false }
        defer { X509_free(root) }
        return X509_STORE_add_cert(SSL_CTX_get_cert_store(context), root) == 1
      }
    }
  }

  private static func refusal(_ result: Int, host: String) -> TLSError {
    let text = X509_verify_cert_error_string(result).map { String(cString: $0) } ?? ""
    ERR_clear_error()
    switch Int32(result) {
    case X509_V_OK:
      return .failed("the server does not speak TLS as we do")
    case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: return .wrongName(host)
    case X509_V_ERR_CERT_HAS_EXPIRED, X509_V_ERR_CERT_NOT_YET_VALID: return .notValidNow(text)
    default: return .untrusted(text)
    }
  }

  borrowing func write(_ text: String) throws(TLSError) {
    let bytes = Array(text.utf8)
    guard SSL_write(pointer, bytes, Int32(bytes.count)) == Int32(bytes.count) else {
      throw .failed(TLSError.reason())
    }
  }

  /// Returns the next bytes; `nil` at the end.
  borrowing func read() throws(TLSError) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    ERR_clear_error()
    let count = SSL_read(pointer, &buffer, Int32(buffer.count))
    if count > 0 { return Array(buffer.prefix(Int(count))) }
    switch SSL_get_error(pointer, count) {
    case SSL_ERROR_ZERO_RETURN: return nil
    // The connection ended without close_notify; the response's length shows whether it is
    // complete.
    default:
      ERR_clear_error()
      return nil
    }
  }

  deinit { SSL_free(pointer) }
}
