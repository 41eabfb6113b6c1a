#include "fetch/claim_files.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>

#include "system/atomic_file.hpp"
#include "system/whole_file.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;
using std::chrono::milliseconds;

/// Of the longest names, all that may be wanted.
constexpr std::size_t kMostFileBytes = 128U << 10U;
constexpr std::size_t kLongestHost = 260;
constexpr milliseconds kLongestTime = kLongestToldRest;

bool is_host(std::string_view text) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           std::string_view("-._:[]").find(c) != std::string_view::npos;
  };
  return !text.empty() && text.size() <= kLongestHost &&
         std::all_of(text.begin(), text.end(), fits);
}

std::optional<milliseconds> time_of(const Json& json) {
  if (!json.is_number_unsigned()) return std::nullopt;
  const auto value = json.get<std::uint64_t>();
  if (value > static_cast<std::uint64_t>(kLongestTime.count())) return std::nullopt;
  return milliseconds(value);
}

/// `read` makes a value of each member, or nothing. Nothing when the object is none, or too large.
template <typename Map, typename Read>
bool read_hosts(const Json& json, Map& hosts, Read&& read) {
  if (!json.is_object() || json.size() > kMostWantedHosts) return false;
  for (const auto& [host, value] : json.items()) {
    const auto known = read(value);
    if (!is_host(host) || !known) return false;
    hosts.emplace(host, *known);
  }
  return true;
}

std::optional<std::uint64_t> ticket_of(const Json& json) {
  if (!json.is_number_unsigned() || json.get<std::uint64_t>() == 0) return std::nullopt;
  return json.get<std::uint64_t>();
}

Expected<Json> read_object(const std::filesystem::path& file) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  if (error) return fail(ErrorCode::io, file.string() + ": " + error.message());
  if (size > kMostFileBytes) return fail(ErrorCode::invalid_data, file.string() + " is too large");
  Json json = Json::parse(TRY(read_whole_file(file)), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return fail(ErrorCode::invalid_data, file.string() + " is damaged");
  return json;
}

Expected<void> write_object(const std::filesystem::path& file, const Json& json) {
  auto out = TRY(AtomicFile::create(file, kPrivateFile));
  TRY(out.write(json.dump(-1, ' ', false, Json::error_handler_t::replace)));
  return out.put_in_place();
}

Json object_of(const HostTickets& hosts) {
  Json json = Json::object();
  for (const auto& [host, ticket] : hosts) json[host] = ticket;
  return json;
}

std::filesystem::path with_ending(const std::filesystem::path& place, std::string_view ending) {
  return std::filesystem::path(place.string().append(ending));
}

}  // namespace

std::filesystem::path wanted_file_of(const std::filesystem::path& place) {
  return with_ending(place, ".wanted");
}

std::filesystem::path granted_file_of(const std::filesystem::path& place) {
  return with_ending(place, ".granted");
}

Expected<WantedHosts> read_wanted_hosts(const std::filesystem::path& place) {
  const auto file = wanted_file_of(place);
  const Json json = TRY(read_object(file));
  WantedHosts wanted;
  if (read_hosts(json.value("hosts", Json()), wanted.hosts, ticket_of) &&
      read_hosts(json.value("rests", Json()), wanted.rests, time_of)) {
    return wanted;
  }
  return fail(ErrorCode::invalid_data, file.string() + " is damaged");
}

Expected<GrantedHosts> read_granted_hosts(const std::filesystem::path& place) {
  const auto file = granted_file_of(place);
  const Json json = TRY(read_object(file));
  const Json home = json.value("home", Json());
  const Json below = json.value("below", Json());
  const Json leave = json.value("leave", Json());
  const auto patience = time_of(json.value("patienceMs", Json()));
  const auto turn = time_of(json.value("turnMs", Json()));
  GrantedHosts granted;
  const bool fits = home.is_string() && is_host(home.get_ref<const std::string&>()) &&
                    below.is_boolean() && leave.is_boolean() && patience && turn &&
                    read_hosts(json.value("hosts", Json()), granted.hosts, ticket_of);
  if (!fits) return fail(ErrorCode::invalid_data, file.string() + " is damaged");
  granted.home = home.get<std::string>();
  granted.below = below.get<bool>();
  granted.leave = leave.get<bool>();
  granted.patience = *patience;
  granted.turn = *turn;
  return granted;
}

Expected<void> write_wanted_hosts(const std::filesystem::path& place, const WantedHosts& wanted) {
  Json rests = Json::object();
  for (const auto& [host, rest] : wanted.rests) {
    rests[host] = std::clamp(rest, milliseconds(0), kLongestTime).count();
  }
  return write_object(wanted_file_of(place),
                      {{"hosts", object_of(wanted.hosts)}, {"rests", rests}});
}

Expected<void> write_granted_hosts(const std::filesystem::path& place,
                                   const GrantedHosts& granted) {
  return write_object(granted_file_of(place), {{"home", granted.home},
                                               {"below", granted.below},
                                               {"leave", granted.leave},
                                               {"patienceMs", granted.patience.count()},
                                               {"turnMs", granted.turn.count()},
                                               {"hosts", object_of(granted.hosts)}});
}

std::string claimed_host(std::string_view url) {
  constexpr std::string_view kWww = "www.";
  std::string_view host = split_url(url).host;
  if (host.starts_with(kWww) && host.size() > kWww.size()) host.remove_prefix(kWww.size());
  return std::string(host);
}

bool lies_below(std::string_view host, std::string_view above) {
  return host.size() > above.size() && host.ends_with(above) &&
         host[host.size() - above.size() - 1] == '.';
}

}  // namespace tagtrail::host
