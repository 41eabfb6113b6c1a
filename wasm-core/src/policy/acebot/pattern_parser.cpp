#include "policy/acebot/pattern.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::acebot {
namespace {

/// Reads a pattern from left to right. What it expects and does not find is an error, and the first
/// one counts.
class PatternParser {
 public:
  explicit PatternParser(std::string_view text) : text_(text) {}

  Expected<Pattern> parse() {
    Pattern pattern;
    if (take("doc(")) {
      quoted();
      expect(")");
    }
    while (error_.empty() && (at_ < text_.size() || pattern.steps.empty())) {
      pattern.steps.push_back(step());
      if (pattern.steps.size() > kMaxSteps) complain("more than 20 steps");
    }
    if (!error_.empty()) return fail(ErrorCode::invalid_argument, error_);
    return pattern;
  }

 private:
  Step step() {
    Step step;
    expect("/(");
    while (error_.empty() && !take(")")) {
      if (ends_action()) {
        expect(")");
        break;
      }
      expect("/");
      step.label.push_back(node_test());
    }
    if (step.label.empty()) complain("a step without an element");
    step.repetition = repetition();
    return step;
  }

  /// `/@href`, `/{click/}`
  bool ends_action() {
    const bool attribute = take("/@href") || take("/@src");
    const bool click = take("/{click/}") || take("{click/}");
    return attribute || click;
  }

  NodeTest node_test() {
    NodeTest test;
    if (take("*")) {
      test.tag = "*";
    } else {
      const std::size_t begin = at_;
      while (at_ < text_.size() && is_plain_name(text_.substr(at_, 1))) ++at_;
      test.tag = std::string(text_.substr(begin, at_ - begin));
      if (test.tag.empty()) complain("expected an element's name in lower case");
    }
    while (error_.empty() && take("[")) test.predicates.push_back(predicate());
    return test;
  }

  Predicate predicate() {
    Predicate predicate;
    const bool contains = take("contains(");
    predicate.attribute = attribute();
    if (contains) {
      predicate.kind = Predicate::Kind::contains;
      expect(",");
      predicate.value = value();
      expect(")");
    } else if (take("=")) {
      predicate.kind = Predicate::Kind::equals;
      predicate.value = value();
    }
    expect("]");
    return predicate;
  }

  Attribute attribute() {
    if (take("@id")) return Attribute::id;
    if (!take("@class")) complain("expected @id or @class");
    return Attribute::css_class;
  }

  std::string value() {
    std::string text = quoted();
    if (text.empty()) complain("an empty value");
    return text;
  }

  /// Between equal quotes of either kind; a doubled one stands for itself.
  std::string quoted() {
    std::string text;
    const std::string_view quote = text_.substr(at_, 1);
    if (quote != "\"" && quote != "'") complain("expected a text in quotes");
    if (!error_.empty()) return text;
    for (++at_; at_ < text_.size() && static_cast<unsigned char>(text_[at_]) >= 0x20; ++at_) {
      if (text_.substr(at_, 1) == quote && text_.substr(++at_, 1) != quote) return text;
      text.push_back(text_[at_]);
    }
    complain("a text without its second quote");
    return text;
  }

  Repetition repetition() {
    if (take("+")) return kOnceOrMore;
    if (take("*")) return {0, Repetition::kUnbounded};
    if (take("{")) {
      const std::uint32_t least = number();
      expect(",");
      const std::uint32_t most = number();
      expect("}");
      if (least > most) complain("a smallest number over the largest");
      return {least, most};
    }
    if (at_ >= text_.size() || !is_digit(text_[at_])) return {};
    const std::uint32_t times = number();
    return {times, times};
  }

  std::uint32_t number() {
    std::uint32_t number = 0;
    while (at_ < text_.size() && is_digit(text_[at_]) && number <= kMaxRepetitions) {
      number = number * 10 + static_cast<std::uint32_t>(text_[at_++] - '0');
    }
    if (number < 1 || number > kMaxRepetitions) complain("expected a number from 1 to 100");
    return number;
  }

  bool take(std::string_view what) {
    if (!text_.substr(at_).starts_with(what)) return false;
    at_ += what.size();
    return true;
  }
  void expect(std::string_view what) {
    if (!take(what)) complain("expected '" + std::string(what) + "'");
  }
  void complain(const std::string& what) {
    if (error_.empty()) error_ = what + " at character " + std::to_string(at_ + 1);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string error_;
};

}  // namespace

Expected<Pattern> parse_pattern(std::string_view text) {
  if (to_valid_utf8(text) != text) {
    return fail(ErrorCode::invalid_argument, "a pattern that is not UTF-8");
  }
  return PatternParser(text).parse();
}

}  // namespace tagtrail::acebot
