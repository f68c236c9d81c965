/// The page of `response_mode=form_post`, submitted by a script, or by a button if scripts are off.
struct SelfPostingForm {
  let action: String
  let fields: [(name: String, value: String)]

  private static let script = "document.forms[0].submit()"

  var page: Page {
    let inputs = fields.map { field in
      let (name, value) = (Page.escape(field.name), Page.escape(field.value))
      return "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
    }
    return Page(
      title: "One moment", script: Self.script,
      content: """
        <p class="lead">You are being sent back to the application.</p>
        <form method="post" action="\(Page.escape(action))">
        \(inputs.joined(separator: "\n"))
        <div class="actions"><button type="submit">Continue</button></div>
        </form>
        <script>\(Self.script)</script>
        """)
  }
}
