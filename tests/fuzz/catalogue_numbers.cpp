// Any bytes are the answer of a catalogue, or conditions on its data sets: numbers, choices and
// requests stay within their limits, and what can be chosen can be asked for.
#include "feeds/catalogue_numbers.hpp"

#include <cstdint>
#include <cstdlib>

#include "tagtrail/catalogue_filter.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace {

using namespace tagtrail;

void require(bool condition) {
  if (!condition) std::abort();
}

void check_request(const CatalogueKind& kind, const CatalogueFilter& filter) {
  const std::string url = narrowed_request(kind, "https://d.example" + kind.set_count.ask, filter);
  if (url.empty()) return;
  const auto key = canonical_url(url);
  require(key && *key == url && url.starts_with("https://d.example/"));
}

void check(const host::CatalogueNumbers& numbers, const CatalogueKind& kind) {
  (void)numbers.at(kind.set_count.place);
  for (const host::CatalogueChoices& choices : numbers.choices(kind)) {
    require(!choices.values.empty() && choices.values.size() <= host::kMostChoices);
    for (const host::CatalogueChoiceValue& value : choices.values) {
      require(!value.title.empty() && value.title.size() <= host::kChoiceTextBytes);
      require(to_valid_utf8(value.title) == value.title);
      CatalogueFilter filter;
      require(set_condition(filter, choices.by, value.value).has_value());
      check_request(kind, filter);
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view body(reinterpret_cast<const char*>(data), size);
  const host::CatalogueNumbers numbers(body);
  const auto filter = parse_catalogue_filter(body);
  for (const CatalogueKind& kind : catalogue_kinds()) {
    check(numbers, kind);
    if (filter) check_request(kind, *filter);
  }
  if (filter) {
    const auto again = parse_catalogue_filter(to_text(*filter));
    require(again && *again == *filter);
  }
  return 0;
}
