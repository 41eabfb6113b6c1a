// Lists of a catalogue that come in parts, and files that it gives in part: what is asked for next,
// or in the place of what was refused, by what the table (catalogue_table.hpp) says of the kind.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tagtrail/catalogue_table.hpp"

namespace tagtrail {

/// The canonical key of the page behind the one at `url`, which had so many items; empty when there
/// is none, or that is not how the kind goes on. An address that says no number is that of the
/// first page, where what is asked of the kind has one. `total`: items in all; 0: nobody knows.
std::string next_catalogue_page(const CatalogueKind& kind, std::string_view url,
                                std::uint64_t items, std::uint64_t total);

/// The canonical key of all of a file that `url`, a canonical key, gives a part of, and the kind
/// that says so; nothing: the table knows of none.
std::optional<CatalogueSite> whole_export(std::string_view url);
/// The canonical key of the part, for one of these; empty: it is none.
std::string part_of_export(const CatalogueKind& kind, std::string_view url);

/// Whether an answer of that status says that it can't be asked so.
bool refuses_query(std::uint16_t status);

/// The canonical key of the page at `url`, or of its begin, with fewer items, where so many are
/// refused; empty when there are no fewer to ask for.
std::string smaller_catalogue_page(const CatalogueKind& kind, std::string_view url);

/// The canonical key of the first page of the list of which `url` is one, with one item less: so it
/// is read once more, and its pages end elsewhere; empty: it can't be asked so.
std::string catalogue_list_again(const CatalogueKind& kind, std::string_view url);

/// The canonical key of the whole list of which `url` is a page behind the first; empty: the kind
/// has none, or it is the first.
std::string whole_catalogue(const CatalogueKind& kind, std::string_view url);

/// The path that the pages of a list have, of which `url` is one or all of it.
std::string list_of_catalogue(const CatalogueKind& kind, std::string_view url);

}  // namespace tagtrail
