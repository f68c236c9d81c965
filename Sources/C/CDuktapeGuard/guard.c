#define _GNU_SOURCE
#include "guard.h"
#include "CDuktapeGuard.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <duktape.h>
#include <link.h>
#include <ucontext.h>

bool docgen_js_has_time_limit(void) { return true; }

// The guard of the function that runs on this thread.
static _Thread_local docgen_guard *current;

// The address range of libduktape's machine code.
static uintptr_t engine_start, engine_end;

static int find_engine(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size; (void)unused;
  uintptr_t inside = (uintptr_t)&duk_create_heap;
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[index];
    uintptr_t start = info->dlpi_addr + segment->p_vaddr;
    if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X) && inside >= start
        && inside < start + segment->p_memsz) {
      engine_start = start;
      engine_end = start + segment->p_memsz;
      return 1;
    }
  }
  return 0;
}

// Jumps out of the engine, but only from the engine's own code: an allocator or another function of
// the C library may hold a lock. If one of those is running, the watchdog sends the next signal soon.
static void interrupted(int signal, siginfo_t *info, void *context) {
  (void)signal; (void)info;
  docgen_guard *guard = current;
  if (!guard || !guard->is_armed || !guard->is_expired) return;
  const ucontext_t *machine = context;
#if defined(__x86_64__)
  uintptr_t instruction = (uintptr_t)machine->uc_mcontext.gregs[REG_RIP];
#else
  uintptr_t instruction = (uintptr_t)machine->uc_mcontext.pc;
#endif
  if (instruction < engine_start || instruction >= engine_end) return;
  guard->is_armed = 0;
  siglongjmp(guard->escape, 1);
}

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static docgen_guard *watched;
static bool is_asleep;                // the watchdog waits without a timeout
static struct timespec next_wake;     // otherwise, the time it wakes

static bool is_before(struct timespec left, struct timespec right) {
  return left.tv_sec < right.tv_sec
      || (left.tv_sec == right.tv_sec && left.tv_nsec < right.tv_nsec);
}

static struct timespec later(struct timespec moment, double seconds) {
  long long nanoseconds = (long long)(seconds * 1e9) + moment.tv_nsec;
  moment.tv_sec += nanoseconds / 1000000000;
  moment.tv_nsec = nanoseconds % 1000000000;
  return moment;
}

static struct timespec now(void) {
  struct timespec moment;
  clock_gettime(CLOCK_MONOTONIC, &moment);
  return moment;
}

static void *watch(void *unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  for (;;) {
    struct timespec moment = now();
    bool has_next = false;
    for (docgen_guard *guard = watched; guard; guard = guard->next) {
      struct timespec wake = guard->deadline;
      if (!is_before(moment, guard->deadline)) {
        // Under the lock, so the thread is still in its function and can't have ended.
        guard->is_expired = 1;
        pthread_kill(guard->thread, SIGURG);
        wake = later(moment, 0.001);
      }
      if (!has_next || is_before(wake, next_wake)) next_wake = wake;
      has_next = true;
    }
    is_asleep = !has_next;
    if (has_next) pthread_cond_timedwait(&changed, &lock, &next_wake);
    else pthread_cond_wait(&changed, &lock);
  }
  return NULL;
}

static void start_watchdog(void) {
  dl_iterate_phdr(find_engine, NULL);
  // SIGURG is ignored by default, so a late one has no effect.
  struct sigaction action = {.sa_sigaction = interrupted, .sa_flags = SA_SIGINFO | SA_RESTART | SA_NODEFER};
  sigemptyset(&action.sa_mask);
  sigaction(SIGURG, &action, NULL);
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&changed, &attributes);
  // Block all signals, so that the watchdog receives none meant for other threads.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t thread;
  if (pthread_create(&thread, NULL, watch, NULL) == 0) pthread_detach(thread);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void docgen_guard_enter(docgen_guard *guard, double seconds) {
  pthread_once(&once, start_watchdog);
  guard->is_armed = 0;
  guard->is_expired = 0;
  guard->thread = pthread_self();
  guard->deadline = later(now(), seconds);
  current = guard;
  // Dispatch's worker threads, on which Swift's tasks run, block every signal.
  sigset_t urgent;
  sigemptyset(&urgent);
  sigaddset(&urgent, SIGURG);
  pthread_sigmask(SIG_UNBLOCK, &urgent, &guard->blocked);
  pthread_mutex_lock(&lock);
  guard->next = watched;
  watched = guard;
  if (is_asleep || is_before(guard->deadline, next_wake)) pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
}

void docgen_guard_leave(docgen_guard *guard) {
  guard->is_armed = 0;
  pthread_mutex_lock(&lock);
  for (docgen_guard **link = &watched; *link; link = &(*link)->next) {
    if (*link == guard) {
      *link = guard->next;
      break;
    }
  }
  pthread_mutex_unlock(&lock);
  current = NULL;
  pthread_sigmask(SIG_SETMASK, &guard->blocked, NULL);
}

#else

// On other systems only the memory limit applies; `docgen_js_has_time_limit` reports this.
bool docgen_js_has_time_limit(void) { return false; }
void docgen_guard_enter(docgen_guard *guard, double seconds) { (void)guard; (void)seconds; }
void docgen_guard_leave(docgen_guard *guard) { guard->is_armed = 0; }

#endif
