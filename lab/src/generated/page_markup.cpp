#include "generated/page_markup.hpp"

#include <fmt/format.h>

#include <iterator>

namespace tagtrail::host::generated {

/// Hashed names look like CSS modules' and stay the same all over the site.
std::string PageMarkup::class_of(std::string_view role) const {
  if (!site_.profile.style.hashed_classes) return std::string(role);
  std::uint64_t hash = site_.seed;
  for (const char c : role) hash = mix(hash, static_cast<std::uint64_t>(c));
  return fmt::format("{}__{:05x}", role, hash & 0xFFFFFU);
}

void PageMarkup::open(std::string_view tag, std::string_view role) {
  if (role.empty()) {
    fmt::format_to(std::back_inserter(out_), "<{}>", tag);
  } else {
    fmt::format_to(std::back_inserter(out_), "<{} class=\"{}\">", tag, class_of(role));
  }
}

void PageMarkup::close(std::string_view tag) {
  fmt::format_to(std::back_inserter(out_), "</{}>\n", tag);
}

void PageMarkup::link(std::string_view path, std::string_view text, std::string_view role) {
  const std::string style = role.empty() ? "" : fmt::format(" class=\"{}\"", class_of(role));
  fmt::format_to(std::back_inserter(out_), "<a{} href=\"{}\">{}</a>", style, escaped(path),
                 escaped(text));
}

void PageMarkup::text(std::string_view text) { out_ += escaped(text); }

}  // namespace tagtrail::host::generated
