// Reading the members of JSON objects that another part of Tagtrail made.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace tagtrail {

using Json = nlohmann::json;

/// Reads typed members; remembers that one was missing or wrong instead of throwing.
class Members {
 public:
  explicit Members(const Json& json) : json_(json), ok_(json.is_object()) {}

  std::string text(const char* name) {
    const Json* member = find(name);
    if (member == nullptr || !member->is_string()) return bad<std::string>();
    return member->get<std::string>();
  }
  std::uint64_t number(const char* name) {
    const Json* member = find(name);
    if (member == nullptr || !member->is_number_unsigned()) return bad<std::uint64_t>();
    return member->get<std::uint64_t>();
  }
  std::int64_t integer(const char* name) {
    const Json* member = find(name);
    if (member == nullptr || !member->is_number_integer()) return bad<std::int64_t>();
    const auto value = member->get<std::int64_t>();
    return member->is_number_unsigned() && value < 0 ? bad<std::int64_t>() : value;
  }
  double real(const char* name) {
    const Json* member = find(name);
    if (member == nullptr || !member->is_number()) return bad<double>();
    return member->get<double>();
  }
  bool boolean(const char* name) {
    const Json* member = find(name);
    if (member == nullptr || !member->is_boolean()) return bad<bool>();
    return member->get<bool>();
  }
  const Json& object(const char* name) {
    static const Json none = Json::object();
    const Json* member = find(name);
    if (member == nullptr || !member->is_object()) {
      ok_ = false;
      return none;
    }
    return *member;
  }
  /// The index of a text member among `names`.
  template <typename Names>
  std::size_t one_of(const char* name, const Names& names) {
    const std::string value = text(name);
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (value == names[i]) return i;
    }
    return bad<std::size_t>();
  }
  bool ok() const { return ok_; }

 private:
  const Json* find(const char* name) const {
    if (!json_.is_object()) return nullptr;
    const auto found = json_.find(name);
    return found == json_.end() ? nullptr : &*found;
  }
  template <typename T>
  T bad() {
    ok_ = false;
    return T{};
  }

  const Json& json_;
  bool ok_;
};

}  // namespace tagtrail
