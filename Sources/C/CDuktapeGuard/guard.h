#pragma once
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <time.h>

// The part of an engine that the watchdog thread and the signal handler use.
typedef struct docgen_guard {
  sigjmp_buf escape;
  volatile sig_atomic_t is_armed;    // the handler may jump out now
  volatile sig_atomic_t is_expired;  // the deadline has passed
  pthread_t thread;
  sigset_t blocked;  // the thread's previous signal mask
  struct timespec deadline;
  struct docgen_guard *next;
} docgen_guard;

// The watchdog watches the calling thread between these two; call both on the same thread.
void docgen_guard_enter(docgen_guard *guard, double seconds);
void docgen_guard_leave(docgen_guard *guard);
