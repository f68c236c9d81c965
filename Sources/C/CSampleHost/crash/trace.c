#define _GNU_SOURCE
#include "trace.h"

#include <dlfcn.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>
#include <unwind.h>

#ifdef __linux__
#include <link.h>
#endif

enum { DEPTH = 256 };

static uintptr_t library_base, code_start, code_end;

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

void csamplehost_trace_library(void *entry) {
#ifdef __linux__
  dl_iterate_phdr(find_code, entry);
#else
  /* Without segment information, 64 MiB from the library's start count as its code. */
  Dl_info information;
  if (!dladdr(entry, &information)) return;
  library_base = (uintptr_t)information.dli_fbase;
  code_start = library_base;
  code_end = library_base + (64u << 20);
#endif
}

void csamplehost_trace_add(struct trace *trace, uintptr_t address, const char *word) {
  if (address < code_start || address >= code_end || trace->count == FRAMES) return;
  trace->frames[trace->count].offset = address - library_base;
  trace->frames[trace->count].word = word;
  trace->count++;
}

int csamplehost_read_words(struct probe *probe, uintptr_t address, uintptr_t *words, int count) {
  size_t size = sizeof(uintptr_t) * (size_t)count;
  if (!address || address % sizeof(uintptr_t)) return 0;
  if (write(probe->ends[1], (const void *)address, size) != (ssize_t)size) return 0;
  return read(probe->ends[0], words, size) == (ssize_t)size;
}

/* An async context starts with its caller's context and the address at which its caller resumes. */
void csamplehost_trace_async(struct trace *trace, struct probe *probe, uintptr_t context) {
  for (int depth = 0; depth < DEPTH; depth++) {
    uintptr_t words[2];
    if (!csamplehost_read_words(probe, context, words, 2) || !words[1]) return;
    csamplehost_trace_add(trace, words[1], "resume");
    context = words[0];
  }
}

/* Swift code keeps frame pointers. An async function saves its context below the frame's link. */
void csamplehost_trace_walk(struct trace *trace, struct probe *probe, uintptr_t frame) {
  uintptr_t contexts[DEPTH];
  int context_count = 0;
  for (int depth = 0; depth < DEPTH; depth++) {
    uintptr_t words[2], context;
    if (!csamplehost_read_words(probe, frame, words, 2)) break;
    csamplehost_trace_add(trace, words[1], "from");
    /* Below the innermost frame, an overflowing stack may already have ended. */
    if (csamplehost_read_words(probe, frame - sizeof context, &context, 1)) contexts[context_count++] = context;
    if (words[0] <= frame) break;
    frame = words[0];
  }
  /* After a suspension, the callers are on no stack. */
  for (int index = 0; index < context_count && !trace->count; index++)
    csamplehost_trace_async(trace, probe, contexts[index]);
}

static _Unwind_Reason_Code unwind(struct _Unwind_Context *context, void *trace) {
  csamplehost_trace_add(trace, (uintptr_t)_Unwind_GetIP(context), "from");
  return _URC_NO_REASON;
}

void csamplehost_trace_unwind(struct trace *trace) { _Unwind_Backtrace(unwind, trace); }

void csamplehost_trace_improve(struct trace *trace, const struct trace *walked) {
  /* Functions of libraries that keep no frame pointer hide their caller from the walk. */
  if (walked->count && !strcmp(walked->frames[0].word, "at")) return;
  csamplehost_trace_unwind(trace);
  if (!trace->count) return;
  for (int index = 0; index < walked->count && trace->count < FRAMES; index++)
    if (!strcmp(walked->frames[index].word, "resume"))
      trace->frames[trace->count++] = walked->frames[index];
}
