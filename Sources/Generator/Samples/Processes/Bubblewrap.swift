/// How bubblewrap is asked for a system of one's own.
///
/// Tests that ask whether it works here ask with the same words.
package enum Bubblewrap {
  /// Its program.
  package static let name = "bwrap"

  /// Nothing of the machine's other processes, network and users.
  package static let isolation = [
    "--unshare-all", "--die-with-parent", "--cap-drop", "ALL", "--hostname", "localhost",
  ]

  /// What it makes anew, behind the folders that are shared.
  package static let ownFolders = ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"]
}
