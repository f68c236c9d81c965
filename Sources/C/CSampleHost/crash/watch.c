#define _GNU_SOURCE
#include "CSampleHost.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "crash.h"
#include "report.h"
#include "throw.h"
#include "trace.h"
#include "../processes/write.h"

/* The value of DOCGEN_REPORT, read before the sample could change it. */
static const char *report_file;

/* `CSAMPLEHOST_OUTPUT`, or standard output if that descriptor isn't available. */
static int output = STDOUT_FILENO;

void csamplehost_watch(int descriptor, void *entry, void (*describe)(const void *error)) {
  csamplehost_trace_library(entry);
  if (csamplehost_catch_crashes() || csamplehost_watch_throws(describe)) return;
  csamplehost_report_open(descriptor);
  const char *file = getenv("DOCGEN_REPORT");
  report_file = file ? strdup(file) : NULL;
  int duplicate = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, CSAMPLEHOST_OUTPUT);
  if (duplicate >= 0) output = duplicate;
}

__attribute__((visibility("default"), used)) void csamplehost_next_block(int32_t index) {
  char mark[48], event[48];
  int mark_length = snprintf(mark, sizeof mark, "%cdocgen-block %" PRId32 "\n", 0, index);
  fflush(stdout);
  csamplehost_write(output, mark, (size_t)mark_length);
  int file = report_file ? open(report_file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600) : -1;
  if (file < 0) return;
  /* The encoding of `Transcript.Event`. */
  int length = snprintf(event, sizeof event, "{\"block\":{\"index\":%" PRId32 "}}\n", index);
  csamplehost_write(file, event, (size_t)length);
  close(file);
}

int csamplehost_call(void *entry, const char *name) {
  static char *arguments[2];
  int (*start)(int, char **) = (int (*)(int, char **))entry;
  arguments[0] = strdup(name);
  /* Line buffering, so that output before a crash isn't lost. */
  setvbuf(stdout, NULL, _IOLBF, 0);
  return start(1, arguments);
}
