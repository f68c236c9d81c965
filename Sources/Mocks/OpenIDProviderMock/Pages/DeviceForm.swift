/// The form on which a user connects a device.
struct DeviceForm {
  let action: String
  let userCode: String?
  /// The field that was wrong the last time.
  let problem: Problem?
  /// The other fields.
  let person: UserFields

  enum Problem {
    /// No device has this code.
    case code
    case password

    var message: String {
      switch self {
      case .code: "There is no device with this code."
      case .password: "The name or the password is wrong."
      }
    }
  }

  var page: Page {
    let isWrong = problem == .code
    return Page(
      title: "Connect a device", isRepeated: problem != nil,
      content: """
        <p class="lead">Allow only a device that is in front of you.</p>
        \(Page.alert(problem?.message))<form method="post" action="\(Page.escape(action))">
        <label for="user_code">Code shown by the device</label>
        <p class="hint" id="code-hint">Eight letters, such as WDJB-MJHT</p>
        <input class="code" id="user_code" name="user_code" autocomplete="off" \
        autocapitalize="characters" spellcheck="false" value="\(Page.escape(userCode ?? ""))" \
        aria-describedby="\(isWrong ? "problem " : "")code-hint"\
        \(isWrong ? " aria-invalid=\"true\"" : "")>
        \(person.fields(isWrong: problem == .password))<div class="actions">
        \(person.buttons(allow: "Allow"))
        <button type="submit" name="action" value="deny">Deny</button>
        </div>
        </form>
        """)
  }
}
