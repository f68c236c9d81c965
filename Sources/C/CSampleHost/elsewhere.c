#define _GNU_SOURCE
#include "elsewhere.h"

#ifdef __linux__
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "task.h"
#include "trace.h"

/* The one signal that is no crash and that Dispatch's threads do not block. */
enum { ASK = SIGPROF };

/* Milliseconds until a thread has begun to answer, and until it has answered. */
enum { PATIENCE = 20, LONG_PATIENCE = 500 };

/* As getdents64(2) writes them. */
struct entry {
  uint64_t number;
  int64_t offset;
  uint16_t length;
  uint8_t kind;
  char name[];
};

enum { IDLE, ASKED, ANSWERING, ANSWERED, IMPROVED };

static atomic_int state = IDLE;
static _Atomic(pid_t) asked_thread;
static struct trace answer, better;
static int answers_for_task;
static void (*ask)(struct trace *, const void *);

static void asked(int number, siginfo_t *information, void *context) {
  (void)number;
  (void)information;
  int expected = ASKED;
  if (atomic_load(&asked_thread) != (pid_t)syscall(SYS_gettid)) return;
  if (!atomic_compare_exchange_strong(&state, &expected, ANSWERING)) return;
  ask(&answer, context);
  answers_for_task = csamplehost_runs_first_task();
  atomic_store(&state, ANSWERED);
  csamplehost_trace_improve(&better, &answer);
  atomic_store(&state, IMPROVED);
  /* What it waited for would fail now, which the program might act on. */
  for (;;) pause();
}

static int waits_for(int wanted, int milliseconds) {
  const struct timespec pause = {.tv_nsec = 200000};
  for (int count = 0; count < 5 * milliseconds && atomic_load(&state) < wanted; count++)
    nanosleep(&pause, NULL);
  return atomic_load(&state) >= wanted;
}

/* Whether a thread has answered. One that blocks the signal is passed over. */
static int has_answered(pid_t thread) {
  int expected = ASKED;
  answer.count = better.count = 0;
  atomic_store(&asked_thread, thread);
  atomic_store(&state, ASKED);
  if (syscall(SYS_tgkill, getpid(), thread, ASK)) return 0;
  waits_for(ANSWERING, PATIENCE);
  if (atomic_compare_exchange_strong(&state, &expected, IDLE)) return 0;
  if (!waits_for(ANSWERED, LONG_PATIENCE)) return 0;
  if (waits_for(IMPROVED, PATIENCE) && better.count) answer = better;
  return 1;
}

/* Whether a thread runs or could, by `TID (name) state …` (proc_pid_stat(5)). */
static int is_at_work(const char *thread) {
  char text[128], path[64] = "/proc/self/task/";
  strncat(path, thread, 20);
  strcat(path, "/stat");
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  text[length < 0 ? 0 : length] = 0;
  const char *end = strrchr(text, ')');
  return end && end[1] == ' ' && (end[2] == 'R' || end[2] == 'D');
}

/* The rank of a thread that has answered, which it can't have before. */
static enum csamplehost_rank rank(int was_at_work) {
  if (!answer.count) return NOT_IN_SAMPLE;
  if (answers_for_task) return IN_FIRST_TASK;
  return was_at_work ? AT_WORK : ASLEEP;
}

enum csamplehost_rank csamplehost_trace_elsewhere(struct trace *trace,
                                                  void (*look)(struct trace *trace,
                                                               const void *context)) {
  static char entries[1 << 15];
  const struct timespec moment = {.tv_nsec = 3000000};
  enum csamplehost_rank best = NOT_IN_SAMPLE;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_sigaction = asked;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  ask = look;
  if (sigaction(ASK, &action, NULL)) return best;
  int folder = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return best;
  long length;
  while (best < IN_FIRST_TASK &&
         (length = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0) {
    for (long at = 0; at < length && best < IN_FIRST_TASK;) {
      const struct entry *entry = (const struct entry *)(entries + at);
      pid_t thread = (pid_t)atoi(entry->name);
      at += entry->length;
      if (thread <= 0 || thread == (pid_t)syscall(SYS_gettid)) continue;
      /* Not one that only wakes for a moment. */
      int was_at_work = is_at_work(entry->name);
      if (was_at_work) {
        nanosleep(&moment, NULL);
        was_at_work = is_at_work(entry->name);
      }
      if (!has_answered(thread) || rank(was_at_work) <= best) continue;
      best = rank(was_at_work);
      *trace = answer;
    }
  }
  close(folder);
  return best;
}
#else
enum csamplehost_rank csamplehost_trace_elsewhere(struct trace *trace,
                                                  void (*look)(struct trace *trace,
                                                               const void *context)) {
  (void)trace;
  (void)look;
  return NOT_IN_SAMPLE;
}
#endif
