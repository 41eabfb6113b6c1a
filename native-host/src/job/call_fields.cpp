#include "job/call_fields.hpp"

namespace tagtrail::host {
namespace {

tl::unexpected<Error> bad(const char* name, const char* what) {
  return fail(ErrorCode::invalid_argument, std::string("'") + name + "' must be " + what);
}

}  // namespace

Expected<void> read_text(const Json& object, const char* name, std::string& value,
                         std::size_t limit) {
  const auto member = object.find(name);
  if (member == object.end()) return {};
  if (!member->is_string()) return bad(name, "a text");
  if (member->get_ref<const std::string&>().size() > limit) return bad(name, "a shorter text");
  value = member->get<std::string>();
  return {};
}

Expected<void> read_number(const Json& object, const char* name, std::uint64_t& value) {
  const auto member = object.find(name);
  if (member == object.end()) return {};
  if (!member->is_number_unsigned()) return bad(name, "a number that is not negative");
  value = member->get<std::uint64_t>();
  return {};
}

Expected<void> read_flag(const Json& object, const char* name, bool& value) {
  const auto member = object.find(name);
  if (member == object.end()) return {};
  if (!member->is_boolean()) return bad(name, "true or false");
  value = member->get<bool>();
  return {};
}

}  // namespace tagtrail::host
