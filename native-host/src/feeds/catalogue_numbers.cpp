#include "feeds/catalogue_numbers.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "feeds/texts.hpp"
#include "tagtrail/catalogue_filter.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::json;

constexpr int kDepth = 32;
constexpr std::size_t kMostObjects = 10'000;  // that are looked at for values
constexpr double kMostCount = 1e12;

/// A member as tag paths name it: in lower case.
const Json* member_of(const Json& object, std::string_view name) {
  if (!object.is_object()) return nullptr;
  for (const auto& [key, value] : object.items()) {
    if (ascii_lower(key) == name) return &value;
  }
  return nullptr;
}

std::string text_of_member(const Json& object, std::string_view name) {
  const Json* member = member_of(object, name);
  return member != nullptr && member->is_string() ? member->get<std::string>() : std::string();
}

std::optional<std::uint64_t> count_of(const Json* value) {
  if (value == nullptr || !value->is_number()) return std::nullopt;
  const double number = value->get<double>();
  if (!(number >= 0) || number >= kMostCount) return std::nullopt;
  return static_cast<std::uint64_t>(number);
}

/// Of a list the first object that has this text in that member.
const Json* object_with(const Json& list, std::string_view name, std::string_view text) {
  if (!list.is_array()) return nullptr;
  const auto found = std::find_if(list.begin(), list.end(), [&](const Json& object) {
    return text_of_member(object, name) == text;
  });
  return found == list.end() ? nullptr : &*found;
}

/// What stands at `/json/NAME/NAME[MEMBER=TEXT]`; null: nothing.
const Json* at_place(const Json& answer, std::string_view place) {
  constexpr std::string_view kRoot = "/json";
  if (!place.starts_with(kRoot)) return nullptr;
  place.remove_prefix(kRoot.size());
  const Json* here = &answer;
  while (here != nullptr && !place.empty()) {
    place.remove_prefix(1);
    const std::string_view step = place.substr(0, place.find('/'));
    place.remove_prefix(step.size());
    const std::size_t bracket = std::min(step.find('['), step.size());
    here = member_of(*here, step.substr(0, bracket));
    if (here == nullptr || bracket == step.size()) continue;
    const std::string_view wanted = step.substr(bracket + 1, step.size() - bracket - 2);
    const std::size_t equals = std::min(wanted.find('='), wanted.size());
    here = object_with(*here, wanted.substr(0, equals),
                       wanted.substr(std::min(equals + 1, wanted.size())));
  }
  return here;
}

std::optional<CatalogueChoiceValue> value_of(const CatalogueChoice& choice, const Json& object) {
  CatalogueChoiceValue read;
  read.value = text_of_member(object, choice.value);
  // What no condition can be given can't be chosen.
  CatalogueFilter filter;
  if (!set_condition(filter, choice.by, read.value)) return std::nullopt;
  read.title = collapsed(text_of_member(object, choice.title), kChoiceTextBytes);
  if (read.title.empty()) read.title = collapsed(read.value, kChoiceTextBytes);
  if (read.title.empty()) return std::nullopt;
  read.count = count_of(member_of(object, choice.count)).value_or(0);
  return read;
}

CatalogueChoices choices_of(const CatalogueChoice& choice, const Json& list) {
  CatalogueChoices choices;
  choices.by = choice.by;
  const std::size_t looked_at = std::min(list.size(), kMostObjects);
  for (std::size_t i = 0; i < looked_at; ++i) {
    if (auto value = value_of(choice, list[i])) choices.values.push_back(std::move(*value));
  }
  std::stable_sort(choices.values.begin(), choices.values.end(),
                   [](const auto& a, const auto& b) { return a.count > b.count; });
  choices.cut = choices.values.size() > kMostChoices || list.size() > looked_at;
  choices.values.resize(std::min(choices.values.size(), kMostChoices));
  return choices;
}

}  // namespace

struct CatalogueNumbers::Answer {
  Json json;
};

CatalogueNumbers::CatalogueNumbers(std::string_view body) : answer_(std::make_unique<Answer>()) {
  if (body.size() > kNumbersBytes) return;
  const std::string text = to_valid_utf8(body);
  const auto within = [](int depth, Json::parse_event_t /*event*/, Json& /*value*/) {
    return depth <= kDepth;
  };
  answer_->json = Json::parse(text, within, false);
}

CatalogueNumbers::~CatalogueNumbers() = default;

std::optional<std::uint64_t> CatalogueNumbers::at(std::string_view place) const {
  return count_of(at_place(answer_->json, place));
}

std::vector<CatalogueChoices> CatalogueNumbers::choices(const CatalogueKind& kind) const {
  std::vector<CatalogueChoices> all;
  for (const CatalogueChoice& choice : kind.choices) {
    const Json* list = at_place(answer_->json, choice.place);
    if (list == nullptr || !list->is_array()) continue;
    CatalogueChoices choices = choices_of(choice, *list);
    if (!choices.values.empty()) all.push_back(std::move(choices));
  }
  return all;
}

}  // namespace tagtrail::host
