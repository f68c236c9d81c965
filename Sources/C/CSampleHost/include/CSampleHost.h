/*
 * The parts of a sample's process that can't be written in Swift: signal handlers, which may run at
 * any moment, the hooks of the Swift runtime for thrown errors, and starting a process group.
 *
 * A crash or an uncaught error is written to the report descriptor as lines of text:
 *
 *     signal <number>       this signal is about to end the process
 *     timeout 1             the timeout of `csamplehost_alarm` expired
 *     afresh 1              discard the addresses so far; better ones follow
 *     exit <status>         the process exits with this status
 *     threw                 the sample's top level threw an error
 *     at <offset>           the instruction itself, hexadecimal, from the start of the library
 *     from <offset>         the instruction after a call, inner ones first
 *     resume <offset>       the function that resumes after an `await`, inner ones first
 */
#ifndef CSAMPLEHOST_H
#define CSAMPLEHOST_H

#include <stdint.h>
#include <sys/types.h>

/// Starts a program as the leader of a new session and process group, in `directory`, with
/// `descriptors` as its only descriptors, 0 to 3. With `ends_with_thread` the program is killed
/// when the thread that started it ends (on Linux), and so also when this process dies. Returns 0
/// or an errno value.
int csamplehost_spawn(pid_t *pid, const char *path, char *const argv[], char *const environment[],
                      const char *directory, const int descriptors[4], int ends_with_thread);

/// Starts a detached thread. Returns 0, or an errno value when `work` won't run.
int csamplehost_start_thread(void (*work)(void *context), void *context);

/// Creates a pipe that child processes don't inherit. Returns 0 or an errno value.
int csamplehost_pipe(int ends[2]);

/// Returns a descriptor that becomes readable when the process ends; -1 where the system has none.
int csamplehost_process_descriptor(pid_t pid);

/// Returns whether the process has ended, without reaping it, so that its ID isn't reused.
int csamplehost_has_ended(pid_t pid);

/// Returns the number of live processes that descend from `root` or belong to its session,
/// including `root`; 0 where the system has no `/proc`.
int csamplehost_family_size(pid_t root);

/// Returns the number of all processes and threads with one system call; -1 where that isn't
/// available.
int csamplehost_system_size(void);

/// Kills a session's leader, its process group and, where the system has `/proc`, all other
/// processes of the session and descendants of the leader. The leader must not have been reaped.
void csamplehost_kill_family(pid_t leader);

/// Forks: the child returns, in a separate process group, and does the work; the parent supervises
/// it and never returns.
///
/// The parent adopts descendants whose parents die, kills all of them when the child ends, and then
/// ends like the child. SIGTERM makes it do so immediately.
///
/// Where the kernel filters system calls, the child and its descendants can't end or stop the
/// parent, the process that started the parent, or all processes together; where the kernel has
/// signal scopes, they can't signal any other process.
///
/// `rules` are lines of `w` or `r` and a path. With them, the child can only access the named paths
/// and everything below them, to change (`w`) or to read and execute (`r`), and can't create Unix
/// sockets.
///
/// Call it while the process has only one thread. Returns 0 or an errno value. Works only on Linux;
/// elsewhere it does nothing.
int csamplehost_supervise(const char *rules);

/// The environment variable that tells a host of samples or shells to call `csamplehost_supervise`,
/// with the rules as its value; empty for none.
#define CSAMPLEHOST_SUPERVISION "DOCGEN_SUPERVISED"

/// Returns whether the kernel filters system calls (seccomp, Linux 3.5), so that the child of
/// `csamplehost_supervise` can't end its supervisor.
int csamplehost_filters_calls(void);

/// Returns whether the kernel restricts file access by rules (Landlock, Linux 5.13).
int csamplehost_restricts_files(void);

/// Returns whether the kernel has signal scopes (Landlock, Linux 6.12), so that the child of
/// `csamplehost_supervise` can signal only its descendants.
int csamplehost_scopes_signals(void);

/// Makes this process adopt descendants whose parents die, on Linux.
void csamplehost_adopt(void);

/// Kills and reaps all descendants of this process, which has adopted them.
void csamplehost_end_family(void);

/// Runs a shell in a separate process group and waits for its end.
///
/// The shell gets this process's environment, folder and descriptors 0 to 2, and `report` as 3. At
/// its end, the rest of its group and this process's other descendants are killed. Up to `limit`
/// bytes each of its output to 1 and to 2 are forwarded; if it writes more, it is killed. After
/// `seconds` it gets SIGVTALRM, its descendants are killed, and it has one more second to report
/// its line. Returns 0 with the status of `waitpid`, ETIMEDOUT after a timeout, or another errno
/// value.
int csamplehost_run_child(const char *path, char *const argv[], int seconds, size_t limit, int report,
                          int *status);

/// Sets limits, a separate process group and a fixed file mode creation mask for this process, and
/// ends it when its parent dies (on Linux). `seconds` is the time limit of the run.
void csamplehost_limit(int seconds);

/// Watches the library that contains `entry` for crashes and thrown errors, and reports them to
/// `descriptor`; calls `describe` with an uncaught error after its backtrace is written.
void csamplehost_watch(int descriptor, void *entry, void (*describe)(const void *error));

/// The descriptor of the original standard output in hosts of Swift and of shells, since a sample
/// may redirect it; a number that no sample uses.
enum { CSAMPLEHOST_OUTPUT = 196 };

/// Marks the start of a block of a session, counted from 0: writes a zero byte and the line
/// `docgen-block <index>` to standard output, and the transcript event `block` to the file that
/// DOCGEN_REPORT named when `csamplehost_watch` was called. Sessions call it by its symbol.
void csamplehost_next_block(int32_t index);

/// Ends this process after some seconds with a report of its backtrace; call it on the main thread,
/// after `csamplehost_watch`.
void csamplehost_alarm(int seconds);

/// Writes `exit <status>` to `descriptor` when this process exits (on Linux).
void csamplehost_report_exit(int descriptor);

/// Calls a C `main` with `name` as its only argument, and makes standard output line-buffered.
int csamplehost_call(void *entry, const char *name);

#endif
