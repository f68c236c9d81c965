#if canImport(CDocgenCurl)
  import CDocgenCurl
  import Foundation
  import Synchronization

  /// The thread that drives all transfers of the process through libcurl's multi interface.
  ///
  /// Only this thread uses libcurl's handles. Other threads queue a command and wake it, the one
  /// function that libcurl allows from any thread (curl_multi_wakeup(3)).
  final class CurlLoop: Sendable {
    static let shared = CurlLoop()

    private enum Command: Sendable {
      case add(CurlTransfer)
      case cancel(CurlTransfer)
    }

    /// A handle that only the thread uses, except for `curl_multi_wakeup`.
    private struct Multi: @unchecked Sendable {
      let handle: UnsafeMutableRawPointer?
    }

    private let multi: Multi
    /// Appended to by callers, emptied by the thread.
    private let commands = Mutex<[Command]>([])

    private init() {
      curl_global_init(Int(CURL_GLOBAL_ALL))
      multi = Multi(handle: curl_multi_init())
      Thread.detachNewThread { self.run() }
    }

    /// Starts a transfer.
    func add(_ transfer: CurlTransfer) { submit(.add(transfer)) }

    /// Cancels a transfer immediately, without reporting to its exchange; does nothing if it is
    /// over.
    func cancel(_ transfer: CurlTransfer) { submit(.cancel(transfer)) }

    private func submit(_ command: Command) {
      commands.withLock { $0.append(command) }
      curl_multi_wakeup(multi.handle)
    }

    private func run() {
      // The transfers by handle; each is retained until it ends.
      var running: [UnsafeMutableRawPointer: CurlTransfer] = [:]
      while true {
        let submitted = commands.withLock { commands in
          defer { commands = [] }
          return commands
        }
        for command in submitted {
          switch command {
          case .add(let transfer):
            guard let handle = transfer.begin() else { continue }
            running[handle] = transfer
            curl_multi_add_handle(multi.handle, handle)
          case .cancel(let transfer):
            guard let handle = transfer.handle else {
              transfer.isCancelled = true
              continue
            }
            curl_multi_remove_handle(multi.handle, handle)
            running[handle] = nil
            transfer.end(nil)
          }
        }
        var count: Int32 = 0
        curl_multi_perform(multi.handle, &count)
        while let message = curl_multi_info_read(multi.handle, &count) {
          guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle,
            let transfer = running.removeValue(forKey: handle)
          else { continue }
          let result = docgen_curl_result(message)
          curl_multi_remove_handle(multi.handle, handle)
          transfer.end(result)
        }
        curl_multi_poll(multi.handle, nil, 0, 60_000, nil)
      }
    }
  }
#endif
