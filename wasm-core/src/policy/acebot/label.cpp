#include "policy/acebot/label.hpp"

#include <algorithm>

#include "tagtrail/text.hpp"

namespace tagtrail::acebot {
namespace {

/// An element of a tag path: `li.wide first#post-17`.
struct Element {
  std::string_view tag;
  std::string_view classes;
  std::string_view id;

  std::string_view value(Attribute attribute) const {
    return attribute == Attribute::id ? id : classes;
  }
};

Element parse_element(std::string_view token) {
  Element element;
  const std::size_t hash = token.find('#');
  if (hash != std::string_view::npos) element.id = token.substr(hash + 1);
  token = token.substr(0, hash);
  const std::size_t dot = token.find('.');
  if (dot != std::string_view::npos) element.classes = token.substr(dot + 1);
  element.tag = token.substr(0, dot);
  return element;
}

/// Takes the first element off a tag path.
Element take_element(std::string_view& path) {
  if (path.starts_with('/')) path.remove_prefix(1);
  const std::size_t end = std::min(path.find('/'), path.size());
  const Element element = parse_element(path.substr(0, end));
  path.remove_prefix(end);
  return element;
}

bool ends_stem(char c) { return is_space(c) || static_cast<unsigned char>(c) < 0x20; }

Predicate test_of_id(std::string_view id) {
  std::string_view stem = trim(id);
  stem = stem.substr(0, static_cast<std::size_t>(std::find_if(stem.begin(), stem.end(), ends_stem) -
                                                 stem.begin()));
  while (!stem.empty() && is_digit(stem.back())) stem.remove_suffix(1);
  if (stem.empty() || to_valid_utf8(stem) != stem)
    return {Attribute::id, Predicate::Kind::exists, {}};
  const auto kind = stem == id ? Predicate::Kind::equals : Predicate::Kind::contains;
  return {Attribute::id, kind, std::string(stem)};
}

bool holds(const Predicate& predicate, const Element& element) {
  const std::string_view value = element.value(predicate.attribute);
  switch (predicate.kind) {
    case Predicate::Kind::exists:
      return !value.empty();
    case Predicate::Kind::equals:
      return value == predicate.value;
    case Predicate::Kind::contains:
      return value.find(predicate.value) != std::string_view::npos;
  }
  return false;
}

bool names(const NodeTest& test, Attribute attribute) {
  return std::any_of(test.predicates.begin(), test.predicates.end(),
                     [&](const Predicate& predicate) { return predicate.attribute == attribute; });
}

bool matches(const NodeTest& test, const Element& element, KeptAttributes kept) {
  if (test.tag != "*" && test.tag != element.tag) return false;
  if (kept.id && !element.id.empty() && !names(test, Attribute::id)) return false;
  if (kept.css_class && !element.classes.empty() && !names(test, Attribute::css_class)) {
    return false;
  }
  return std::all_of(test.predicates.begin(), test.predicates.end(),
                     [&](const Predicate& predicate) { return holds(predicate, element); });
}

/// In quotes; one inside is doubled, as in XPath 2.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) out.append(c == '"' ? 2 : 1, c);
  return out + '"';
}

std::string to_text(const Predicate& predicate) {
  const std::string name = predicate.attribute == Attribute::id ? "@id" : "@class";
  switch (predicate.kind) {
    case Predicate::Kind::exists:
      break;
    case Predicate::Kind::equals:
      return '[' + name + '=' + quoted(predicate.value) + ']';
    case Predicate::Kind::contains:
      return "[contains(" + name + ',' + quoted(predicate.value) + ")]";
  }
  return '[' + name + ']';
}

}  // namespace

KeptAttributes KeptAttributes::parse(std::string_view word) {
  return {word != "class", word != "id"};
}

Label label_of(std::string_view tag_path, KeptAttributes kept) {
  Label label;
  while (!tag_path.empty()) {
    const Element element = take_element(tag_path);
    NodeTest& test = label.emplace_back();
    test.tag = is_plain_name(element.tag) ? std::string(element.tag) : "*";
    if (kept.id && !element.id.empty()) test.predicates.push_back(test_of_id(element.id));
    if (kept.css_class && !element.classes.empty()) {
      test.predicates.push_back({Attribute::css_class, Predicate::Kind::exists, {}});
    }
  }
  return label;
}

bool matches(const Label& label, std::string_view tag_path, KeptAttributes kept) {
  for (const NodeTest& test : label) {
    if (tag_path.empty() || !matches(test, take_element(tag_path), kept)) return false;
  }
  return tag_path.empty() && !label.empty();
}

std::string to_text(const Label& label) {
  std::string text;
  for (const NodeTest& test : label) {
    text.append("/").append(test.tag);
    for (const Predicate& predicate : test.predicates) text.append(to_text(predicate));
  }
  if (label.empty()) return text;
  const std::string& last = label.back().tag;
  return text + (last == "frame" || last == "iframe" ? "/@src" : "/@href");
}

bool is_plain_name(std::string_view tag) {
  return !tag.empty() && std::all_of(tag.begin(), tag.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || is_digit(c) || c == '-' || c == '_' || c == ':';
  });
}

}  // namespace tagtrail::acebot
