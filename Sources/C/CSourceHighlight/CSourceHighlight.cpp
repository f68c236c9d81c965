#include "CSourceHighlight.h"
#include "RememberingRules.h"

#include <algorithm>
#include <cstring>
#include <exception>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <srchilite/formattermanager.h>
#include <srchilite/highlightbuilderexception.h>
#include <srchilite/langdefmanager.h>
#include <srchilite/parserexception.h>
#include <srchilite/sourcehighlighter.h>

namespace {

std::mutex library_lock;

struct BudgetSpent : std::exception {
  const char *what() const noexcept override { return "the text needs too much work"; }
};

struct Piece {
  size_t element;
  size_t length;
};

using Pieces = std::vector<Piece>;

/// Records the library's output for one line and compares it with the line: a language file may
/// omit text between two groups of an expression, and no text may get lost.
class Recording {
 public:
  explicit Recording(size_t plain) : plain_(plain) {}

  void begin_text(uint64_t budget) {
    pieces_.clear();
    budget_ = budget;
  }

  void begin_line(const std::string &line) {
    line_ = &line;
    offset_ = 0;
    first_ = pieces_.size();
    faithful_ = true;
  }

  void add(size_t element, const std::string &text) {
    size_t left = line_->size() - offset_;
    if (budget_ < left) throw BudgetSpent();
    budget_ -= left;
    if (!faithful_ || line_->compare(offset_, text.size(), text) != 0) {
      faithful_ = false;
      return;
    }
    offset_ += text.size();
    push(element, text.size());
  }

  /// Returns the pieces of the line.
  Pieces end_line() {
    if (!faithful_ || offset_ != line_->size()) {
      pieces_.resize(first_);
      push(plain_, line_->size());
    }
    return Pieces(pieces_.begin() + first_, pieces_.end());
  }

  void add(const Pieces &pieces) { pieces_.insert(pieces_.end(), pieces.begin(), pieces.end()); }

  void add_newline() { push(plain_, 1); }

  const Pieces &pieces() const { return pieces_; }

 private:
  void push(size_t element, size_t length) {
    if (length == 0) return;
    pieces_.push_back({element, length});
  }

  const size_t plain_;
  const std::string *line_ = nullptr;
  size_t offset_ = 0;
  size_t first_ = 0;
  uint64_t budget_ = 0;
  bool faithful_ = true;
  Pieces pieces_;
};

/// The pieces of lines that begin and end outside of strings and comments, which documents repeat
/// from block to block.
class KnownLines {
 public:
  const Pieces *pieces(const srchilite::HighlightState *language, const std::string &line) const {
    const auto found = lines_.find({language, line});
    return found == lines_.end() ? nullptr : &found->second;
  }

  void add(const srchilite::HighlightState *language, const std::string &line, Pieces pieces) {
    // About a megabyte. Long lines are rarely repeated; others soon come back.
    if (line.size() > 200) return;
    if (lines_.size() == 4096) lines_.clear();
    lines_.emplace(std::make_pair(language, line), std::move(pieces));
  }

 private:
  std::map<std::pair<const srchilite::HighlightState *, std::string>, Pieces> lines_;
};

/// A formatter that records the texts of one element instead of writing them.
class RecordingFormatter : public srchilite::Formatter {
 public:
  RecordingFormatter(Recording &recording, size_t element)
      : recording_(recording), element_(element) {}

  void format(const std::string &text, const srchilite::FormatterParams *) override {
    recording_.add(element_, text);
  }

 private:
  Recording &recording_;
  const size_t element_;
};

void describe(const char *message, char *error, size_t error_size) {
  if (error_size == 0) return;
  size_t length = std::min(std::strlen(message), error_size - 1);
  std::memcpy(error, message, length);
  error[length] = 0;
}

/// Describes a problem of a language file, with its line if the library knows it.
template <typename Problem>
void describe_problem(const Problem &problem, char *error, size_t error_size) {
  std::string message = problem.message;
  if (problem.line != 0) message += ", line " + std::to_string(problem.line);
  describe(message.c_str(), error, error_size);
}

}  // namespace

struct docgen_highlighter {
  docgen_highlighter(const char *const *elements, size_t count)
      : recording(count),
        rules(line_number),
        languages(&rules),
        formatters(srchilite::FormatterPtr(new RecordingFormatter(recording, count))) {
    for (size_t index = 0; index < count; index++) {
      formatters.addFormatter(
          elements[index],
          srchilite::FormatterPtr(new RecordingFormatter(recording, index)));
    }
  }

  void record(
      srchilite::HighlightStatePtr language, const char *code, size_t length, uint64_t budget) {
    srchilite::SourceHighlighter highlighter(language);
    highlighter.setFormatterManager(&formatters);
    highlighter.setOptimize(false);
    recording.begin_text(budget);
    const auto is_at_start = [&] {
      return highlighter.getCurrentState() == language && highlighter.getStateStack()->empty();
    };
    const char *end = code + length;
    while (code < end) {
      const char *newline = std::find(code, end, '\n');
      const std::string line(code, newline);
      const bool began_at_start = is_at_start();
      const Pieces *known = began_at_start ? known_lines.pieces(language.get(), line) : nullptr;
      if (known) {
        recording.add(*known);
      } else {
        recording.begin_line(line);
        line_number += 1;
        highlighter.highlightParagraph(line);
        const Pieces pieces = recording.end_line();
        if (began_at_start && is_at_start()) known_lines.add(language.get(), line, pieces);
      }
      if (newline != end) recording.add_newline();
      code = newline == end ? end : newline + 1;
    }
  }

  Recording recording;
  KnownLines known_lines;
  size_t line_number = 0;
  RememberingRules rules;
  srchilite::LangDefManager languages;
  srchilite::FormatterManager formatters;
};

docgen_highlighter *docgen_highlighter_create(const char *const *elements, size_t count) {
  const std::lock_guard<std::mutex> guard(library_lock);
  try {
    return new docgen_highlighter(elements, count);
  } catch (...) {
    return nullptr;
  }
}

void docgen_highlighter_free(docgen_highlighter *highlighter) {
  const std::lock_guard<std::mutex> guard(library_lock);
  delete highlighter;
}

docgen_highlight_status docgen_highlighter_load(
    docgen_highlighter *highlighter, const char *directory, const char *file,
    char *error, size_t error_size) {
  const std::lock_guard<std::mutex> guard(library_lock);
  try {
    highlighter->languages.getHighlightState(directory, file);
    return docgen_highlight_done;
  } catch (const srchilite::ParserException &problem) {
    describe_problem(problem, error, error_size);
  } catch (const srchilite::HighlightBuilderException &problem) {
    describe_problem(problem, error, error_size);
  } catch (const std::exception &problem) {
    describe(problem.what(), error, error_size);
  } catch (...) {
    describe("the language file can't be read", error, error_size);
  }
  return docgen_highlight_no_language;
}

docgen_highlight_status docgen_highlighter_run(
    docgen_highlighter *highlighter, const char *directory, const char *file,
    const char *code, size_t length, uint64_t budget,
    docgen_highlight_piece receive, void *context, char *error, size_t error_size) {
  docgen_highlight_status status =
      docgen_highlighter_load(highlighter, directory, file, error, error_size);
  if (status != docgen_highlight_done) return status;
  std::unique_lock<std::mutex> guard(library_lock, std::defer_lock);
  if (highlighter->rules.refer_to_matches()) guard.lock();
  try {
    highlighter->record(
        highlighter->languages.getHighlightState(directory, file), code, length, budget);
    for (const Piece &piece : highlighter->recording.pieces()) {
      receive(context, piece.element, piece.length);
    }
    return docgen_highlight_done;
  } catch (const BudgetSpent &problem) {
    describe(problem.what(), error, error_size);
    return docgen_highlight_too_complex;
  } catch (const std::runtime_error &problem) {
    // Boost throws this when an expression has tried too many ways to match.
    describe(problem.what(), error, error_size);
    return docgen_highlight_too_complex;
  } catch (const std::exception &problem) {
    describe(problem.what(), error, error_size);
  } catch (...) {
    describe("the library failed without saying why", error, error_size);
  }
  return docgen_highlight_failed;
}
