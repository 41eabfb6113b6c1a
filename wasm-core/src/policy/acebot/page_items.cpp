#include "policy/acebot/page_items.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "tables/string_table.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::acebot {
namespace {

std::vector<std::uint32_t> pairs_of(std::string_view text) {
  std::vector<std::uint32_t> pairs;
  const std::string words = collapse_space(text);
  std::size_t begin = 0;  // of the first word of the pair
  std::size_t middle = words.find(' ');
  while (middle != std::string::npos) {
    const std::size_t end = std::min(words.find(' ', middle + 1), words.size());
    pairs.push_back(static_cast<std::uint32_t>(hash_bytes(words.data() + begin, end - begin)));
    begin = middle + 1;
    middle = words.find(' ', begin);
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

}  // namespace

std::vector<std::uint32_t> items_of(const Page& page, std::size_t most) {
  std::vector<std::uint32_t> items =
      page.content.pairs.empty() ? pairs_of(page.text) : page.content.pairs;
  items.resize(std::min(items.size(), most));
  items.shrink_to_fit();
  return items;
}

std::uint32_t thin(std::vector<std::vector<std::uint32_t>>& items, std::size_t most) {
  std::size_t all = 0;
  for (const auto& page : items) all += page.size();
  const auto share = static_cast<std::uint32_t>(std::max<std::size_t>(1, (all + most - 1) / most));
  if (share == 1) return share;
  for (auto& page : items) {
    std::erase_if(page, [&](std::uint32_t item) { return item % share != 0; });
  }
  return share;
}

}  // namespace tagtrail::acebot
