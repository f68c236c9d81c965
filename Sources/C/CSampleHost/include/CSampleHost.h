/*
 * What a sample's process needs and Swift can't give: signal handlers that may run at any moment,
 * the hooks of the Swift runtime for thrown errors, and a spawn that makes a process group.
 *
 * A crash or an uncaught error is written to the report descriptor as lines of text:
 *
 *     signal <number>       the process is about to die of this signal
 *     timeout 1             the time of `csamplehost_alarm` was over
 *     afresh 1              the addresses so far don't count: better ones follow
 *     exit <status>         the process ends by itself, with this status
 *     threw                 an error left the sample's top level
 *     at <offset>           the instruction itself, hexadecimal, from the start of the library
 *     from <offset>         the instruction after a call, inner ones first
 *     resume <offset>       the function that goes on after an `await`, inner ones first
 */
#ifndef CSAMPLEHOST_H
#define CSAMPLEHOST_H

#include <stdint.h>
#include <sys/types.h>

/// What one run may use; a value of 0 leaves that limit alone.
struct csamplehost_limits {
  uint64_t cpu_seconds;
  uint64_t data_bytes;
  uint64_t file_bytes;
  uint64_t open_files;
  uint64_t processes;
};

/// Starts a program as the leader of a new session and process group, with `descriptors` as its 0,
/// 1, 2 and 3 and no others, in `directory`. With `ends_with_thread` it is killed when the thread
/// ends that has started it (on Linux), so also when this process dies. Gives 0 or an errno value.
int csamplehost_spawn(pid_t *pid, const char *path, char *const argv[], char *const environment[],
                      const char *directory, const int descriptors[4], int ends_with_thread);

/// Starts a thread that nobody waits for. Gives 0, or an errno value when the work won't be done.
int csamplehost_start_thread(void (*work)(void *context), void *context);

/// A pipe whose ends are not inherited by programs started meanwhile. Gives 0 or an errno value.
int csamplehost_pipe(int ends[2]);

/// A descriptor that becomes readable when the process ends; -1 where the system has none.
int csamplehost_process_descriptor(pid_t pid);

/// Whether the process has ended, without reaping it, so that its number stays taken.
int csamplehost_has_ended(pid_t pid);

/// How many processes are alive that descend from `root` or belong to its session, itself among
/// them, where the system lists them in `/proc`; else 0.
int csamplehost_family_size(pid_t root);

/// How many processes and threads there are altogether, at the price of one system call; -1 where
/// that can't be had.
int csamplehost_system_size(void);

/// Kills a session's leader, its process group and, where the system lists processes in `/proc`,
/// whoever else belongs to the session or descends from its leader. The leader must not have been
/// reaped.
void csamplehost_kill_family(pid_t leader);

/// Becomes two processes: the child returns and does the work, in a process group of its own; the
/// parent stays behind, takes over those of its descendants whose own parents die, ends as its
/// child did, and ends all of them before that. SIGTERM tells it to do so at once. The child and all
/// that comes of it can neither end nor stop the parent, nor the process that started it, nor all
/// processes at once, where the kernel filters system calls; nor anybody else, where it knows scopes.
/// With `rules` they have no files but those that these lines name, `w` or `r` and a path, to change or
/// to read and execute it and whatever is below it, and make no Unix sockets. To be called while there is one thread only. Gives 0 or an errno value. Only Linux has what that
/// needs; elsewhere nothing happens.
int csamplehost_supervise(const char *rules);

/// The variable that asks a host of samples or of shells for that, with the rules as its value; empty
/// for none.
#define CSAMPLEHOST_SUPERVISION "DOCGEN_SUPERVISED"

/// Whether the kernel filters system calls (seccomp, Linux 3.5), so that what `csamplehost_supervise`
/// gives can't end who watches over it.
int csamplehost_filters_calls(void);

/// Whether the kernel takes files away by rules (Landlock, Linux 5.13).
int csamplehost_restricts_files(void);

/// Whether the kernel knows scopes of signals (Landlock, Linux 6.12), so that what
/// `csamplehost_supervise` gives reaches no processes but those that come of it.
int csamplehost_scopes_signals(void);

/// Makes this process the parent of those of its descendants whose own parents die, on Linux.
void csamplehost_adopt(void);

/// Kills and reaps all descendants of this process, which has adopted them.
void csamplehost_end_family(void);

/// Runs a shell in a process group of its own, with this process's environment, folder and
/// descriptors 0 to 2, and `report` as 3, and waits for its end; then what is left of the group and of
/// this process's other descendants is killed. Of what it writes to 1 and to 2, `limit` bytes each are
/// passed on; when there is more, it is killed. When its seconds are over it gets SIGVTALRM, its
/// descendants are killed, and it has a second more to report its line. Gives 0 and the status that
/// `waitpid` gives, ETIMEDOUT when its seconds were over, or another errno value.
int csamplehost_run_child(const char *path, char *const argv[], int seconds, size_t limit, int report,
                          int *status);

/// Limits this process, gives it a process group and a file mode creation mask of its own, whatever
/// started it, and ends it when its parent dies (on Linux).
void csamplehost_limit(const struct csamplehost_limits *limits);

/// Watches the library that holds `entry` for crashes and thrown errors, which are reported to
/// `descriptor`; `describe` is called with an uncaught error before its report.
void csamplehost_watch(int descriptor, void *entry, void (*describe)(const void *error));

/// Where standard output led before the sample could lead it elsewhere, in hosts of Swift and of shells:
/// a number that no sample uses.
enum { CSAMPLEHOST_OUTPUT = 196 };

/// Tells that a block of a session begins, the first being 0: to standard output a zero byte and the
/// line `docgen-block <index>`, and to the file that the variable DOCGEN_REPORT named when
/// `csamplehost_watch` was called the transcript event `block`. Sessions call it by its symbol.
void csamplehost_next_block(int32_t index);

/// Ends this process after some seconds with a report of where it was; to be called on the main
/// thread, after `csamplehost_watch`.
void csamplehost_alarm(int seconds);

/// Writes `exit <status>` to `descriptor` when this process ends by itself (on Linux).
void csamplehost_report_exit(int descriptor);

/// Calls a C `main` with `name` as its only argument, standard output going out line by line.
int csamplehost_call(void *entry, const char *name);

#endif
