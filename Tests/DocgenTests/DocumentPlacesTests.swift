import DocgenTestSupport
import Foundation
import Testing

/// Documents where packages have them, instead of in `content`.
@Suite(.fewAtOnce) struct DocumentPlacesTests {
  private func build(
    _ files: [String: String]
  ) async throws -> (run: RunningProgram.Result, folder: TemporaryFolder) {
    let folder = try TemporaryFolder()
    for (path, text) in files { try folder.write(text, to: path) }
    let run = try await docgen(["build", "--root", folder.url.path, "--no-samples"])
    return (run, folder)
  }

  /// The `href` and `src` values of a page's main text.
  private func links(_ folder: TemporaryFolder, _ page: String) throws -> [String] {
    let text = try #require(folder.text("site/\(page)"))
    let main = try #require(text.split(separator: "<main").last?.split(separator: "</main>").first)
    return main.matches(of: /(?:href|src)="([^"#]+)[#"]/).map { String($0.1) }
  }

  @Test func aReadmeIsASiteOfOnePage() async throws {
    let (run, folder) = try await build([
      "README.md":
        "# Trips\n\nUnder the [license](LICENSE), see [a file](Sources/Trips/Trip.swift).\n\n"
        + "<img src=\".github/logo.png\" alt=\"Logo\">\n",
      "LICENSE": "MIT", "Sources/Trips/Trip.swift": "struct Trip {}", ".github/logo.png": "png",
    ])
    #expect(run.output.contains("built: 1 page, 3 links"), "\(run.output)\(run.errorOutput)")
    let links = try links(folder, "index.html")
    #expect(links.contains("LICENSE") && links.contains("Sources/Trips/Trip.swift"), "\(links)")
    #expect(links.contains("github/logo.png"), "\(links)")
    #expect(folder.text("site/LICENSE") == "MIT")
    #expect(folder.text("site/github/logo.png") == "png")
  }

  @Test func linksLeadWhereTheyLeadOnGitHub() async throws {
    let (run, folder) = try await build([
      "site.yml": "title: Trips\nrepository: https://github.com/example/trips\n",
      "README.md": "# Trips\n\n[Docs](Docs), [start](Docs/Start.md#first), [examples](Examples), "
        + "[license](/LICENSE), [article](Sources/Trips/Trips.docc/Booking.md)\n",
      "Docs/README.md": "# All docs\n\n[Up](../README.md), [start](Start.md)\n",
      "Docs/Start.md": "# Start\n\n## First\n\n![Map](images/map.png) ![Plan](/img/plan.png)\n",
      "Docs/images/map.png": "png", "public/img/plan.png": "plan",
      "LICENSE": "MIT", "Examples/a.swift": "",
      "Sources/Trips/Trips.docc/Trips.md":
        "# ``Trips``\n\n@Metadata {\n  @PageKind(article)\n  @Available(\"Trips\", introduced: \"1.0\") {\n  }\n}\n\nRead <doc:Booking>.\n",
      "Sources/Trips/Trips.docc/Booking.md":
        "# Book a trip\n\n[Start](../../../Docs/Start.md)\n\n![Ticket](ticket)\n",
      "Sources/Trips/Trips.docc/Resources/ticket@2x.png": "png",
      "Sources/Trips/Trips.docc/Resources/ticket~dark@2x.png": "dark",
    ])
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(run.output.contains("built: 5 pages"), "\(run.output)")
    let home = try links(folder, "index.html")
    for link in [
      "Docs/index.html", "Docs/Start/index.html", "Trips/Booking/index.html",
      "https://github.com/example/trips/tree/HEAD/Examples",
      "https://github.com/example/trips/blob/HEAD/LICENSE",
    ] {
      #expect(home.contains { $0 == link || $0 + "index.html" == link }, "\(link): \(home)")
    }
    #expect(folder.text("site/Docs/images/map.png") == "png")
    #expect(folder.text("site/public/img/plan.png") == "plan")
    #expect(try links(folder, "Docs/Start/index.html").contains("../images/map.png"))
    let article = try #require(folder.text("site/Trips/index.html"))
    #expect(article.contains(">Book a trip</a>"))
    #expect(!article.contains("PageKind") && !article.contains("Available"))
    let booking = try links(folder, "Trips/Booking/index.html")
    #expect(booking.contains { $0.hasPrefix("../../Docs/Start/") })
    let folderOfImages = "../../Sources/Trips/Trips.docc/Resources"
    #expect(booking.contains("\(folderOfImages)/ticket@2x.png"), "\(booking)")
    let page = folder.text("site/Trips/Booking/index.html") ?? ""
    #expect(
      page.contains(
        "<picture><source srcset=\"\(folderOfImages)/ticket~dark@2x.png 2x\" "
          + "media=\"(prefers-color-scheme: dark)\"><source srcset=\"\(folderOfImages)/"
          + "ticket@2x.png 2x\"><img src="), "\(page)")
    #expect(
      folder.text("site/Sources/Trips/Trips.docc/Resources/ticket~dark@2x.png") == "dark")
  }

  /// The targets of SwiftNIO and of the package manager have catalogs that are all called the same.
  @Test func catalogsOfOneNameAreFoldersOfTheirTargets() async throws {
    let (run, folder) = try await build([
      "Sources/Trips/Documentation.docc/Documentation.md": "# ``Trips``\n\nRead <doc:Booking>.\n",
      "Sources/Trips/Documentation.docc/Booking.md": "# Book a trip\n",
      "Sources/Maps/Documentation.docc/Maps.md": "# ``Maps``\n\nRead <doc:Two-Words>.\n",
      "Sources/Maps/Documentation.docc/Two Words.md": "# Two words\n",
      "Sources/Tickets/Docs.docc/index.md": "# Tickets\n",
      "Sources/Documentation.docc/Start.md": "# Start\n",
    ])
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(!run.errorOutput.contains("Two-Words"), "\(run.errorOutput)")
    for page in ["Trips", "Trips/Booking", "Maps", "Tickets", "Documentation/Start"] {
      #expect(folder.text("site/\(page)/index.html") != nil, "\(page)")
    }
  }

  /// Hummingbird has its catalog next to `Sources`.
  ///
  /// Anchors of DocC keep the case of the heading.
  @Test func aCatalogMayBeInTheRoot() async throws {
    let (run, folder) = try await build([
      "Trips.docc/Booking.md":
        "# Book\n\n[At night](#By-Night)\n\n## By night\n\n```\nlet hour = 22\n```\n"
    ])
    #expect(run.status == 0)
    #expect(!run.errorOutput.contains("anchor"), "\(run.errorOutput)")
    let page = folder.text("site/Trips/Booking/index.html") ?? ""
    #expect(page.contains("href=\"#by-night\""))
    // Code without a language is Swift, as in Xcode.
    #expect(page.contains(">let</span>"), "\(page)")
  }

  /// As Jekyll names them.
  @Test func pagesMayEndInMarkdown() async throws {
    let (run, folder) = try await build([
      "README.markdown": "# Trips\n\n[Book](Docs/Book.markdown), [again](Docs/Book.html)\n",
      "Docs/Book.markdown": "# Book\n",
    ])
    #expect(run.status == 0, "\(run.errorOutput)")
    let links = try links(folder, "index.html")
    #expect(links.count { $0.hasPrefix("Docs/Book/") } >= 2, "\(links)")
  }

  @Test func otherFoldersOfAPackageAreNotThoseOfASite() async throws {
    let (run, _) = try await build([
      "README.md": "# Trips\n", "Samples/App/main.swift": "import UIKit\n",
      "Samples/LogOut.swift": "// title: Log out\nprint(1)\n", "templates/mail.mustache": "{{#a}}",
    ])
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(run.output.contains("1 sample ("), "\(run.output)")
  }

  @Test func aFolderNeedsARepository() async throws {
    let (run, _) = try await build(["README.md": "[Examples](Examples)\n", "Examples/a.txt": ""])
    #expect(run.status == 0)
    #expect(
      run.errorOutput.contains("README.md:1:1: warning: 'Examples' is a folder without a page"))
  }

  @Test func theConfigurationNamesDocuments() async throws {
    let (run, folder) = try await build([
      "site.yml": "documents: [Guides, Missing]\n", "README.md": "# Not here\n",
      "Guides/index.md": "# Guides\n",
    ])
    #expect(run.status == 1)
    #expect(run.errorOutput.contains("site.yml:1:21: error: there is no 'Missing'"))
    #expect(folder.text("site/index.html") == nil)
  }
}
