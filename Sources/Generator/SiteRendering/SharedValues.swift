import DocgenDocModel
import DocgenGround
import DocgenJSON
import Foundation

/// The data that is the same on every page.
struct SharedValues {
  /// The theme's words.
  let strings: TemplateValue
  /// Those that scripts need, as JSON.
  let scriptStrings: TemplateValue
  /// The numbers of examples of the site.
  let figures: TemplateValue
  let figuresDigest: String
  /// Whether the site has a feed.
  let hasFeed: Bool
  /// The direction of the language's text, if it isn't from left to right.
  let direction: TemplateValue

  init(
    of site: SiteMap, counts: [ExampleCount], configuration: SiteConfiguration
  ) {
    let language = Locale.Language(identifier: configuration.language)
    direction = language.characterDirection == .rightToLeft ? "rtl" : .null
    let words = configuration.strings
    strings = .object(TemplateObject(words.values.map { (TemplateName($0), .text($1)) }))
    var scriptWords = JSONObject()
    for name in ThemeStrings.scriptNames { scriptWords[name] = .string(words[name]) }
    scriptStrings = .text(JSONValue.object(scriptWords).serialized())
    figures = counts.reduce(into: ExampleCount()) { $0 += $1 }.siteValue(words)
    figuresDigest = String(figures.digest, radix: 16)
    hasFeed =
      PublicAddresses(configuration) != nil && site.pages.contains { $0.changed != nil }
  }
}
