extension SiteRenderer {
  /// The names of all values that templates see, except for those of `ThemeStrings`.
  public static let valueNames: Set = [
    // Of all pages
    "breadcrumbs", "contents", "groups", "hasBreadcrumbs", "hasContents", "hasNavigation",
    "hasNeighbours", "hasTop", "hasWays", "hero", "moved", "navigation", "next", "page", "previous",
    "scriptStrings", "sections", "site", "strings", "top", "tree", "ways",
    // Of `site` and `page`
    "address", "canonical", "changed", "changedText", "description", "direction", "edit", "feed",
    "figures", "footer", "home", "icon", "isHome", "isHomeLayout", "language", "lead", "logo",
    "logoSize", "markdown", "picture", "proof", "repository", "search", "showsTitle",
    "structuredData", "theme", "title", "toolchain", "windowTitle",
    // Of what these contain
    "anchor", "aside", "body", "count", "hasAside", "hasItems", "heading", "height", "href", "id",
    "isCurrent", "isFirst", "isFolded", "isNearest", "isOpen", "isWhole", "items", "more", "pages",
    "rest", "text", "width",
  ]
}
