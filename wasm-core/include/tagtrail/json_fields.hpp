// Members of JSON objects. Single ones, from the extension: everything in them may come from a page
// and be hostile, so a member of another type counts as absent, and texts are cut. And whole
// structures that Tagtrail itself has written: their members are named once, for both directions.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tagtrail/text.hpp"

namespace tagtrail {

/// Cut at `limit` bytes, between characters; empty when absent.
inline std::string text_of(const nlohmann::json& object, const char* name, std::size_t limit) {
  const auto member = object.find(name);
  if (member == object.end() || !member->is_string()) return {};
  return std::string(utf8_prefix(member->get_ref<const std::string&>(), limit));
}

/// 0 when absent or negative.
inline std::uint64_t number_of(const nlohmann::json& object, const char* name) {
  const auto member = object.find(name);
  if (member == object.end() || !member->is_number_unsigned()) return 0;
  return member->get<std::uint64_t>();
}

inline bool flag_of(const nlohmann::json& object, const char* name) {
  const auto member = object.find(name);
  return member != object.end() && member->is_boolean() && member->get<bool>();
}

inline const nlohmann::json& array_of(const nlohmann::json& object, const char* name) {
  static const nlohmann::json none = nlohmann::json::array();
  const auto member = object.find(name);
  return member != object.end() && member->is_array() ? *member : none;
}

/// Member `status`: 0 when it is none of HTTP.
inline std::uint16_t status_of(const nlohmann::json& object) {
  const std::uint64_t status = number_of(object, "status");
  return status <= 999 ? static_cast<std::uint16_t>(status) : std::uint16_t{0};
}

/// One value into what can hold it; false, with `value` as it was, when it is of another type or
/// out of range.
template <typename T>
bool read_json(const nlohmann::json& json, T& value) {
  if constexpr (std::same_as<T, bool> || std::same_as<T, std::string>) {
    if (std::same_as<T, bool> ? !json.is_boolean() : !json.is_string()) return false;
    value = json.get<T>();
  } else if constexpr (std::floating_point<T>) {
    if (!json.is_number() || !std::isfinite(json.get<T>())) return false;
    value = json.get<T>();
  } else if constexpr (std::unsigned_integral<T>) {
    if (!json.is_number_unsigned() || !std::in_range<T>(json.get<std::uint64_t>())) return false;
    value = json.get<T>();
  } else if constexpr (std::signed_integral<T>) {
    if (!json.is_number_integer()) return false;
    if (json.is_number_unsigned() && !std::in_range<T>(json.get<std::uint64_t>())) return false;
    value = json.get<T>();
  } else {  // a list
    if (!json.is_array()) return false;
    T read;
    for (const nlohmann::json& item : json) {
      if (!read_json(item, read.emplace_back())) return false;
    }
    value = std::move(read);
  }
  return true;
}

/// Null stands for nothing.
template <typename T>
bool read_json(const nlohmann::json& json, std::optional<T>& value) {
  value.reset();
  return json.is_null() || read_json(json, value.emplace());
}

/// Reads members into variables; the first that is wrong is remembered, so that callers read all
/// and then ask once. MembersOut has the same functions: one generic lambda `[](auto& io, auto&
/// thing)` names the members of a structure for both.
class MembersIn {
 public:
  enum class Kind {
    record,   ///< every member must be there; others are ignored
    options,  ///< a member that is missing leaves its variable alone; others are refused
  };
  explicit MembersIn(const nlohmann::json& object, Kind kind = Kind::record, std::string where = {})
      : object_(object), kind_(kind), where_(std::move(where)) {
    if (!object_.is_object()) complain("is not an object");
  }

  template <typename T>
  void operator()(const char* name, T& value) {
    take(name, [&](const nlohmann::json& member) { return read_json(member, value); });
  }
  /// One of some words, in the order of an enumeration.
  template <typename Enum, typename Words>
  void word(const char* name, Enum& value, const Words& words) {
    take(name, [&](const nlohmann::json& member) {
      if (!member.is_string()) return false;
      const auto found = std::find(words.begin(), words.end(), member.get<std::string>());
      if (found == words.end()) return false;
      value = static_cast<Enum>(found - words.begin());
      return true;
    });
  }
  template <typename T, typename Members>
  void object(const char* name, T& value, Members members) {
    take(name, [&](const nlohmann::json& member) { return inner(member, name, value, members); });
  }
  /// Null stands for nothing.
  template <typename T, typename Members>
  void object(const char* name, std::optional<T>& value, Members members) {
    take(name, [&](const nlohmann::json& member) {
      return member.is_null() || inner(member, name, value.emplace(), members);
    });
  }
  template <typename T, typename Members>
  void objects(const char* name, std::vector<T>& values, Members members) {
    take(name, [&](const nlohmann::json& member) {
      if (!member.is_array()) return false;
      return std::all_of(member.begin(), member.end(), [&](const nlohmann::json& item) {
        return inner(item, name, values.emplace_back(), members);
      });
    });
  }
  /// One that is written unless it is `left_out`.
  template <typename T>
  void unless(T, const char* name, T& value) {
    (*this)(name, value);
  }
  /// Older versions wrote it.
  void formerly(const char* name) { known_.emplace_back(name); }

  /// What was wrong first: `sb. has no member 'x'`; empty when nothing was.
  std::string error() const {
    if (!error_.empty() || kind_ == Kind::record) return error_;
    for (const auto& [name, member] : object_.items()) {
      if (std::find(known_.begin(), known_.end(), name) == known_.end()) {
        return where_ + " has no member '" + name + "'";
      }
    }
    return {};
  }
  bool ok() const { return error_.empty(); }

 private:
  template <typename Take>
  void take(const char* name, Take use) {
    if (kind_ == Kind::options) known_.emplace_back(name);
    if (!object_.is_object()) return;
    const auto found = object_.find(name);
    if (found == object_.end() && kind_ == Kind::options) return;
    if (found == object_.end() || !use(*found)) {
      complain(std::string("has a bad value for '") + name + "'");
    }
  }
  /// Its own error comes before that of the member as a whole.
  template <typename T, typename Members>
  bool inner(const nlohmann::json& member, const char* name, T& value, Members members) {
    MembersIn in(member, kind_, where_ + name + ".");
    members(in, value);
    if (error_.empty()) error_ = in.error();
    return error_.empty();
  }
  void complain(const std::string& what) {
    if (error_.empty()) error_ = where_ + " " + what;
  }

  const nlohmann::json& object_;
  Kind kind_;
  std::string where_;
  std::string error_;
  std::vector<std::string_view> known_;
};

/// Writes what MembersIn reads.
class MembersOut {
 public:
  template <typename T>
  void operator()(const char* name, const T& value) {
    json_[name] = value;
  }
  template <typename T>
  void operator()(const char* name, const std::optional<T>& value) {
    json_[name] = value ? nlohmann::json(*value) : nlohmann::json(nullptr);
  }
  template <typename Enum, typename Words>
  void word(const char* name, const Enum& value, const Words& words) {
    json_[name] = words[static_cast<std::size_t>(value)];
  }
  template <typename T, typename Members>
  void object(const char* name, const T& value, Members members) {
    json_[name] = of(value, members);
  }
  template <typename T, typename Members>
  void object(const char* name, const std::optional<T>& value, Members members) {
    json_[name] = value ? of(*value, members) : nlohmann::json(nullptr);
  }
  template <typename T, typename Members>
  void objects(const char* name, const std::vector<T>& values, Members members) {
    nlohmann::json& list = json_[name] = nlohmann::json::array();
    for (const T& value : values) list.push_back(of(value, members));
  }
  template <typename T>
  void unless(T left_out, const char* name, const T& value) {
    if (value != left_out) json_[name] = value;
  }
  void formerly(const char*) {}

  template <typename T, typename Members>
  static nlohmann::json of(const T& value, Members members) {
    MembersOut out;
    members(out, value);
    return std::move(out.json_);
  }

 private:
  nlohmann::json json_ = nlohmann::json::object();
};

}  // namespace tagtrail
