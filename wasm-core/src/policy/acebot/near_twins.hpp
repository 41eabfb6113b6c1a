// Which pages say nearly the same: ACEBot takes only one of them into a cluster. The paper gives no
// threshold; ours is a Jaccard similarity of .95 of their items.
#pragma once

#include <cstdint>
#include <vector>

namespace tagtrail::acebot {

/// For each page the first page that it is a near twin of, itself when there is none before. Only
/// first ones are compared with. A page without items resembles none. `items` are ascending and
/// distinct for each page.
std::vector<std::uint32_t> first_of_twins(const std::vector<std::vector<std::uint32_t>>& items);

}  // namespace tagtrail::acebot
