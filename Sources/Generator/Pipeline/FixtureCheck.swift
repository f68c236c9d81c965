public import DocumentParsing

/// Returns the problems of a fixture's text.
public typealias FixtureCheck = SampleContext.FixtureCheck

/// A problem of a fixture's text.
public typealias FixtureProblem = SampleContext.FixtureProblem
