// Names of resources in statements. Unlike canonical keys they keep their fragment, and may be of
// any scheme.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tagtrail::host {

/// Longest name of a resource, in bytes; what is longer is no name.
inline constexpr std::size_t kIriBytes = 2048;

/// Whether it starts with a scheme, as absolute ones do.
bool has_scheme(std::string_view text);

/// An absolute one as written, without white space at its ends; a relative one resolved against
/// `base`, a canonical key, with its fragment. Empty when there is no such URL or it is too long.
std::string resolve_iri(std::string_view text, std::string_view base);

/// Percent-encodes what may not stand in a fragment (Microdata to RDF, "fragment-escape").
std::string escape_fragment(std::string_view name);

}  // namespace tagtrail::host
