#pragma once
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <time.h>

// The part of an engine that the watchdog thread and the signal handler look at.
typedef struct docgen_guard {
  sigjmp_buf escape;
  volatile sig_atomic_t is_armed;    // may be left by a jump
  volatile sig_atomic_t is_expired;  // its time is over
  pthread_t thread;
  sigset_t blocked;  // the thread's signal mask before
  struct timespec deadline;
  struct docgen_guard *next;
} docgen_guard;

// Between the two, the calling thread is watched. To be paired on the same thread.
void docgen_guard_enter(docgen_guard *guard, double seconds);
void docgen_guard_leave(docgen_guard *guard);
