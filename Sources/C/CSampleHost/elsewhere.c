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

/* Milliseconds for all threads together, less than a process is left when its time is over, and for
   what makes an answer better. A thread that is ready may wait long for a processor. */
enum { PATIENCE = 1000, MOMENT = 20 };

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

/* Milliseconds of a clock that only goes forward. */
static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static int waits_for(int wanted, int64_t end) {
  const struct timespec pause = {.tv_nsec = 200000};
  while (atomic_load(&state) < wanted && now() < end) nanosleep(&pause, NULL);
  return atomic_load(&state) >= wanted;
}

/* Whether a thread has answered by `end`. */
static int has_answered(pid_t thread, int64_t end) {
  int expected = ASKED;
  answer.count = better.count = 0;
  atomic_store(&asked_thread, thread);
  atomic_store(&state, ASKED);
  if (syscall(SYS_tgkill, getpid(), thread, ASK)) return 0;
  waits_for(ANSWERING, end);
  if (atomic_compare_exchange_strong(&state, &expected, IDLE)) return 0;
  if (!waits_for(ANSWERED, end)) return 0;
  if (waits_for(IMPROVED, now() + MOMENT) && better.count) answer = better;
  return 1;
}

/* Whether a thread blocks what it is asked with, and whether it runs or could, as proc_pid_status(5)
   says: `State:` and its letter, `SigBlk:` and 16 digits of a mask. */
static void read_status(const char *thread, int *blocks, int *is_at_work) {
  static char text[4096];
  char path[64] = "/proc/self/task/";
  *blocks = *is_at_work = 0;
  strncat(path, thread, 20);
  strcat(path, "/status");
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return;
  ssize_t length = read(file, text, sizeof text - 1);
  close(file);
  text[length < 0 ? 0 : length] = 0;
  const char *letter = strstr(text, "\nState:\t"), *mask = strstr(text, "\nSigBlk:\t");
  *is_at_work = letter && (letter[8] == 'R' || letter[8] == 'D');
  *blocks = mask && strtoull(mask + 9, NULL, 16) >> (ASK - 1) & 1;
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
  int64_t end = now() + PATIENCE;
  while (best < IN_FIRST_TASK && now() < end &&
         (length = syscall(SYS_getdents64, folder, entries, sizeof entries)) > 0) {
    for (long at = 0; at < length && best < IN_FIRST_TASK && now() < end;) {
      const struct entry *entry = (const struct entry *)(entries + at);
      pid_t thread = (pid_t)atoi(entry->name);
      at += entry->length;
      if (thread <= 0 || thread == (pid_t)syscall(SYS_gettid)) continue;
      /* Not one that only wakes for a moment. */
      int blocks, was_at_work;
      read_status(entry->name, &blocks, &was_at_work);
      if (was_at_work) {
        nanosleep(&moment, NULL);
        read_status(entry->name, &blocks, &was_at_work);
      }
      if (blocks || !has_answered(thread, end) || rank(was_at_work) <= best) continue;
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
