public import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
public import Foundation

extension SiteBuilder.Options {
  /// Whether a build needs the modules of the package that the site documents: for samples, or for
  /// the reference.
  public var needsLibrary: Bool {
    runsSamples || SiteConfiguration(ofSiteAt: root)?.reference.isEmpty == false
  }
}

extension SiteConfiguration {
  /// Reads a site's `site.yml`, whose problems a build reports; `nil` when it can't be read or
  /// isn't there.
  public init?(ofSiteAt root: URL) {
    var problems: [Diagnostic] = []
    guard let file = try? SiteReader(root: root).configuration(&problems) else { return nil }
    self = SiteConfigurationReader.read(file).configuration
  }
}
