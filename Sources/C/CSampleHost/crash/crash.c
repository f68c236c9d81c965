#define _GNU_SOURCE
#include "crash.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "CSampleHost.h"
#include "report.h"
#include "task.h"
#include "trace.h"

#ifdef __APPLE__
#include <sys/ucontext.h>
#else
#include <ucontext.h>
#endif

enum { ALTERNATE_STACK = 128 * 1024 };

static struct probe probe = {{-1, -1}};
static char alternate_stack[ALTERNATE_STACK];
static atomic_flag is_ending = ATOMIC_FLAG_INIT;

static void registers(const void *context, uintptr_t *instruction, uintptr_t *frame) {
  const ucontext_t *state = context;
#if defined(__linux__) && defined(__x86_64__)
  *instruction = (uintptr_t)state->uc_mcontext.gregs[REG_RIP];
  *frame = (uintptr_t)state->uc_mcontext.gregs[REG_RBP];
#elif defined(__linux__) && defined(__aarch64__)
  *instruction = (uintptr_t)state->uc_mcontext.pc;
  *frame = (uintptr_t)state->uc_mcontext.regs[29];
#elif defined(__APPLE__) && defined(__x86_64__)
  *instruction = (uintptr_t)state->uc_mcontext->__ss.__rip;
  *frame = (uintptr_t)state->uc_mcontext->__ss.__rbp;
#elif defined(__APPLE__) && defined(__aarch64__)
  *instruction = (uintptr_t)state->uc_mcontext->__ss.__pc;
  *frame = (uintptr_t)state->uc_mcontext->__ss.__fp;
#else
#error "say where this machine keeps its instruction and frame pointers"
#endif
}

/* Adds the backtrace at a signal. */
static void add_backtrace(struct trace *trace, const void *context) {
  uintptr_t instruction = 0, frame = 0;
  registers(context, &instruction, &frame);
  csamplehost_trace_add(trace, instruction, "at");
  csamplehost_trace_walk(trace, &probe, frame);
}

/* Writes buffered output, which has no line end yet. */
static void flush(void) {
  if (ftrylockfile(stdout)) return;
  funlockfile(stdout);
  fflush(stdout);
}

static void crashed(int number, siginfo_t *information, void *context) {
  (void)information;
  if (!atomic_flag_test_and_set(&is_ending)) {
    static struct trace trace;
    csamplehost_report_line("signal", (uintptr_t)number, 10);
    add_backtrace(&trace, context);
    csamplehost_report_trace(&trace);
    /* Last, because these aren't async-signal-safe; for C code without frame pointers, such as
       abort(). */
    if (!trace.count) {
      csamplehost_trace_unwind(&trace);
      csamplehost_report_trace(&trace);
    }
    flush();
  }
  /* SA_RESETHAND has reset the handler, so this ends the process as the signal would have. */
  raise(number);
}

/* The first thread gets the signal. If it isn't running the sample's code, the sample's first task
   is suspended and on no stack. */
static void timed_out(int number, siginfo_t *information, void *context) {
  static struct trace walked, better;
  (void)number;
  (void)information;
  if (atomic_flag_test_and_set(&is_ending)) return;
  csamplehost_report_line("timeout", 1, 10);
  add_backtrace(&walked, context);
  csamplehost_report_trace(&walked);
  flush();
  /* Last, because the unwinder isn't async-signal-safe. */
  csamplehost_trace_improve(&better, &walked);
  if (!walked.count && !better.count) csamplehost_trace_task(&better, &probe);
  if (better.count) {
    csamplehost_report_text("afresh 1\n");
    csamplehost_report_trace(&better);
  }
  kill(getpid(), SIGKILL);
}

static void handle(int number, void (*handler)(int, siginfo_t *, void *), int flags) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | flags;
  sigaction(number, &action, NULL);
}

int csamplehost_catch_crashes(void) {
  static const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS,
                                SIGFPE, SIGABRT, SIGXCPU, SIGXFSZ};
  int failure = csamplehost_pipe(probe.ends);
  if (failure) return failure;
  stack_t stack = {.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
  sigaltstack(&stack, NULL);
  for (size_t index = 0; index < sizeof signals / sizeof signals[0]; index++)
    handle(signals[index], crashed, SA_RESETHAND | SA_NODEFER);
  return 0;
}

void csamplehost_alarm(int seconds) {
  handle(SIGALRM, timed_out, 0);
  alarm((unsigned)seconds);
}
