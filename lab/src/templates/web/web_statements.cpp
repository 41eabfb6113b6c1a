#include "templates/web/web_statements.hpp"

#include <fmt/format.h>

#include "generated/spread.hpp"
#include "generated/words.hpp"
#include "templates/prose.hpp"

namespace tagtrail::host::templates {
namespace {

using generated::escaped;
using generated::mix;

struct Shape {
  std::string_view type;
  std::string_view microformat;  ///< class of its root
  std::array<std::string_view, 7> properties;
};

// In the order of WebHost::markup.
constexpr std::array<Shape, kTemplates> kShapes{{
    {"Product",
     "h-product",
     {"description", "brand", "price", "sku", "color", "model", "category"}},
    {"Event",
     "h-event",
     {"description", "startDate", "location", "endDate", "performer", "organizer", "category"}},
    {"Recipe",
     "h-recipe",
     {"description", "ingredients", "ingredients", "cookTime", "author", "recipeYield",
      "instructions"}},
    {"Article",
     "h-entry",
     {"description", "author", "datePublished", "section", "keywords", "publisher", "category"}},
    {"Person",
     "h-card",
     {"description", "jobTitle", "affiliation", "address", "email", "telephone", "alumniOf"}},
    {"Organization",
     "h-card",
     {"description", "telephone", "address", "email", "logo", "founder", "faxNumber"}},
    {"ItemList",
     "h-feed",
     {"description", "category", "author", "datePublished", "keywords", "publisher", "about"}},
    {"WebPage",
     "h-entry",
     {"description", "author", "datePublished", "keywords", "publisher", "about", "category"}},
}};

const Shape& shape_of(std::string_view type) {
  for (const Shape& shape : kShapes) {
    if (shape.type == type) return shape;
  }
  return kShapes.back();
}

std::string json_ld(const Thing& thing) {
  std::string json = fmt::format(R"({{"@context":"https://schema.org","@type":"{}")", thing.type);
  for (const auto& [name, value] : thing.properties) {
    json += fmt::format(R"(,"{}":"{}")", name, value);
  }
  return "<script type=\"application/ld+json\">" + json + "}</script>";
}

/// `attribute`: of the element that shows a property; empty: none.
std::string property_attribute(Syntax syntax, std::string_view name) {
  switch (syntax) {
    case Syntax::microdata:
      return fmt::format(" itemprop=\"{}\"", name);
    case Syntax::rdfa:
      return fmt::format(" property=\"{}\"", name);
    case Syntax::microformats:
      return fmt::format(" class=\"p-{}\"", name == "description" ? "summary" : name);
    case Syntax::open_graph:
    case Syntax::json_ld:
      break;
  }
  return {};
}

std::string root_attributes(Syntax syntax, std::string_view type) {
  switch (syntax) {
    case Syntax::microdata:
      return fmt::format(" itemscope itemtype=\"http://schema.org/{}\"", type);
    case Syntax::rdfa:
      return fmt::format(" vocab=\"http://schema.org/\" typeof=\"{}\"", type);
    case Syntax::microformats:
      return fmt::format(" class=\"{}\"", shape_of(type).microformat);
    case Syntax::open_graph:
    case Syntax::json_ld:
      break;
  }
  return {};
}

}  // namespace

Thing thing_of(std::size_t of, const std::string& name, std::uint64_t seed) {
  const Shape& shape = kShapes[of];
  Thing thing{shape.type, {{"name", name}}};
  const std::size_t count = 2 + mix(seed, 1) % (shape.properties.size() - 1);
  for (std::size_t i = 0; i < count; ++i) {
    std::string value = Prose::word(static_cast<std::uint32_t>(mix(seed, 10 + i) % 4000));
    if (shape.properties[i] == "price") value = fmt::format("{}", 5 + mix(seed, 3) % 900);
    if (shape.properties[i].ends_with("Date") || shape.properties[i].starts_with("date")) {
      value = fmt::format("20{:02}-{:02}-{:02}", mix(seed, 4) % 14, 1 + mix(seed, 5) % 12,
                          1 + mix(seed, 6) % 28);
    }
    thing.properties.emplace_back(shape.properties[i], value);
  }
  return thing;
}

std::string html_of(const Thing& thing, std::optional<Syntax> syntax) {
  std::string html = "<div" + (syntax ? root_attributes(*syntax, thing.type) : "") + ">";
  for (const auto& [name, value] : thing.properties) {
    const std::string_view tag = name == "name" ? "h1" : "span";
    html += fmt::format("<{}{}>{}</{}> ", tag, syntax ? property_attribute(*syntax, name) : "",
                        escaped(value), tag);
  }
  html += "</div>\n";
  return syntax == Syntax::json_ld ? json_ld(thing) + html : html;
}

std::string head_of(const Thing& thing, std::optional<Syntax> syntax) {
  if (syntax != Syntax::open_graph) return {};
  std::string head = "<meta property=\"og:type\" content=\"website\">";
  for (const auto& [name, value] : thing.properties) {
    head += fmt::format("<meta property=\"og:{}\" content=\"{}\">", name == "name" ? "title" : name,
                        escaped(value));
  }
  return head;
}

}  // namespace tagtrail::host::templates
