#pragma once

#ifdef __linux__
// glibc declares it only for _GNU_SOURCE, which Swift's module of glibc doesn't define.
int renameat2(int, const char *, int, const char *, unsigned int);

/// Exchanges two paths of one file system atomically; returns -1 where that isn't possible.
static inline int docgen_exchange(const char *left, const char *right) {
  const int at_current_folder = -100;  // AT_FDCWD
  const unsigned int rename_exchange = 2;
  return renameat2(at_current_folder, left, at_current_folder, right, rename_exchange);
}
#else
static inline int docgen_exchange(const char *left, const char *right) { return -1; }
#endif
