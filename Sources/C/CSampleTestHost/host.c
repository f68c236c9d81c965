#define _GNU_SOURCE
#include "CSampleTestHost.h"

#include <dlfcn.h>
#include <stdlib.h>

/* The variables of `CompilerWorker`, `SampleHost` and `ShellHost`. */
static int is_requested(void) {
  return getenv("DOCGEN_COMPILER_WORKER") || getenv("DOCGEN_SAMPLE_HOST") || getenv("DOCGEN_SHELL_HOST");
}

#ifdef __linux__
/* Replaces the program's `main` on its way to the C library.

   A sample with `await` at its top level ends its main thread, which the C library can do only
   after it has called `main`: from a constructor it crashes. Every program's `_start` calls this
   function, and glibc's csu/libc-start.c calls `main`. */
typedef int program_main(int, char **, char **);
typedef int start_main(program_main *, int, char **, void (*)(void), void (*)(void), void (*)(void),
                       void *);

static program_main *tests;

static int run_sample_or_tests(int count, char **arguments, char **environment) {
  if (is_requested()) csampletesthost_run_if_requested();
  return tests(count, arguments, environment);
}

int __libc_start_main(program_main *main, int count, char **arguments, void (*init)(void),
                      void (*finish)(void), void (*finish_loader)(void), void *stack_end) {
  start_main *start = (start_main *)dlsym(RTLD_NEXT, "__libc_start_main");
  if (!start) abort();
  tests = main;
  return start(run_sample_or_tests, count, arguments, init, finish, finish_loader, stack_end);
}
#else
/* All libraries of the program are loaded by now, and Swift's own constructor, which is first on
   every link line, has run. */
__attribute__((constructor)) static void run_sample(void) {
  if (is_requested()) csampletesthost_run_if_requested();
}
#endif
