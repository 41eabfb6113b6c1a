#include "fleet/database_line.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "fleet/chance.hpp"
#include "fleet/tables.hpp"
#include "system/lease.hpp"

namespace tagtrail::host {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLastReconnect{10'000};
/// An answer is waited for as long as until the next beat, but not less than this.
constexpr milliseconds kLeastAnswerTime{3'000};

}  // namespace

Expected<void> DatabaseLine::connect() {
  const auto patience =
      std::clamp(lease_ / kBeatsALease, kLeastAnswerTime, postgres::Connection::kAnswerLimit);
  connection_.emplace(TRY(postgres::Connection::open(url_, patience)));
  TRY(check_fleet_version(*connection_));
  const milliseconds now = clock_of_leases();
  if (!heard_at_ || now - *heard_at_ > lease_ / 2) let_go_at_ = now + lease_;
  heard_at_ = now;
  return {};
}

Expected<bool> DatabaseLine::reconnect() {
  if (clock_of_leases() < reconnect_at_) return false;
  TRY(connect());
  reconnect_after_ = kFirstReconnect;
  tell_("the database is there again");
  return true;
}

void DatabaseLine::heard() { heard_at_ = clock_of_leases(); }

void DatabaseLine::lose(const Error& error) {
  const bool first = connection_.has_value();
  connection_.reset();
  reconnect_at_ = clock_of_leases() + with_chance(reconnect_after_);
  reconnect_after_ = std::min({reconnect_after_ * 2, kLastReconnect, lease_ / kBeatsALease});
  if (first) tell_(fmt::format("{}; trying again until it is there", error.message));
}

bool DatabaseLine::may_let_go() const { return clock_of_leases() >= let_go_at_; }

}  // namespace tagtrail::host
