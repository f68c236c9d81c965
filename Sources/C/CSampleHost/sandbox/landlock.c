#define _GNU_SOURCE
#include "CSampleHost.h"

#include "sandbox.h"

#ifdef __linux__
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The constants of landlock(7), which older headers have only partly. The system call numbers are
   the same on all machines. */
enum { LANDLOCK_CREATE = 444, LANDLOCK_ADD = 445, LANDLOCK_RESTRICT = 446 };
enum { LANDLOCK_ASK_VERSION = 1, LANDLOCK_PATH_BENEATH = 1 };
enum { SCOPE_ABSTRACT_SOCKETS = 1, SCOPE_SIGNALS = 2, VERSION_WITH_SCOPES = 6 };
enum {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_DIRECTORY = 1 << 3,
  MAKE_CHARACTER_DEVICE = 1 << 6,
  MAKE_BLOCK_DEVICE = 1 << 11,
  /* All rights up to creating symbolic links. */
  FIRST_VERSION = (1 << 13) - 1,
  /* Renaming and linking between folders, since Linux 5.19; before that, always denied. */
  REFER = 1 << 13,
  /* Since Linux 6.2. */
  TRUNCATE = 1 << 14,
};

struct landlock_rules {
  uint64_t file_access, network_access, scopes;
};

struct landlock_path {
  uint64_t access;
  int32_t descriptor;
} __attribute__((packed));

static long landlock_version(void) {
  return syscall(LANDLOCK_CREATE, NULL, 0, LANDLOCK_ASK_VERSION);
}

int csamplehost_restricts_files(void) { return landlock_version() >= 1; }

int csamplehost_scopes_signals(void) { return landlock_version() >= VERSION_WITH_SCOPES; }

/* Returns 0 or an errno value. */
static int allow(int ruleset, const char *path, uint64_t access) {
  struct landlock_path rule = {.descriptor = open(path, O_PATH | O_CLOEXEC)};
  struct stat status;
  if (rule.descriptor < 0) return errno == ENOENT ? 0 : errno;
  int is_folder = !fstat(rule.descriptor, &status) && S_ISDIR(status.st_mode);
  rule.access = is_folder ? access : access & (EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE);
  int failure = syscall(LANDLOCK_ADD, ruleset, LANDLOCK_PATH_BENEATH, &rule, 0) ? errno : 0;
  close(rule.descriptor);
  return failure;
}

static int allow_all(int ruleset, const char *rules, uint64_t handled) {
  const uint64_t changes = handled & ~(uint64_t)(MAKE_CHARACTER_DEVICE | MAKE_BLOCK_DEVICE);
  const uint64_t reads = EXECUTE | READ_FILE | READ_DIRECTORY;
  char *lines = strdup(rules), *rest = lines, *line;
  int failure = lines ? 0 : ENOMEM;
  while (!failure && (line = strsep(&rest, "\n")))
    if (*line) failure = allow(ruleset, line + 1, *line == 'w' ? changes : reads);
  free(lines);
  return failure;
}

/* Drops the superuser's capabilities, which most containers have: some of them circumvent file
   rules, such as those to read another process's memory or to load a module. Without new privileges
   no program regains them. Returns 0 or an errno value. */
static int drop_capabilities(void) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};
  return syscall(SYS_capset, &header, none) ? errno : 0;
}

int csamplehost_restrict_files(const char *rules) {
  long version = landlock_version();
  struct landlock_rules restricted = {0};
  if (version >= VERSION_WITH_SCOPES) restricted.scopes = SCOPE_ABSTRACT_SOCKETS | SCOPE_SIGNALS;
  if (rules)
    restricted.file_access =
        FIRST_VERSION | (version >= 2 ? REFER : 0) | (version >= 3 ? TRUNCATE : 0);
  if (!restricted.scopes && !rules) return 0;
  int ruleset = (int)syscall(LANDLOCK_CREATE, &restricted, sizeof restricted, 0);
  if (ruleset < 0) return rules ? errno : 0;
  int failure = rules ? allow_all(ruleset, rules, restricted.file_access) : 0;
  if (!failure && (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || syscall(LANDLOCK_RESTRICT, ruleset, 0)))
    failure = errno;
  close(ruleset);
  if (rules && !failure) failure = drop_capabilities();
  return rules ? failure : 0;
}
#else
int csamplehost_restricts_files(void) { return 0; }

int csamplehost_scopes_signals(void) { return 0; }

int csamplehost_restrict_files(const char *rules) {
  (void)rules;
  return 0;
}
#endif
