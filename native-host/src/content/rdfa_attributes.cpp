#include "content/rdfa_attributes.hpp"

namespace tagtrail::host {

RdfaAttributes::RdfaAttributes(const FlatDocument& page, FlatDocument::Index element) {
  const GumboVector& all = page[element].node->attributes;
  for (unsigned i = 0; i < all.length; ++i) {
    const auto* attribute = static_cast<const GumboAttribute*>(all.data[i]);
    if (attribute->attr_namespace != GUMBO_ATTR_NAMESPACE_NONE) continue;
    const char** place = place_of(attribute->name);
    if (place != nullptr && *place == nullptr) *place = attribute->value;
  }
}

const char** RdfaAttributes::place_of(std::string_view name) {
  if (name == "about") return &about;
  if (name == "resource") return &resource;
  if (name == "href") return &href;
  if (name == "src") return &src;
  if (name == "typeof") return &type;
  if (name == "property") return &property;
  if (name == "rel") return &rel;
  if (name == "rev") return &rev;
  if (name == "content") return &content;
  if (name == "datatype") return &datatype;
  if (name == "datetime") return &datetime;
  if (name == "vocab") return &vocabulary;
  return name == "inlist" ? &inlist : nullptr;
}

}  // namespace tagtrail::host
