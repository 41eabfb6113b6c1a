#include "tagtrail/json_fields.hpp"

#include "tagtrail/text.hpp"

namespace tagtrail {

using Json = nlohmann::json;

std::string text_of(const Json& object, const char* name, std::size_t limit) {
  const auto member = object.find(name);
  if (member == object.end() || !member->is_string()) return {};
  return std::string(utf8_prefix(member->get_ref<const std::string&>(), limit));
}

std::uint64_t number_of(const Json& object, const char* name) {
  const auto member = object.find(name);
  if (member == object.end() || !member->is_number_unsigned()) return 0;
  return member->get<std::uint64_t>();
}

bool flag_of(const Json& object, const char* name) {
  const auto member = object.find(name);
  return member != object.end() && *member == Json(true);
}

const Json& array_of(const Json& object, const char* name) {
  static const Json none = Json::array();
  const auto member = object.find(name);
  return member != object.end() && member->is_array() ? *member : none;
}

std::uint16_t status_of(const Json& object) {
  const std::uint64_t status = number_of(object, "status");
  return status <= 999 ? static_cast<std::uint16_t>(status) : std::uint16_t{0};
}

}  // namespace tagtrail
