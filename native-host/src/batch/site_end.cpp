#include "batch/site_end.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "system/exit_code.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kMessage = "tagtrail: ";
constexpr int kSignalled = 128;

std::optional<std::uint64_t> count_at(const Json& json, const char* pointer) {
  const Json::json_pointer at(pointer);
  if (!json.contains(at) || !json.at(at).is_number_unsigned()) return std::nullopt;
  return json.at(at).get<std::uint64_t>();
}

std::optional<Ending::How> how_of(const Json& result) {
  const Json::json_pointer at("/ending/how");
  if (!result.contains(at) || !result.at(at).is_string()) return std::nullopt;
  return how_named(result.at(at).get<std::string>());
}

struct Said {
  Json result;               ///< null without one
  std::string_view message;  ///< the last one for people
};

Said read_output(std::string_view output) {
  Said said;
  while (!output.empty()) {
    const std::string_view line = output.substr(0, output.find('\n'));
    output.remove_prefix(std::min(output.size(), line.size() + 1));
    if (line.starts_with(kMessage)) said.message = line.substr(kMessage.size());
    if (!line.starts_with('{')) continue;
    Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
    if (json.is_object() && json.contains("exit")) said.result = std::move(json);
  }
  return said;
}

/// What a message quotes may come from a site: nothing in it may act on a terminal.
std::string plain(std::string_view text) {
  std::string result = to_valid_utf8(text);
  std::replace_if(
      result.begin(), result.end(),
      [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte < 0x20 || byte == 0x7F;
      },
      ' ');
  return std::string(utf8_prefix(result, kMaxReason));
}

std::string reason_of(int exit_code, const Said& said) {
  if (exit_code > kSignalled) return fmt::format("ended by signal {}", exit_code - kSignalled);
  const bool in_order = exit_code == exit_code::kDone || exit_code == exit_code::kLimit ||
                        exit_code == exit_code::kStopped;
  if (!in_order && !said.message.empty()) return plain(said.message);
  const auto stopped = said.result.find("stopped_by");
  if (stopped != said.result.end() && stopped->is_string()) {
    return plain(stopped->get<std::string>());
  }
  return said.message.empty() ? "gave no reason" : plain(said.message);
}

}  // namespace

SiteEnd read_site_end(int exit_code, std::string_view output) {
  const Said said = read_output(output);
  SiteEnd end;
  end.exit = exit_code;
  end.reason = reason_of(exit_code, said);
  if (!said.result.is_object()) return end;
  end.files = count_at(said.result, "/targets");
  end.requests = count_at(said.result, "/requests/total");
  end.how = how_of(said.result);
  const auto seconds = said.result.find("seconds");
  if (seconds != said.result.end() && seconds->is_number()) end.seconds = seconds->get<double>();
  return end;
}

SiteEnd stopped_before_it_began() {
  SiteEnd end;
  end.exit = exit_code::kStopped;
  end.reason = "stopped before it began";
  return end;
}

}  // namespace tagtrail::host
