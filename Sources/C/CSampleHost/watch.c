#define _GNU_SOURCE
#include "CSampleHost.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unwind.h>

#ifdef __linux__
#include <link.h>
#endif
#if defined(__APPLE__)
#include <sys/ucontext.h>
#else
#include <ucontext.h>
#endif

enum { FRAMES = 48, THROWS = 64, DEPTH = 256, ALTERNATE_STACK = 128 * 1024 };

/* A pipe through which the kernel reads memory for us: an address that can't be read gives EFAULT
   instead of a second crash. */
struct probe {
  int ends[2];
};

/* Where an address came from decides how its line is found. */
struct frame {
  uintptr_t offset;
  const char *word;
};

static const char at[] = "at", from[] = "from", resume[] = "resume", landing[] = "landing";

struct trace {
  const void *error;
  int count;
  struct frame frames[FRAMES];
};

static int report_descriptor = -1;
static const char *report_file;
static uintptr_t library_base, code_start, code_end;
static void (*describe_error)(const void *);
static struct probe signal_probe = {{-1, -1}}, throw_probe = {{-1, -1}};
static char alternate_stack[ALTERNATE_STACK];
static atomic_flag crashing = ATOMIC_FLAG_INIT;

/* Errors are thrown on any thread. */
static pthread_mutex_t throws_lock = PTHREAD_MUTEX_INITIALIZER;
static struct trace throws[THROWS];
static unsigned throw_count;

static int read_words(struct probe *probe, uintptr_t address, uintptr_t *words, int count) {
  size_t size = sizeof(uintptr_t) * (size_t)count;
  if (!address || address % sizeof(uintptr_t)) return 0;
  if (write(probe->ends[1], (const void *)address, size) != (ssize_t)size) return 0;
  return read(probe->ends[0], words, size) == (ssize_t)size;
}

static int is_in_library(uintptr_t address) {
  return address >= code_start && address < code_end;
}

static void add(struct trace *trace, uintptr_t address, const char *word) {
  if (!is_in_library(address) || trace->count == FRAMES) return;
  trace->frames[trace->count].offset = address - library_base;
  trace->frames[trace->count].word = word;
  trace->count++;
}

/* An async context begins with its caller's context and the place where its caller goes on. */
static void add_async_callers(struct trace *trace, struct probe *probe, uintptr_t context) {
  for (int depth = 0; depth < DEPTH; depth++) {
    uintptr_t words[2];
    if (!read_words(probe, context, words, 2) || !words[1]) return;
    add(trace, words[1], resume);
    context = words[0];
  }
}

/* Swift code keeps frame pointers. An async function saves its context below the frame's link. */
static void walk(struct trace *trace, struct probe *probe, uintptr_t frame) {
  uintptr_t contexts[DEPTH];
  int context_count = 0;
  for (int depth = 0; depth < DEPTH; depth++) {
    uintptr_t words[2], context;
    if (!read_words(probe, frame, words, 2)) break;
    add(trace, words[1], from);
    /* Below the innermost frame, an overflowing stack may already have ended. */
    if (read_words(probe, frame - sizeof context, &context, 1)) contexts[context_count++] = context;
    if (words[0] <= frame) break;
    frame = words[0];
  }
  /* After a suspension, the callers are on no stack. */
  for (int index = 0; index < context_count && !trace->count; index++)
    add_async_callers(trace, probe, contexts[index]);
}

/* Writing: only write(2) and arithmetic, for this runs in a signal handler. */

static void put(const char *text, size_t length) {
  while (length > 0) {
    ssize_t written = write(report_descriptor, text, length);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    text += written;
    length -= (size_t)written;
  }
}

static void put_line(const char *word, uintptr_t number, unsigned base) {
  char line[64];
  size_t end = sizeof line, start = end, length = strlen(word);
  line[--start] = '\n';
  do {
    line[--start] = "0123456789abcdef"[number % base];
    number /= base;
  } while (number);
  line[--start] = ' ';
  start -= length;
  memcpy(line + start, word, length);
  put(line + start, end - start);
}

static void put_trace(const struct trace *trace) {
  for (int index = 0; index < trace->count; index++)
    put_line(trace->frames[index].word, trace->frames[index].offset, 16);
}

/* Crashes. */

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

static _Unwind_Reason_Code unwind(struct _Unwind_Context *context, void *trace) {
  add(trace, (uintptr_t)_Unwind_GetIP(context), from);
  return _URC_NO_REASON;
}

static void crashed(int number, siginfo_t *information, void *context) {
  (void)information;
  if (!atomic_flag_test_and_set(&crashing)) {
    static struct trace trace;
    uintptr_t instruction = 0, frame = 0;
    registers(context, &instruction, &frame);
    put_line("signal", (uintptr_t)number, 10);
    add(&trace, instruction, at);
    walk(&trace, &signal_probe, frame);
    put_trace(&trace);
    /* Last, because these are not safe here: C code without frame pointers, such as abort(), and
       what was printed without a line end. */
    if (!trace.count) {
      _Unwind_Backtrace(unwind, &trace);
      put_trace(&trace);
    }
    if (ftrylockfile(stdout) == 0) {
      funlockfile(stdout);
      fflush(stdout);
    }
  }
  /* The handler was reset when it was called, so this ends the process as the signal would have. */
  raise(number);
}

/* The time is over: say where, and go. */
static void timed_out(int number, siginfo_t *information, void *context) {
  (void)number;
  (void)information;
  if (atomic_flag_test_and_set(&crashing)) return;
  static struct trace trace;
  uintptr_t instruction = 0, frame = 0;
  registers(context, &instruction, &frame);
  put_line("timeout", 1, 10);
  add(&trace, instruction, at);
  walk(&trace, &signal_probe, frame);
  put_trace(&trace);
  if (!trace.count) {
    _Unwind_Backtrace(unwind, &trace);
    put_trace(&trace);
  }
  if (ftrylockfile(stdout) == 0) {
    funlockfile(stdout);
    fflush(stdout);
  }
  kill(getpid(), SIGKILL);
}

void csamplehost_alarm(int seconds) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_sigaction = timed_out;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGALRM, &action, NULL);
  alarm((unsigned)seconds);
}

static void catch_signals(void) {
  static const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
  stack_t stack = {.ss_sp = alternate_stack, .ss_size = sizeof alternate_stack};
  sigaltstack(&stack, NULL);
  struct sigaction action;
  memset(&action, 0, sizeof action);
  sigemptyset(&action.sa_mask);
  action.sa_sigaction = crashed;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND | SA_NODEFER;
  for (size_t index = 0; index < sizeof signals / sizeof signals[0]; index++)
    sigaction(signals[index], &action, NULL);
}

/* Thrown errors. */

static void will_throw(void *error) {
  pthread_mutex_lock(&throws_lock);
  struct trace *trace = &throws[throw_count++ % THROWS];
  trace->error = error;
  trace->count = 0;
  walk(trace, &throw_probe, (uintptr_t)__builtin_frame_address(0));
  pthread_mutex_unlock(&throws_lock);
}

/* The latest throw of this very error that passed through the sample. If it is known and never did,
   there is none; if it isn't known, then it was thrown with its type known and boxed anew on its
   way, and the latest throw of any error will be its. */
static const struct trace *latest_throw(const void *error) {
  unsigned known = throw_count < THROWS ? throw_count : THROWS;
  const struct trace *any = NULL;
  int is_known = 0;
  for (unsigned age = 1; age <= known; age++) {
    const struct trace *trace = &throws[(throw_count - age) % THROWS];
    if (trace->error == error) {
      if (trace->count) return trace;
      is_known = 1;
    } else if (!any && trace->count) {
      any = trace;
    }
  }
  return is_known ? NULL : any;
}

/* The linker's `--wrap` sends a sample's calls of `swift_errorInMain` here: the runtime's own
   prints a line of its source and traps. The first argument of Swift's calling convention is C's. */
void csamplehost_error_in_main(const void *error) __asm__("__wrap_swift_errorInMain");

__attribute__((visibility("default"), used)) void csamplehost_error_in_main(const void *error) {
  fflush(stdout);
  if (report_descriptor >= 0) {
    pthread_mutex_lock(&throws_lock);
    put("threw\n", 6);
    const struct trace *trace = latest_throw(error);
    if (trace) put_trace(trace);
    struct trace here = {.count = 0};
    add(&here, (uintptr_t)__builtin_return_address(0), landing);
    put_trace(&here);
    pthread_mutex_unlock(&throws_lock);
    describe_error(error);
  }
  _exit(1);
}

#ifdef __linux__
static int find_code(struct dl_phdr_info *object, size_t size, void *entry) {
  (void)size;
  for (int index = 0; index < object->dlpi_phnum; index++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
    uintptr_t start = object->dlpi_addr + segment->p_vaddr;
    if (segment->p_type != PT_LOAD || !(segment->p_flags & PF_X)) continue;
    if ((uintptr_t)entry < start || (uintptr_t)entry >= start + segment->p_memsz) continue;
    library_base = object->dlpi_addr;
    code_start = start;
    code_end = start + segment->p_memsz;
    return 1;
  }
  return 0;
}
#endif

static void find_library(void *entry) {
#ifdef __linux__
  dl_iterate_phdr(find_code, entry);
#else
  /* Without the segments, everything within reach of the library's start counts as its code. */
  Dl_info information;
  if (!dladdr(entry, &information)) return;
  library_base = (uintptr_t)information.dli_fbase;
  code_start = library_base;
  code_end = library_base + (64u << 20);
#endif
}

void csamplehost_watch(int descriptor, void *entry, void (*describe)(const void *error)) {
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  if (csamplehost_pipe(signal_probe.ends) || csamplehost_pipe(throw_probe.ends)) return;
  report_descriptor = descriptor;
  describe_error = describe;
  const char *file = getenv("DOCGEN_REPORT");
  report_file = file ? strdup(file) : NULL;
  find_library(entry);
  catch_signals();
  /* A variable of the runtime, there for test libraries; older runtimes haven't got it. */
  void (*_Atomic *hook)(void *) = dlsym(RTLD_DEFAULT, "_swift_willThrow");
  if (hook) atomic_store(hook, will_throw);
}

__attribute__((visibility("default"), used)) void csamplehost_next_block(void) {
  static const char boundary[] = "\0docgen-block\n", line[] = "block\n";
  fwrite(boundary, 1, sizeof boundary - 1, stdout);
  int file = report_file ? open(report_file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
  if (file < 0) return;
  while (write(file, line, sizeof line - 1) < 0 && errno == EINTR) {
  }
  close(file);
}

int csamplehost_call(void *entry, const char *name) {
  static char *arguments[2];
  int (*start)(int, char **) = (int (*)(int, char **))entry;
  arguments[0] = strdup(name);
  /* So that what was printed before a crash isn't lost. */
  setvbuf(stdout, NULL, _IOLBF, 0);
  return start(1, arguments);
}
