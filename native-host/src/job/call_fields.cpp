#include "job/call_fields.hpp"

#include "tagtrail/json_fields.hpp"

namespace tagtrail::host {
namespace {

template <typename T>
Expected<void> read(const Json& object, const char* name, T& value, const char* wanted) {
  const auto member = object.find(name);
  if (member == object.end() || read_json(*member, value)) return {};
  return fail(ErrorCode::invalid_argument, std::string("'") + name + "' must be " + wanted);
}

}  // namespace

Expected<void> read_text(const Json& object, const char* name, std::string& value,
                         std::size_t limit) {
  std::string text = value;
  TRY(read(object, name, text, "a text"));
  if (text.size() > limit) {
    return fail(ErrorCode::invalid_argument, std::string("'") + name + "' must be a shorter text");
  }
  value = std::move(text);
  return {};
}

Expected<void> read_number(const Json& object, const char* name, std::uint64_t& value) {
  return read(object, name, value, "a number that is not negative");
}

}  // namespace tagtrail::host
