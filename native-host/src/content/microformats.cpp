#include "content/microformats.hpp"

#include <algorithm>

#include "content/iri.hpp"
#include "content/microformat_names.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

using Index = FlatDocument::Index;

constexpr std::string_view kProfiles = "http://microformats.org/profile/";
/// Elements looked at for the machine's version of a value.
constexpr Index kInnerElements = 16;

std::string predicate_of(std::string_view format, std::string_view property) {
  return std::string(kProfiles).append(format).append("#").append(property);
}

/// `p-name` is `name` of that kind; empty for other classes.
std::string_view property2_of(std::string_view word, MicroformatValue& kind) {
  std::string_view name;
  if (word.starts_with("p-") || word.starts_with("e-")) {
    name = word.substr(2);
    kind = MicroformatValue::text;
  } else if (word.starts_with("u-")) {
    name = word.substr(2);
    kind = MicroformatValue::url;
  } else if (word.starts_with("dt-")) {
    name = word.substr(3);
    kind = MicroformatValue::time;
  }
  const bool letters = std::all_of(name.begin(), name.end(),
                                   [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
  return letters ? name : std::string_view{};
}

class MicroformatReader {
 public:
  MicroformatReader(const FlatDocument& page, StatementSink& sink) : page_(page), sink_(sink) {}

  void read();

 private:
  struct Root {
    Index element;
    std::string subject;
    std::vector<const Microformat*> formats;  ///< of version 1
    std::vector<std::string_view> names2;     ///< of version 2
    bool described = false;
  };
  struct Property {
    std::string predicate;
    MicroformatValue kind;
  };
  struct Value {
    std::string text;
    bool link = false;
  };

  void visit(Index element, const std::vector<std::string_view>& classes);
  Root root_of(Index element, const std::vector<std::string_view>& classes);
  std::vector<Property> properties_of(const std::vector<std::string_view>& classes) const;
  void leave();
  void say_position(const Root& root);
  Value value_of(Index element, MicroformatValue kind) const;
  Value address_of(Index element) const;
  std::string text_of(Index element) const;
  const char* title_inside(Index element) const;

  const FlatDocument& page_;
  StatementSink& sink_;
  std::vector<Root> roots_;  ///< those that the current element is in
};

void MicroformatReader::read() {
  for (Index i = 0; i < page_.size() && !sink_.full(); ++i) {
    while (!roots_.empty() && page_[roots_.back().element].end <= i) leave();
    const auto classes = words_of(page_.attribute(i, "class"));
    if (!classes.empty()) visit(i, classes);
  }
  while (!roots_.empty()) leave();
}

void MicroformatReader::visit(Index element, const std::vector<std::string_view>& classes) {
  Root root = root_of(element, classes);
  const bool is_root = !root.formats.empty() || !root.names2.empty();
  for (const Property& property : properties_of(classes)) {
    if (sink_.full()) return;
    Root& owner = roots_.back();
    if (is_root) {
      sink_.link(owner.subject, property.predicate, root.subject);
      owner.described = true;
      continue;
    }
    const Value value = value_of(element, property.kind);
    if (value.text.empty()) continue;
    owner.described = true;
    if (value.link) {
      sink_.link(owner.subject, property.predicate, value.text);
    } else {
      sink_.say(owner.subject, property.predicate, value.text);
    }
  }
  if (is_root) roots_.push_back(std::move(root));
}

/// Beside a root of version 2, those of version 1 are there for old readers only.
MicroformatReader::Root MicroformatReader::root_of(Index element,
                                                   const std::vector<std::string_view>& classes) {
  Root root{element, {}, {}, {}};
  for (const std::string_view word : classes) {
    if (is_microformat2(word)) root.names2.push_back(word);
  }
  for (const std::string_view word : classes) {
    const Microformat* format = root.names2.empty() ? microformat_of(word) : nullptr;
    if (format != nullptr) root.formats.push_back(format);
  }
  if (root.names2.empty() && root.formats.empty()) return root;
  root.subject = sink_.blank_node();
  for (const std::string_view name : root.names2) {
    sink_.link(root.subject, rdf::kType, std::string(kProfiles).append(name));
  }
  for (const Microformat* format : root.formats) {
    sink_.link(root.subject, rdf::kType, std::string(kProfiles).append(format->name));
  }
  return root;
}

std::vector<MicroformatReader::Property> MicroformatReader::properties_of(
    const std::vector<std::string_view>& classes) const {
  std::vector<Property> all;
  if (roots_.empty()) return all;
  const Root& owner = roots_.back();
  for (const std::string_view word : classes) {
    if (all.size() >= kStatements) break;
    if (!owner.names2.empty()) {
      MicroformatValue kind{};
      const std::string_view name = property2_of(word, kind);
      if (!name.empty()) all.push_back({predicate_of(owner.names2.front(), name), kind});
      continue;
    }
    for (const Microformat* format : owner.formats) {
      const auto& known = format->properties;
      if (std::find(known.begin(), known.end(), word) == known.end()) continue;
      all.push_back({predicate_of(format->name, word), microformat_value(word)});
      break;
    }
  }
  return all;
}

void MicroformatReader::leave() {
  const Root root = std::move(roots_.back());
  roots_.pop_back();
  if (!root.described && root.formats.size() == 1 && root.formats[0]->root == "geo") {
    say_position(root);
  }
}

/// The short form of geo: both numbers in one text.
void MicroformatReader::say_position(const Root& root) {
  const std::string text = text_of(root.element);
  const std::size_t between = text.find(';');
  if (between == std::string::npos) return;
  const std::string_view whole(text);
  sink_.say(root.subject, predicate_of("geo", "latitude"), trim(whole.substr(0, between)));
  sink_.say(root.subject, predicate_of("geo", "longitude"), trim(whole.substr(between + 1)));
}

MicroformatReader::Value MicroformatReader::value_of(Index element, MicroformatValue kind) const {
  if (kind == MicroformatValue::url) {
    Value value = address_of(element);
    if (value.link) return value;
  }
  if (kind == MicroformatValue::time) {
    const char* time = page_.attribute(element, "datetime");
    if (time != nullptr) return {time};
  }
  return {text_of(element)};
}

MicroformatReader::Value MicroformatReader::address_of(Index element) const {
  for (const char* name : {"href", "src", "data", "poster"}) {
    const char* written = page_.attribute(element, name);
    if (written == nullptr) continue;
    std::string url = resolve_iri(written, page_.base_url());
    return {url, !url.empty()};
  }
  return {};
}

std::string MicroformatReader::text_of(Index element) const {
  const char* other = nullptr;
  if (page_.is(element, GUMBO_TAG_ABBR)) other = page_.attribute(element, "title");
  if (page_.is(element, GUMBO_TAG_IMG) || page_.is(element, GUMBO_TAG_AREA)) {
    other = page_.attribute(element, "alt");
  }
  if (page_.is(element, GUMBO_TAG_DATA) || page_.is(element, GUMBO_TAG_INPUT)) {
    other = page_.attribute(element, "value");
  }
  if (other == nullptr) other = title_inside(element);
  const std::string_view text = other == nullptr ? page_.text_of(element) : other;
  return std::string(trim(text.substr(0, 4 * kLiteralBytes)));
}

/// "value-title": what machines shall read in the place of the text.
const char* MicroformatReader::title_inside(Index element) const {
  const Index end = std::min(page_[element].end, element + kInnerElements);
  for (Index i = element + 1; i < end; ++i) {
    const auto classes = words_of(page_.attribute(i, "class"));
    if (std::find(classes.begin(), classes.end(), "value-title") != classes.end()) {
      return page_.attribute(i, "title");
    }
  }
  return nullptr;
}

}  // namespace

void read_microformats(const FlatDocument& page, StatementSink& sink) {
  MicroformatReader(page, sink).read();
}

}  // namespace tagtrail::host
