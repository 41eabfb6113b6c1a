#include "content/microdata.hpp"

#include <algorithm>
#include <memory>
#include <optional>
#include <unordered_map>

#include "content/iri.hpp"

namespace tagtrail::host {
namespace {

using Index = FlatDocument::Index;

constexpr std::string_view kItem = "http://www.w3.org/1999/xhtml/microdata#item";
/// Elements read for itemref, which lets many items have the same ones.
constexpr std::size_t kReferredElements = 5'000'000;

/// What the names of properties are appended to ("registry" and "vocabulary" of the W3C note).
std::string vocabulary_of(std::string_view type) {
  for (const std::string_view known :
       {"http://schema.org/", "https://schema.org/", "http://microformats.org/profile/hcard"}) {
    if (type.starts_with(known)) return std::string(known);
  }
  const std::size_t end = type.find_last_of("/#");
  return std::string(end == std::string_view::npos ? type : type.substr(0, end + 1));
}

/// The attribute that holds the URL that is an element's value; null for other elements.
const char* url_attribute(GumboTag tag) {
  switch (tag) {
    case GUMBO_TAG_AUDIO:
    case GUMBO_TAG_EMBED:
    case GUMBO_TAG_IFRAME:
    case GUMBO_TAG_IMG:
    case GUMBO_TAG_SOURCE:
    case GUMBO_TAG_TRACK:
    case GUMBO_TAG_VIDEO:
      return "src";
    case GUMBO_TAG_A:
    case GUMBO_TAG_AREA:
    case GUMBO_TAG_LINK:
      return "href";
    case GUMBO_TAG_OBJECT:
      return "data";
    default:
      return nullptr;
  }
}

class MicrodataReader {
 public:
  MicrodataReader(const FlatDocument& page, StatementSink& sink)
      : page_(page), sink_(sink), seen_by_(page.size(), FlatDocument::kNone) {}

  void read();

 private:
  using Vocabulary = std::shared_ptr<const std::string>;  ///< empty where no type is known

  struct Item {
    Index element;
    Vocabulary vocabulary;  ///< of the item that it is in
  };

  struct Value {
    std::string text;
    bool literal;
  };

  std::string subject_of(Index element, const Vocabulary& vocabulary);
  void describe(const Item& item);
  void find_properties(Index item);
  void find_in(Index begin, Index end, Index item, bool referred);
  void describe_property(const std::string& subject, Index element, const Vocabulary& vocabulary);
  void say(const std::string& subject, const std::string& predicate, const Value& value);
  std::string predicate_of(std::string_view name, const std::string& vocabulary) const;
  Value value_of(Index element, const Vocabulary& vocabulary);

  const FlatDocument& page_;
  StatementSink& sink_;
  std::unordered_map<Index, std::string> subjects_;
  std::vector<Item> waiting_;  ///< items with a subject that are not described yet
  std::vector<Index> properties_;
  std::vector<Index> seen_by_;  ///< by element: the item that it was last found for
  std::size_t referred_ = 0;
};

void MicrodataReader::read() {
  const auto none = std::make_shared<const std::string>();
  for (Index i = 0; i < page_.size() && !sink_.full(); ++i) {
    if (!page_.has(i, "itemscope") || page_.has(i, "itemprop")) continue;
    sink_.link(page_.page_url(), kItem, subject_of(i, none));
    while (!waiting_.empty() && !sink_.full()) {
      const Item item = std::move(waiting_.back());
      waiting_.pop_back();
      describe(item);
    }
  }
}

/// The first time, the item is put where those wait that are not described.
std::string MicrodataReader::subject_of(Index element, const Vocabulary& vocabulary) {
  const auto [known, is_new] = subjects_.try_emplace(element);
  if (is_new) {
    const char* id = page_.attribute(element, "itemid");
    if (id != nullptr) known->second = resolve_iri(id, page_.base_url());
    if (known->second.empty()) known->second = sink_.blank_node();
    waiting_.push_back({element, vocabulary});
  }
  return known->second;
}

void MicrodataReader::describe(const Item& item) {
  const std::string subject = subjects_[item.element];
  Vocabulary vocabulary = item.vocabulary;
  bool first = true;
  for (const std::string_view type : words_of(page_.attribute(item.element, "itemtype"))) {
    if (!has_scheme(type) || type.size() > kIriBytes) continue;
    if (first) vocabulary = std::make_shared<const std::string>(vocabulary_of(type));
    first = false;
    sink_.link(subject, rdf::kType, type);
  }
  find_properties(item.element);
  const std::vector<Index> properties = std::move(properties_);
  for (const Index property : properties) {
    if (sink_.full()) return;
    describe_property(subject, property, vocabulary);
  }
}

void MicrodataReader::find_properties(Index item) {
  properties_.clear();
  seen_by_[item] = item;
  find_in(item + 1, page_[item].end, item, false);
  const auto references = words_of(page_.attribute(item, "itemref"));
  for (const std::string_view id : references) {
    const Index element = page_.by_id(id);
    if (element != FlatDocument::kNone) find_in(element, page_[element].end, item, true);
  }
  if (!references.empty()) std::sort(properties_.begin(), properties_.end());
}

/// What is inside of another item is that one's.
void MicrodataReader::find_in(Index begin, Index end, Index item, bool referred) {
  for (Index i = begin; i < end;) {
    if (referred && ++referred_ > kReferredElements) return;
    const bool scope = page_.has(i, "itemscope");
    if (seen_by_[i] != item) {
      seen_by_[i] = item;
      if (page_.has(i, "itemprop") || page_.has(i, "itemprop-reverse")) properties_.push_back(i);
    }
    i = scope ? page_[i].end : i + 1;
  }
}

void MicrodataReader::describe_property(const std::string& subject, Index element,
                                        const Vocabulary& vocabulary) {
  const auto names = words_of(page_.attribute(element, "itemprop"));
  const auto reversed = words_of(page_.attribute(element, "itemprop-reverse"));
  if (names.empty() && reversed.empty()) return;
  const Value value = value_of(element, vocabulary);
  for (const std::string_view name : names) {
    if (sink_.full()) return;
    const std::string predicate = predicate_of(name, *vocabulary);
    say(subject, predicate, value);
    if (predicate.ends_with("//schema.org/additionalType")) {
      say(subject, std::string(rdf::kType), value);
    }
  }
  for (const std::string_view name : reversed) {
    if (value.literal || sink_.full()) return;
    sink_.link(value.text, predicate_of(name, *vocabulary), subject);
  }
}

void MicrodataReader::say(const std::string& subject, const std::string& predicate,
                          const Value& value) {
  if (value.literal) {
    sink_.say(subject, predicate, value.text);
  } else {
    sink_.link(subject, predicate, value.text);
  }
}

std::string MicrodataReader::predicate_of(std::string_view name,
                                          const std::string& vocabulary) const {
  if (name.size() > kIriBytes) return {};
  if (has_scheme(name)) return std::string(name);
  if (vocabulary.empty()) return page_.page_url() + "#" + escape_fragment(name);
  const bool open = vocabulary.back() == '/' || vocabulary.back() == '#';
  return vocabulary + (open ? "" : "#") + escape_fragment(name);
}

MicrodataReader::Value MicrodataReader::value_of(Index element, const Vocabulary& vocabulary) {
  if (page_.has(element, "itemscope")) return {subject_of(element, vocabulary), false};
  if (const char* content = page_.attribute(element, "content")) return {content, true};
  const GumboElement& node = *page_[element].node;
  const GumboTag tag = node.tag_namespace == GUMBO_NAMESPACE_HTML ? node.tag : GUMBO_TAG_UNKNOWN;
  if (const char* name = url_attribute(tag)) {
    const char* written = page_.attribute(element, name);
    std::string url = written == nullptr ? std::string{} : resolve_iri(written, page_.base_url());
    const bool literal = url.empty();
    if (literal && written != nullptr) url = written;
    return {std::move(url), literal};
  }
  const char* value = nullptr;
  if (tag == GUMBO_TAG_DATA || tag == GUMBO_TAG_METER) value = page_.attribute(element, "value");
  if (tag == GUMBO_TAG_TIME) value = page_.attribute(element, "datetime");
  if (tag == GUMBO_TAG_META) value = "";
  if (value != nullptr) return {value, true};
  return {std::string(page_.text_of(element).substr(0, 4 * kLiteralBytes)), true};
}

}  // namespace

void read_microdata(const FlatDocument& page, StatementSink& sink) {
  MicrodataReader(page, sink).read();
}

}  // namespace tagtrail::host
