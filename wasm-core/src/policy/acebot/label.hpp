// Labels of links in ACEBot: a link's path from the root of its page, of which a few attributes are
// kept, as node tests of XPath (Faheem and Senellart, "Adaptive Web Crawling Through
// Structure-Based Link Classification").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tagtrail::acebot {

enum class Attribute : std::uint8_t { id, css_class };

/// `[@id]`, `[@id="x"]`, `[contains(@id,"x")]`
struct Predicate {
  enum class Kind : std::uint8_t { exists, equals, contains };
  Attribute attribute = Attribute::id;
  Kind kind = Kind::exists;
  std::string value;  ///< empty when `exists`

  bool operator==(const Predicate&) const = default;
};

struct NodeTest {
  std::string tag;  ///< lower case, or `*`: any
  std::vector<Predicate> predicates;

  bool operator==(const NodeTest&) const = default;
};

using Label = std::vector<NodeTest>;

/// Which attributes labels keep; the others do not matter.
struct KeptAttributes {
  bool id = true;
  bool css_class = false;

  /// `id`, `class` or `both`; those are all words that validate() lets through.
  static KeptAttributes parse(std::string_view word);
};

/// Of a link with that tag path (tag_path.hpp); empty for an empty one. Of an id, digits at the end
/// and what follows the first white space are cut, so that `post-17` and `post-18` are alike: what
/// was cut is tested by `contains`, a whole id by `=`, one of digits only by its presence. Of a
/// class only the presence is kept.
Label label_of(std::string_view tag_path, KeptAttributes kept);

/// Whether a link with that tag path has the label. An attribute that labels keep and a node test
/// does not name must be missing there: `div` is a div without an id.
bool matches(const Label& label, std::string_view tag_path, KeptAttributes kept);

/// `/html/body/div[@id="main"]/ul/li[contains(@id,"post-")]/a/@href`
std::string to_text(const Label& label);

/// Whether a node test may name it: others are written `*`.
bool is_plain_name(std::string_view tag);

}  // namespace tagtrail::acebot
