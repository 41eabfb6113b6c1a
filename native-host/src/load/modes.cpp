#include "load/modes.hpp"

namespace tagtrail::host {

Expected<BrowserMode> parse_browser_mode(std::string_view name) {
  if (name == "never") return BrowserMode::never;
  if (name == "auto") return BrowserMode::automatic;
  if (name == "always") return BrowserMode::always;
  return fail(ErrorCode::invalid_argument,
              "unknown browser mode '" + std::string(name) + "': auto, always or never");
}

Expected<ActingRule> acting_rule(std::string_view opened, bool session) {
  if (opened.empty()) return session ? ActingRule::leave_all : ActingRule::leave_sure;
  if (opened == "none") return ActingRule::leave_all;
  if (opened == "doubtful") return ActingRule::leave_sure;
  if (opened == "all") return ActingRule::open;
  return fail(ErrorCode::invalid_argument, "unknown choice of links that act '" +
                                               std::string(opened) + "': none, doubtful or all");
}

Expected<ReplicaMode> parse_replica_mode(std::string_view name) {
  if (name == "only") return ReplicaMode::only;
  if (name == "prefer") return ReplicaMode::prefer;
  if (name == "record") return ReplicaMode::record;
  return fail(ErrorCode::invalid_argument,
              "unknown replica mode '" + std::string(name) + "': only, prefer or record");
}

Expected<ArchiveMode> parse_archive_mode(std::string_view name) {
  if (name == "none") return ArchiveMode::none;
  if (name == "warc") return ArchiveMode::warc;
  return fail(ErrorCode::invalid_argument,
              "unknown archive '" + std::string(name) + "': warc or none");
}

std::string_view to_string(BrowserMode mode) {
  switch (mode) {
    case BrowserMode::never:
      return "never";
    case BrowserMode::automatic:
      return "auto";
    case BrowserMode::always:
      return "always";
  }
  return "never";
}

}  // namespace tagtrail::host
