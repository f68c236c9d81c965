#include "report.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include "../processes/write.h"

static int report_descriptor = -1;

void csamplehost_report_open(int descriptor) {
  fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  report_descriptor = descriptor;
}

int csamplehost_report_is_open(void) { return report_descriptor >= 0; }

static void put(const char *text, size_t length) {
  csamplehost_write(report_descriptor, text, length);
}

void csamplehost_report_text(const char *text) { put(text, strlen(text)); }

void csamplehost_report_line(const char *word, uintptr_t number, unsigned base) {
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

void csamplehost_report_trace(const struct trace *trace) {
  for (int index = 0; index < trace->count; index++)
    csamplehost_report_line(trace->frames[index].word, trace->frames[index].offset, 16);
}
