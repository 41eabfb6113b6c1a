#include "content/statement_sink.hpp"

#include "content/iri.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

/// Noise costs time, too.
constexpr std::size_t kTried = 10 * kStatements;

/// What Anthelion leaves out: remarks of the extractor on the page, the links of HTML itself.
bool is_noise(std::string_view predicate) {
  constexpr std::string_view kExtractor = "http://vocab.sindice.net/any23#";
  constexpr std::string_view kRecipes = "http://vocab.sindice.net/any23#hrecipe/";
  if (predicate.starts_with(kExtractor) && !predicate.starts_with(kRecipes)) return true;
  if (predicate.starts_with("http://www.w3.org/1999/xhtml/vocab#")) return true;
  const std::string lower = ascii_lower(predicate);
  for (const std::string_view word : {"stylesheet", "css", "icon", "shortcut"}) {
    if (lower.find(word) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

void StatementSink::link(std::string_view subject, std::string_view predicate,
                         std::string_view resource) {
  if (!resource.empty()) add(subject, predicate, resource, false);
}

void StatementSink::say(std::string_view subject, std::string_view predicate,
                        std::string_view text) {
  add(subject, predicate, utf8_prefix(text, kLiteralBytes), true);
}

void StatementSink::add(std::string_view subject, std::string_view predicate,
                        std::string_view object, bool literal) {
  if (full_ || subject.empty() || predicate.empty()) return;
  full_ = ++tried_ >= kTried;
  if (predicate.size() > kIriBytes || is_noise(predicate)) return;
  bytes_ += subject.size() + predicate.size() + object.size();
  if (bytes_ > kStatementBytes) {
    full_ = true;
    return;
  }
  statements_.push_back(
      {syntax_, std::string(subject), std::string(predicate), std::string(object), literal});
  full_ = full_ || statements_.size() == kStatements;
}

}  // namespace tagtrail::host
