#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A toolchain's sourcekitd, opened at run time. Never closed, because the library keeps threads
/// running. Its functions can be called from any thread; a lock serialises requests.
typedef struct docgen_sourcekit docgen_sourcekit;

/// Opens the library at `path`; returns NULL on failure, with a NUL-terminated message in `error`.
docgen_sourcekit *docgen_sourcekit_open(const char *path, char *error, size_t error_size);

/// The result of a compilation.
typedef enum {
  /// The compiler had no diagnostics, and has written the object file.
  docgen_sourcekit_silent,
  /// The compiler had diagnostics, or failed.
  docgen_sourcekit_spoke,
  /// sourcekitd returned an error.
  docgen_sourcekit_refused,
} docgen_sourcekit_verdict;

/// Compiles like `swiftc` with these arguments, which include `-c` and one file, in this process's
/// working folder.
docgen_sourcekit_verdict docgen_sourcekit_compile(
    docgen_sourcekit *sourcekit, const char *const *arguments, size_t count);

/// Returns the response to a request about the file at `path`, such as `source.request.expression.type`,
/// as JSON to free; NULL when sourcekitd returns an error. The arguments are those of `swiftc`.
char *docgen_sourcekit_query(
    docgen_sourcekit *sourcekit, const char *name, const char *path, const char *const *arguments,
    size_t count);

#ifdef __cplusplus
}
#endif
