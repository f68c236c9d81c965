public import DocumentParsing

/// Finds the problems of a fixture's text, for whoever brings fixtures to a site.
public typealias FixtureCheck = SampleContext.FixtureCheck

/// One problem of a fixture's text.
public typealias FixtureProblem = SampleContext.FixtureProblem
