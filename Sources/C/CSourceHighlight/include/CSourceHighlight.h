#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The language definitions loaded so far, for one thread at a time. Several threads may use one each:
/// a lock in the shim admits one at a time to the library's state at file scope, which is its scanner of
/// language files and its counter of the states that these have.
typedef struct docgen_highlighter docgen_highlighter;

/// The result of a call. No C++ exception leaves the shim.
typedef enum docgen_highlight_status : int {
  docgen_highlight_done = 0,
  /// The language file is missing or invalid.
  docgen_highlight_no_language = 1,
  /// The work exceeded the budget, or a regular expression exceeded the library's own limit.
  docgen_highlight_too_complex = 2,
  /// Any other error of the library or the allocator.
  docgen_highlight_failed = 3,
} docgen_highlight_status;

/// Receives the ranges of a text in order; together they are the text, byte for byte. `element` is
/// an index into the names given at creation, or their count for no element.
typedef void (*docgen_highlight_piece)(void *context, size_t element, size_t length);

/// Returns NULL only when memory is exhausted. The names are copied.
docgen_highlighter *docgen_highlighter_create(const char *const *elements, size_t count);
void docgen_highlighter_free(docgen_highlighter *highlighter);

/// Loads `directory`/`file` unless it is already loaded. `error` receives a NUL-terminated message
/// when the status isn't `docgen_highlight_done`.
docgen_highlight_status docgen_highlighter_load(
    docgen_highlighter *highlighter, const char *directory, const char *file,
    char *error, size_t error_size);

/// Splits a text by a language. `budget` limits the work: each range costs the bytes that are left
/// of its line, because the library searches the rest of the line once per range. The ranges are
/// passed on only when the status is `docgen_highlight_done`.
docgen_highlight_status docgen_highlighter_run(
    docgen_highlighter *highlighter, const char *directory, const char *file,
    const char *code, size_t length, uint64_t budget,
    docgen_highlight_piece receive, void *context, char *error, size_t error_size);

#ifdef __cplusplus
}
#endif
