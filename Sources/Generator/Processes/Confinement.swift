/// How programs were kept from the machine's files.
public enum Confinement: String, Sendable, Hashable {
  /// By bubblewrap: they had no files but their own and the system's, and a network of their own.
  case bubblewrap
  /// By rules of the kernel: they had no files but their own and the system's, and the machine's network.
  case landlock
  /// Not at all.
  case none
}

/// Which confinement a build asks for.
public enum ConfinementPolicy: String, Sendable, Hashable, CaseIterable {
  /// Bubblewrap, else Landlock, else the build doesn't go on.
  case require
  /// Bubblewrap, else Landlock, else none.
  case auto
  /// None.
  case off
}
