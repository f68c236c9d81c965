import DocgenDocumentParsing
import Testing

/// Directives of DocC that are no blocks of their own.
@Suite struct CatalogDirectivesTests {
  /// Each line stays one.
  @Test func keepsTheLinesOfOthers() {
    let text = """
      # Trip

      @Metadata {
        @Available("Trips", introduced: "1.0") {
        }
      }

      ```
      @Metadata {
      }
      ```

      @Row {
      }
      """
    #expect(
      CatalogDirectives.read(in: text) == """
        # Trip






        ```
        @Metadata {
        }
        ```

        @Row {
        }
        """)
  }

  @Test(arguments: [
    (
      "@DeprecationSummary {\n  Use ``go(to:)``.\n}\nEnd",
      "**Deprecated.**\n  Use ``go(to:)``.\n\nEnd"
    ),
    ("@DeprecationSummary { Use ``go(to:)``. }\nEnd", "**Deprecated.** Use ``go(to:)``. \nEnd"),
  ])
  func saysWhatToUseInstead(text: String, read: String) {
    #expect(CatalogDirectives.read(in: text) == read)
  }
}
