// What a catalogue told of itself, before anything of it is fetched.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <vector>

#include "feeds/catalogue_numbers.hpp"
#include "tagtrail/catalogue_filter.hpp"
#include "tagtrail/catalogue_table.hpp"

namespace tagtrail::host {

struct CatalogueView {
  CatalogueSite site;
  CatalogueFilter filter;             ///< that the numbers are for
  std::optional<std::uint64_t> sets;  ///< absent: it does not tell
  std::optional<std::uint64_t> files;
  std::vector<CatalogueChoices> choices;
};

/// {"kind", "name", "base", "filter", "sets", "files", "conditions", "choices"}; numbers that are
/// not known are null, `conditions` are those that the kind can be narrowed by, `filter` is text.
nlohmann::json catalogue_view_json(const CatalogueView& view);

}  // namespace tagtrail::host
