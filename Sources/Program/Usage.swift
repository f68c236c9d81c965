/// The text that `docgen help` prints.
enum Usage {
  static let version = "0.2.0"

  /// Returns the help on one command, or on all of them.
  static func text(on name: String?) -> String {
    let usages = usage.replacing("usage: ", with: "\n       ").split(separator: "\n       docgen ")
    guard let command = CommandSyntax.all.first(where: { $0.name == name }),
      let usage = usages.first(where: { $0.hasPrefix(command.name + " ") })
    else {
      return [introduction, usage, adopt, options, samples, lab, labOptions, exitStatus]
        .joined(separator: "\n\n")
    }
    let entries = ("\n" + options).split(separator: "\n  --").map { "--\($0)" }
    let options = entries.filter { entry in
      command.options.contains { entry.hasPrefix($0.name + " ") }
    }.map { "  \($0)" }.joined(separator: "\n")
    let details =
      switch command.name {
      case "adopt": [adopt, options]
      case "samples": [samples, options]
      case "lab": [lab, labOptions]
      default: options.isEmpty ? [] : [options]
      }
    return (["usage: docgen \(usage)"] + details + [exitStatus]).joined(separator: "\n\n")
  }

  private static let introduction = """
    docgen publishes guides whose Swift examples are compiled and run at every build.
    """

  private static let usage = """
    usage: docgen build [--root DIR] [--package-path DIR] [--output DIR] [--base-url URL]
                        [--strict] [--no-samples] [--update] [--jobs N] [--only PATH]… [--failed]
                        [--shard I/N] [--remote-cache URL] [--confine require|auto|off]
                        [--format text|json|github|junit|sarif] [--report FILE] [--times] [--quiet]
           docgen check [the options of build]      checks the same, and writes no site
           docgen serve [--root DIR] [--package-path DIR] [--host 127.0.0.1] [--port 8080]
                        [--no-samples] [--confine require|auto|off]
           docgen adopt [PATH]… [--root DIR] [--package-path DIR] [--dry-run] [--jobs N]
           docgen samples list|run NAME|export NAME DIR [--root DIR]
           docgen lab [--config FILE] [--provider-config FILE] [--profile 1.5|2.8] [--store DIR]
                      [--host 127.0.0.1] [--gateway-port 4984] [--admin-port 4985]
                      [--provider-port 9090] [--control-port N] [--tls]
           docgen init [DIR]                        site.yml, .gitignore, and a first page if there is none
           docgen new guide|sample NAME [--root DIR]
           docgen doctor [DIR]                      what is missing, and the command to install it
           docgen completions bash|zsh|fish         a script for the shell to evaluate
           docgen help [COMMAND] · docgen version
    """

  private static let adopt = """
    'adopt' tries the Swift blocks of Markdown files that have no options yet, and writes into their
    fences what a build needs to verify them. Paths start in the root; without a path, it reads all
    documents of the site.
    """

  private static let options = """
      --root DIR       the site's folder, which contains 'content' (default: this folder)
      --package-path DIR
                       the Swift package whose libraries samples import (default: the root, or this
                       folder, if it has a manifest)
      --output DIR     where to write the site (default: 'site' in the root)
      --base-url URL   the address at which you publish the site, for canonical links
      --strict         warnings fail the build too
      --no-samples     neither compile nor run samples; the summary counts them as skipped
      --update         rewrite outputs that differ from what samples print, and show the changes
      --jobs N         how many samples to compile or run at once (default: one more than processors)
      --only PATH      work only on the samples of this page or folder, or on this sample
      --failed         work only on the samples that failed in the last build
      --shard I/N      work only on part I of N; docgen balances the parts by recorded times
      --remote-cache URL
                       share results with other machines through HTTP GET and PUT; the address
                       begins with https:// unless it is on this machine
      --confine require|auto|off
                       keep samples from your files: by bubblewrap, else by Landlock, else not at
                       all (auto, the default) or no build (require); off lets them do what you can
      --format FORMAT  the format of problems: text, json (a line each), github, junit or sarif
      --report FILE    write problems to this file in that format; standard error keeps the text
      --times          print where the time went, and the five slowest samples
      --quiet          print only problems
      --host ADDRESS   the address at which 'serve' listens (default: 127.0.0.1)
      --port N         its port; 0 for a free one (default: 8080)
      --dry-run        report what 'adopt' would write, and write nothing
    """

  private static let samples = """
    'docgen samples' works with the programs in 'Samples' that begin with '// title: …': 'list' prints
    their names, titles and tags, 'run' compiles and runs one, and 'export' writes one into a new folder
    as a Swift package that builds by itself. 'run' takes '--confine' too.
    """

  private static let lab = """
    'docgen lab' runs the mock Sync Gateway and the mock OpenID provider as servers, for curl, browsers
    and phones. It prints a line for each request, with secrets redacted. Both use the real time until
    the controls advance it.
    """

  private static let labOptions = """
      --config FILE            a Sync Gateway configuration; ${PROVIDER} and ${GATEWAY} in it
                               stand for the addresses. Without it: database 'db', in which
                               'alice' with the password 'secret' may do everything
      --provider-config FILE   the provider's, as in a page's 'fixture=provider' block
      --profile 1.5|2.8        which version of Sync Gateway to imitate (default: 1.5)
      --store DIR              keep the databases in files of this folder (default: in memory)
      --host ADDRESS           where gateway and provider listen; the admin port stays on
                               loopback. An Android emulator reaches 127.0.0.1 as 10.0.2.2
      --gateway-port, --admin-port, --provider-port N    0 for a free port
      --control-port N         control the provider over HTTP at this port of loopback: users, faults,
                               keys, switches, log, clock; requests need the token that the lab
                               prints (default: none)
      --tls                    gateway and provider serve HTTPS with a new certificate; the lab
                               prints the file of the CA certificate to trust. The admin port and
                               the controls, on loopback, remain HTTP
    """

  private static let exitStatus = """
    Exit status: 0 fine; 1 the documents or configurations have problems; 2 the command line is wrong;
    3 the machine is at fault (no compiler, port taken, disk full, no confinement).
    """
}
