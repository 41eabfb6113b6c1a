// Pages as the extension reads them in a tab (docs/protocol.md, `page` of a TabAnswer), and what
// the engine says of one. Everything in them comes from a website and may be hostile: what is
// malformed is left out, what is too long is cut.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/exchange.hpp"
#include "tagtrail/look.hpp"

namespace tagtrail {

struct PageOnWire {
  Page page;
  /// For each link of `page` its index among those sent: links that nobody can fetch are left out.
  std::vector<std::uint32_t> sent_at;
  std::size_t sent = 0;  ///< links, at most limits::kLinksPerPage of which are read
};

/// `page_url`: canonical key, that of links with no base of their own.
PageOnWire page_from_json(const nlohmann::json& json, const std::string& page_url);

/// A page that the user has loaded (tagtrail_observe and tagtrail_look in wasm-core/abi).
struct SeenPage {
  Response response;  ///< with no request of ours; without its page
  PageOnWire content;
};
/// Errors: invalid_argument (no object, no page in it), invalid_url.
Expected<SeenPage> seen_page_from_json(const nlohmann::json& json);

/// As tagtrail_look gives it: an entry for each link that was sent; those left out are `out`.
nlohmann::json look_to_json(const PageLook& look, const PageOnWire& page);

}  // namespace tagtrail
