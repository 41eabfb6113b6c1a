#include "options/option.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "options/amounts.hpp"
#include "tagtrail/json_fields.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::json;

/// Longest text of a member, in bytes.
constexpr std::size_t kMaxText = 2000;

/// `none|doubtful|all`: these words only. What is written in capitals stands for any.
bool allows(std::string_view words, std::string_view word) {
  if (words.find('|') == std::string_view::npos) return true;
  while (!words.empty()) {
    const auto end = std::min(words.find('|'), words.size());
    const std::string_view one = words.substr(0, end);
    if (one == word || (one.front() >= 'A' && one.front() <= 'Z')) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

tl::unexpected<Error> bad(std::string message) {
  return fail(ErrorCode::invalid_argument, std::move(message));
}

std::string none_of(const Option& option, const std::string& text) {
  return "'" + text + "' is not one of " + std::string(option.value);
}

Expected<std::uint64_t> number_from(const Option& option, const std::string& text) {
  if (option.kind == ValueKind::size) return parse_size(text);
  if (option.kind == ValueKind::time) return parse_duration_ms(text);
  std::uint64_t number = 0;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (rest == end && error == std::errc{}) return number;
  return bad("'" + text + "' is not a number of at least 0");
}

/// Each sets its place from a text of the command line.
struct FromText {
  const Option& option;
  JobRequest& request;
  const std::string& text;

  Expected<void> operator()(std::string& (*place)(JobRequest&)) const {
    if (!allows(option.value, text)) return bad(none_of(option, text));
    place(request) = text;
    return {};
  }
  Expected<void> operator()(std::uint64_t& (*place)(JobRequest&)) const {
    place(request) = TRY(number_from(option, text));
    return {};
  }
  Expected<void> operator()(std::optional<std::uint64_t>& (*place)(JobRequest&)) const {
    place(request) = TRY(number_from(option, text));
    return {};
  }
  Expected<void> operator()(double& (*place)(JobRequest&)) const {
    place(request) = TRY(parse_share(text));
    return {};
  }
  Expected<void> operator()(bool& (*place)(JobRequest&)) const {
    const bool on = text == "on" || text == "true";
    if (!on && text != "off" && text != "false") return bad(none_of(option, text));
    place(request) = on != (option.kind == ValueKind::flag_off);
    return {};
  }
};

/// Of a member, as JSON calls it.
std::string_view type_name(ValueKind kind) {
  switch (kind) {
    case ValueKind::text:
      return "string";
    case ValueKind::on_off:
    case ValueKind::flag:
    case ValueKind::flag_off:
      return "boolean";
    case ValueKind::count:
    case ValueKind::size:
    case ValueKind::time:
    case ValueKind::share:
      break;
  }
  return "number";
}

std::string_view wanted_value(const Option& option, const Json& value) {
  const std::string_view type = type_name(option.kind);
  if (type == "string") return value.is_string() ? "a shorter text" : "a text";
  return type == "boolean" ? "true or false" : "a number that is not negative";
}

Expected<void> set_member(const Option& option, const Json& value, JobRequest& request) {
  const bool is_short =
      !value.is_string() || value.get_ref<const std::string&>().size() <= kMaxText;
  const bool read =
      is_short &&
      std::visit([&](auto place) { return read_json(value, place(request)); }, option.place);
  if (!read) {
    return bad("'" + std::string(option.member) + "' must be " +
               std::string(wanted_value(option, value)));
  }
  if (value.is_string() && !allows(option.value, value.get_ref<const std::string&>())) {
    return bad("'" + std::string(option.member) +
               "': " + none_of(option, value.get_ref<const std::string&>()));
  }
  request.given.emplace(option.flag);
  return {};
}

/// What the place holds, as it would be written on a command line.
struct Shown {
  JobRequest& request;

  std::string operator()(std::string& (*place)(JobRequest&)) const { return place(request); }
  std::string operator()(bool& (*place)(JobRequest&)) const {
    return place(request) ? "on" : "off";
  }
  std::string operator()(std::uint64_t& (*place)(JobRequest&)) const {
    return std::to_string(place(request));
  }
  template <typename Other>
  std::string operator()(Other) const {
    return {};
  }
};

}  // namespace

const Option* find_option(std::string_view flag) {
  const auto options = job_options();
  const auto found = std::find_if(options.begin(), options.end(),
                                  [&](const Option& option) { return option.flag == flag; });
  return found == options.end() ? nullptr : &*found;
}

std::string shown_default(const Option& option, JobRequest defaults) {
  if (option.kind == ValueKind::flag || option.kind == ValueKind::flag_off) return {};
  if (!option.by_default.empty()) return std::string(option.by_default);
  return std::visit(Shown{defaults}, option.place);
}

std::string plain_help(const Option& option) {
  std::string plain(option.help);
  std::erase(plain, '`');
  return plain;
}

Expected<void> set_option(const Option& option, JobRequest& request, const std::string& text) {
  // A variable of a shell that is not set.
  const bool names_something = option.kind == ValueKind::text && option.by_default == "none";
  if (names_something && text.empty()) return bad("is empty: leave it out, or name something");
  TRY(std::visit(FromText{option, request, text}, option.place));
  request.given.emplace(option.flag);
  return {};
}

Expected<void> set_options(const Json& options, JobRequest& request) {
  request.is_message = true;
  const auto table = job_options();
  for (const auto& item : options.items()) {
    const std::string& name = item.key();
    const auto option = std::find_if(table.begin(), table.end(), [&](const Option& one) {
      return !one.member.empty() && one.member == name;
    });
    if (option == table.end()) {
      return bad("unknown option '" + name.substr(0, 50) + "'");
    }
    TRY(set_member(*option, item.value(), request));
  }
  return {};
}

std::set<std::string, std::less<>> named_settings(const JobRequest& request) {
  std::set<std::string, std::less<>> named{"seedUrl"};
  for (const Option& option : job_options()) {
    if (!option.setting.empty() && request.given.contains(option.flag)) {
      named.emplace(option.setting);
    }
  }
  return named;
}

Json options_to_json() {
  Json list = Json::array();
  for (const Option& option : job_options()) {
    list.push_back({{"section", option.section},
                    {"flag", option.flag},
                    {"member", option.member},
                    {"type", type_name(option.kind)},
                    {"value", option.value},
                    {"default", shown_default(option, {})},
                    {"help", option.help},
                    {"see", option.see}});
  }
  return list;
}

}  // namespace tagtrail::host
