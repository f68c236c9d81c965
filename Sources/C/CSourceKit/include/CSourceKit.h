#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// sourcekitd of one toolchain, opened at run time. Never closed: the library keeps threads.
/// Its functions may be called from any thread; requests queue at a lock inside.
typedef struct docgen_sourcekit docgen_sourcekit;

/// Receives one entry of a syntax map: a name such as `source.lang.swift.syntaxtype.keyword`,
/// with a range in bytes.
typedef void (*docgen_sourcekit_entry)(
    void *context, const char *kind, int64_t offset, int64_t length);

/// Opens the library at `path`; NULL with a message in `error` that ends in NUL.
docgen_sourcekit *docgen_sourcekit_open(const char *path, char *error, size_t error_size);

/// Parses `code` and hands over its syntax map in order of position.
/// False with a message in `error` when sourcekitd answers with an error.
bool docgen_sourcekit_syntax_map(
    docgen_sourcekit *sourcekit, const char *code, size_t length, docgen_sourcekit_entry receive,
    void *context, char *error, size_t error_size);

/// What came of a compilation.
typedef enum {
  /// The compiler had nothing to say, and the object is there.
  docgen_sourcekit_silent,
  /// The compiler had something to say.
  docgen_sourcekit_spoke,
  /// sourcekitd answered with an error.
  docgen_sourcekit_refused,
} docgen_sourcekit_verdict;

/// Compiles as `swiftc` would with these arguments, `-c` and one file among them, in this process's
/// working folder.
docgen_sourcekit_verdict docgen_sourcekit_compile(
    docgen_sourcekit *sourcekit, const char *const *arguments, size_t count);

#ifdef __cplusplus
}
#endif
