/// The way programs were confined.
public enum Confinement: String, Sendable, Hashable {
  /// By bubblewrap: they had only their own and the system's files, and a private network.
  case bubblewrap
  /// By the kernel's Landlock: they had only their own and the system's files, and the machine's
  /// network.
  case landlock
  /// Not at all.
  case none
}

/// The confinement that a build asks for.
public enum ConfinementPolicy: String, Sendable, Hashable, CaseIterable {
  /// Bubblewrap, else Landlock, else the build stops.
  case require
  /// Bubblewrap, else Landlock, else none.
  case auto
  /// None.
  case off
}
