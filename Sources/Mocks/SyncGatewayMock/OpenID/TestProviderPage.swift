/// The login form of the test provider.
enum TestProviderPage {
  /// - Parameter query: the query of the authorization request, which the form sends back.
  static func html(query: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head><meta charset="utf-8"><title>OpenID Connect test provider</title></head>
    <body>
    <h1>OpenID Connect test provider</h1>
    <p>No password needed: enter the name of the user to log in as.</p>
    <form action="authenticate?\(escaped(query))" method="POST" enctype="multipart/form-data">
    <p><label>Username: <input type="text" name="username" autofocus></label></p>
    <p><label>ID token's time to live (seconds):
    <input type="text" name="tokenttl" value="\(TestIdentityProvider.defaultTimeToLive)"></label></p>
    <p><label><input type="checkbox" name="offline" value="offlineAccess">
    Allow offline access</label></p>
    <p><input type="submit" name="authenticated"
    value="Return a valid authorization code for this user"></p>
    <p><input type="submit" name="notauthenticated"
    value="Return an authorization error for this user"></p>
    </form>
    </body>
    </html>

    """
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
  }
}
