#include "policy/acebot/near_twins.hpp"

#include <algorithm>
#include <unordered_map>

namespace tagtrail::acebot {
namespace {

using Items = std::vector<std::uint32_t>;

std::size_t common(const Items& a, const Items& b) {
  std::size_t count = 0;
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
    if (*x == *y) ++count;
    const bool first = *x <= *y;
    const bool second = *y <= *x;
    if (first) ++x;
    if (second) ++y;
  }
  return count;
}

/// |a and b| / |a or b| >= .95
bool are_twins(const Items& a, const Items& b) {
  const std::size_t both = common(a, b);
  return 100 * both >= 95 * (a.size() + b.size() - both);
}

/// The items of which twins have at least one in common: of sets that share 95 % of all, what is
/// rarest (then smallest) of 5 % and one more.
Items signature(Items items, const std::unordered_map<std::uint32_t, std::uint32_t>& pages_with) {
  const std::size_t size = items.size() - (95 * items.size() + 99) / 100 + 1;
  const auto end = items.begin() + static_cast<std::ptrdiff_t>(std::min(size, items.size()));
  std::partial_sort(items.begin(), end, items.end(), [&](std::uint32_t a, std::uint32_t b) {
    const std::uint32_t of_a = pages_with.at(a);
    const std::uint32_t of_b = pages_with.at(b);
    return of_a != of_b ? of_a < of_b : a < b;
  });
  items.erase(end, items.end());
  return items;
}

}  // namespace

std::vector<std::uint32_t> first_of_twins(const std::vector<Items>& items) {
  std::unordered_map<std::uint32_t, std::uint32_t> pages_with;
  for (const Items& page : items) {
    for (const std::uint32_t item : page) ++pages_with[item];
  }
  std::vector<std::uint32_t> first(items.size());
  std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> firsts_by_item;
  std::vector<std::uint32_t> compared(items.size(), 0);  // with which page last, counted from 1
  for (std::uint32_t page = 0; page < items.size(); ++page) {
    first[page] = page;
    if (items[page].empty()) continue;
    const Items keys = signature(items[page], pages_with);
    for (const std::uint32_t key : keys) {
      for (const std::uint32_t other : firsts_by_item[key]) {
        if (first[page] != page || compared[other] == page + 1) continue;
        compared[other] = page + 1;
        if (are_twins(items[page], items[other])) first[page] = other;
      }
    }
    if (first[page] != page) continue;
    for (const std::uint32_t key : keys) firsts_by_item[key].push_back(page);
  }
  return first;
}

}  // namespace tagtrail::acebot
