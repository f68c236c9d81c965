#define _GNU_SOURCE
#include "CSampleHost.h"

#include "guard.h"

#ifdef __linux__
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* landlock(7), of which headers older than Linux 6.12 know no scopes. Numbers are the same on all
   machines. */
enum { LANDLOCK_CREATE = 444, LANDLOCK_RESTRICT = 446, LANDLOCK_ASK_VERSION = 1 };
enum { SCOPE_ABSTRACT_SOCKETS = 1, SCOPE_SIGNALS = 2 };
enum { VERSION_WITH_SCOPES = 6 };

struct landlock_rules {
  uint64_t file_access, network_access, scopes;
};

int csamplehost_scopes_signals(void) {
  return syscall(LANDLOCK_CREATE, NULL, 0, LANDLOCK_ASK_VERSION) >= VERSION_WITH_SCOPES;
}

int csamplehost_filters_calls(void) {
  uint32_t action = SECCOMP_RET_ERRNO;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

void csamplehost_scope(void) {
  const struct landlock_rules rules = {.scopes = SCOPE_ABSTRACT_SOCKETS | SCOPE_SIGNALS};
  if (!csamplehost_scopes_signals()) return;
  int scope = (int)syscall(LANDLOCK_CREATE, &rules, sizeof rules, 0);
  if (scope < 0) return;
  if (!prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) syscall(LANDLOCK_RESTRICT, scope, 0);
  close(scope);
}
#else
int csamplehost_scopes_signals(void) { return 0; }

int csamplehost_filters_calls(void) { return 0; }

void csamplehost_scope(void) {}
#endif
