#define _GNU_SOURCE
#include "processes.h"

#ifdef __linux__
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Parses `pid (name) state parent group session`, where the name may contain any character. */
static int read_process(const char *pid, struct csamplehost_process *process) {
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return 0;
  ssize_t length = read(descriptor, text, sizeof text - 1);
  close(descriptor);
  if (length <= 0) return 0;
  text[length] = 0;
  const char *rest = strrchr(text, ')');
  char state;
  int parent, group, session;
  if (!rest || sscanf(rest + 1, " %c %d %d %d", &state, &parent, &group, &session) != 4) return 0;
  *process = (struct csamplehost_process){.pid = (pid_t)atoi(pid),
                                          .parent = (pid_t)parent,
                                          .group = (pid_t)group,
                                          .session = (pid_t)session,
                                          .is_alive = state != 'Z' && state != 'X'};
  return process->pid > 1;
}

static int by_pid(const void *left, const void *right) {
  pid_t first = ((const struct csamplehost_process *)left)->pid;
  pid_t second = ((const struct csamplehost_process *)right)->pid;
  return (first > second) - (first < second);
}

/* Marks the children of marked processes, until there are no more. */
static void mark_descendants(struct csamplehost_process *all, size_t count) {
  for (int found = 1; found;) {
    found = 0;
    for (size_t index = 0; index < count; index++) {
      struct csamplehost_process key = {.pid = all[index].parent};
      if (all[index].is_family) continue;
      const struct csamplehost_process *parent = bsearch(&key, all, count, sizeof *all, by_pid);
      if (parent && parent->is_family) all[index].is_family = found = 1;
    }
  }
}

struct csamplehost_process *csamplehost_list_family(pid_t root, pid_t session, size_t *count) {
  struct csamplehost_process *all = NULL;
  size_t capacity = 0;
  *count = 0;
  DIR *folder = opendir("/proc");
  if (!folder) return NULL;
  for (struct dirent *entry; (entry = readdir(folder));) {
    struct csamplehost_process process;
    if (atoi(entry->d_name) <= 1 || !read_process(entry->d_name, &process)) continue;
    if (*count == capacity) {
      struct csamplehost_process *more =
          realloc(all, (capacity = capacity ? 2 * capacity : 256) * sizeof *all);
      if (!more) break;
      all = more;
    }
    process.is_family =
        process.pid == root || (session && process.session == session) || process.parent == root;
    all[(*count)++] = process;
  }
  closedir(folder);
  if (*count) qsort(all, *count, sizeof *all, by_pid);
  mark_descendants(all, *count);
  return all;
}
#else
struct csamplehost_process *csamplehost_list_family(pid_t root, pid_t session, size_t *count) {
  (void)root;
  (void)session;
  *count = 0;
  return NULL;
}
#endif
