#define _GNU_SOURCE
#include "CSampleHost.h"

#include "sandbox.h"

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/sockios.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef __x86_64__
#define MACHINE AUDIT_ARCH_X86_64
#else
#define MACHINE AUDIT_ARCH_AARCH64
#endif

enum { ROOM = 256, NUMBERS = 8 };

struct filter {
  struct sock_filter steps[ROOM];
  unsigned short count;
};

/* A system call, and the index of the argument to check. */
struct rule {
  uint32_t call, argument;
};

/* The calls whose argument is a process or a group. */
static const struct rule by_number[] = {
    {SYS_kill, 0},          {SYS_tkill, 0},
    {SYS_tgkill, 0},        {SYS_rt_sigqueueinfo, 0},
    {SYS_rt_tgsigqueueinfo, 0}, {SYS_setpgid, 1},
    {SYS_prlimit64, 0},     {SYS_ptrace, 1},
    {SYS_process_vm_writev, 0},
#ifdef SYS_pidfd_open
    {SYS_pidfd_open, 0},
#endif
};

static void add(struct filter *filter, uint16_t code, uint32_t value, uint8_t yes, uint8_t no) {
  filter->steps[filter->count++] = (struct sock_filter){code, yes, no, value};
}

static void load(struct filter *filter, size_t offset) {
  add(filter, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void refuse(struct filter *filter, int error) {
  add(filter, BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (uint32_t)error, 0, 0);
}

static void allow(struct filter *filter) {
  add(filter, BPF_RET | BPF_K, SECCOMP_RET_ALLOW, 0, 0);
}

/* Denies a call if an argument has one of some values, and allows it otherwise; the steps after
   this handle other calls. */
static void refuse_values(struct filter *filter, struct rule rule, const uint32_t *values, int count) {
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, rule.call, 0, (uint8_t)(count + 3));
  /* Both machines have the low half first, and the kernel uses only that half of a number. */
  load(filter, offsetof(struct seccomp_data, args) + 8 * rule.argument);
  for (int index = 0; index < count; index++)
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, values[index], (uint8_t)(count - index), 0);
  allow(filter);
  refuse(filter, EPERM);
}

int csamplehost_filters_calls(void) {
  uint32_t action = SECCOMP_RET_ERRNO;
  return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

void csamplehost_filter_calls(const pid_t *numbers, int count, int confines) {
  struct filter filter = {.count = 0};
  uint32_t values[NUMBERS + 1] = {(uint32_t)-1};
  int value_count = 1;
  for (int index = 0; index < count && index < NUMBERS; index++)
    values[value_count++] = (uint32_t)numbers[index];

  /* A call with another machine's numbers would be mistaken for another call. */
  load(&filter, offsetof(struct seccomp_data, arch));
  add(&filter, BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0);
  refuse(&filter, ENOSYS);
  load(&filter, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
  add(&filter, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
  refuse(&filter, ENOSYS);
#endif
  for (size_t index = 0; index < sizeof by_number / sizeof by_number[0]; index++)
    refuse_values(&filter, by_number[index], values, value_count);
  /* A file's owner gets signals when something happens to the file. */
  const uint32_t owning[] = {F_SETOWN, F_SETOWN_EX, F_SETSIG};
  refuse_values(&filter, (struct rule){SYS_fcntl, 1}, owning, 3);
  const uint32_t owning_sockets[] = {FIOSETOWN, SIOCSPGRP};
  refuse_values(&filter, (struct rule){SYS_ioctl, 1}, owning_sockets, 2);
#ifdef SYS_pidfd_send_signal
  /* It accepts a file of /proc too. */
  add(&filter, BPF_JMP | BPF_JEQ | BPF_K, SYS_pidfd_send_signal, 0, 1);
  refuse(&filter, ENOSYS);
#endif
  if (confines) {
    const uint32_t unix_sockets[] = {AF_UNIX};
    refuse_values(&filter, (struct rule){SYS_socket, 0}, unix_sockets, 1);
#ifdef SYS_io_uring_setup
    /* It can create sockets too. */
    add(&filter, BPF_JMP | BPF_JEQ | BPF_K, SYS_io_uring_setup, 0, 1);
    refuse(&filter, ENOSYS);
#endif
  }
  allow(&filter);

  const struct sock_fprog program = {.len = filter.count, .filter = filter.steps};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return;
  /* Samples are no more hostile than other programs of this user, so skip the speculation
     mitigations, which would slow them down. */
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program))
    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}
#else
int csamplehost_filters_calls(void) { return 0; }

void csamplehost_filter_calls(const pid_t *numbers, int count, int confines) {
  (void)numbers;
  (void)count;
  (void)confines;
}
#endif
