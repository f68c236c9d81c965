#pragma once

#include <memory>
#include <string>

#include <srchilite/highlighttoken.h>
#include <srchilite/matchingparameters.h>
#include <srchilite/regexhighlightrule.h>
#include <srchilite/regexrulefactory.h>

/// An expression that remembers where it matches next in its line.
///
/// After each token the library searches the rest of the line for all expressions of a language,
/// and most would find what they found before that token.
class RememberingRule : public srchilite::RegexHighlightRule {
 public:
  RememberingRule(const srchilite::HighlightRule &rule, const size_t &line)
      : RegexHighlightRule(rule.toString()), line_(line) {
    for (const std::string &element : rule.getElemList()) addElem(element);
    const std::string expression = rule.toString();
    // The library puts `(?:` and `)` around an expression of a language file.
    begins_word_ = expression.compare(0, 2, "\\<") == 0
        || (expression.compare(0, 5, "(?:\\<") == 0 && expression.find('|') == std::string::npos);
    for (const char *boundary : {"\\<", "\\>", "\\b", "\\B"}) {
      has_boundary_ |= expression.find(boundary) != std::string::npos;
    }
    // These see only what follows the last token.
    for (const char *start : {"(?<", "\\A", "\\`", "\\G"}) {
      depends_on_start_ |= expression.find(start) != std::string::npos;
    }
  }

  srchilite::HighlightRule *clone() override { return new RememberingRule(*this); }

  bool tryToMatch(
      std::string::const_iterator start, std::string::const_iterator end,
      srchilite::HighlightToken &token, const srchilite::MatchingParameters &params) override {
    const size_t rest = end - start;
    const bool is_known = searched_line_ == line_ && rest <= searched_ && rest >= found_
        && !params.beginningOfLine && !depends_on_start_ && !getHasSubexpressions()
        && !is_within_word(start, end);
    if (!is_known) return search(start, end, token, params);
    if (!has_found_) return false;
    token.prefix.assign(start, end - found_);
    token.prefixOnlySpaces = token.prefix.find_first_not_of(" \t") == std::string::npos;
    token.matched = matched_;
    token.matchedSize = matched_size_;
    return true;
  }

 private:
  bool search(
      std::string::const_iterator start, std::string::const_iterator end,
      srchilite::HighlightToken &token, const srchilite::MatchingParameters &params) {
    has_found_ = RegexHighlightRule::tryToMatch(start, end, token, params);
    searched_line_ = line_;
    searched_ = end - start;
    found_ = has_found_ ? searched_ - token.prefix.size() : 0;
    if (has_found_) {
      matched_ = token.matched;
      matched_size_ = token.matchedSize;
    }
    return has_found_;
  }

  /// Whether a search from here would take the middle of a word for its beginning.
  bool is_within_word(std::string::const_iterator start, std::string::const_iterator end) const {
    return has_boundary_ && is_word(start[-1]) && !(begins_word_ && (start == end || !is_word(*start)));
  }

  static bool is_word(unsigned char byte) {
    return std::isalnum(byte) || byte == '_' || byte >= 0x80;
  }

  /// The number of the line that is highlighted.
  const size_t &line_;
  bool begins_word_ = false;
  bool has_boundary_ = false;
  bool depends_on_start_ = false;
  /// The last search and its match, in bytes to the end of the line.
  size_t searched_line_ = 0;
  size_t searched_ = 0;
  size_t found_ = 0;
  bool has_found_ = false;
  srchilite::MatchedElements matched_;
  unsigned int matched_size_ = 0;
};

/// Makes all expressions of languages remember.
class RememberingRules : public srchilite::RegexRuleFactory {
 public:
  explicit RememberingRules(const size_t &line) : line_(line) {}

  srchilite::HighlightRule *createSimpleRule(
      const std::string &name, const std::string &expression) override {
    return remembering(RegexRuleFactory::createSimpleRule(name, expression));
  }

  srchilite::HighlightRule *createWordListRule(
      const std::string &name, const srchilite::WordList &list, bool isCaseSensitive) override {
    return remembering(RegexRuleFactory::createWordListRule(name, list, isCaseSensitive));
  }

  srchilite::HighlightRule *createListRule(
      const std::string &name, const srchilite::WordList &list, bool isCaseSensitive) override {
    return remembering(RegexRuleFactory::createListRule(name, list, isCaseSensitive));
  }

  srchilite::HighlightRule *createCompoundRule(
      const srchilite::ElemNameList &names, const std::string &expression) override {
    return remembering(RegexRuleFactory::createCompoundRule(names, expression));
  }

  /// Whether an expression has a part of an earlier match, which makes new states during highlighting.
  bool refer_to_matches() const { return refer_to_matches_; }

 private:
  srchilite::HighlightRule *remembering(srchilite::HighlightRule *rule) {
    const std::unique_ptr<srchilite::HighlightRule> made(rule);
    refer_to_matches_ |= made->toString().find("@{") != std::string::npos;
    return new RememberingRule(*made, line_);
  }

  const size_t &line_;
  bool refer_to_matches_ = false;
};
