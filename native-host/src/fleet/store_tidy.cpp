#include "fleet/store_tidy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "fleet/checkpoint.hpp"
#include "fleet/store_mark.hpp"

namespace tagtrail::host {
namespace {

constexpr std::int64_t kSitesAtOnce = 1000;
/// A site may get a new checkpoint while its last one is read.
constexpr int kTries = 5;

/// The first half of digests. That two have the same one keeps what could go, no more.
class Names {
 public:
  void add(std::string_view sha256) { names_.push_back(key_of(sha256)); }
  void settle() {
    std::sort(names_.begin(), names_.end());
    names_.erase(std::unique(names_.begin(), names_.end()), names_.end());
  }
  /// Once settled.
  bool has(std::string_view sha256) const {
    return std::binary_search(names_.begin(), names_.end(), key_of(sha256));
  }

 private:
  using Key = std::array<std::uint64_t, 2>;
  static Key key_of(std::string_view sha256) {
    Key key{};
    constexpr std::size_t kKeyDigits = 32;
    for (std::size_t at = 0; at < kKeyDigits; ++at) {
      const char c = sha256[at];
      const auto digit = static_cast<std::uint64_t>(c <= '9' ? c - '0' : c - 'a' + 10);
      key[at / (kKeyDigits / 2)] = key[at / (kKeyDigits / 2)] << 4U | digit;
    }
    return key;
  }
  std::vector<Key> names_;
};

class Tidying {
 public:
  Tidying(postgres::Connection& connection, Store& store, const TidyRules& rules,
          const std::function<void(const TidyCounts&)>& progress)
      : connection_(connection), store_(store), rules_(rules), progress_(progress) {}

  Expected<TidyCounts> run() {
    const StoreMark store_mark = TRY(read_store_mark(connection_));
    if (store_mark.is_settled()) {
      TRY(must_have_mark(store_, store_mark.sha256));
      names_.add(store_mark.sha256);
    }
    TRY(mark());
    if (counts_.lost == counts_.checkpoints) {
      return fail(ErrorCode::not_found,
                  "no checkpoint of this database is in this store: do they belong together? "
                  "Nothing was removed");
    }
    names_.settle();
    TRY(sweep());
    return counts_;
  }

 private:
  Expected<void> mark() {
    std::string after;
    for (;;) {
      const auto rows = TRY(connection_.run(
          "SELECT id, checkpoint FROM tagtrail_site WHERE checkpoint <> '' AND id > $1"
          " ORDER BY id LIMIT $2::bigint",
          {after, kSitesAtOnce}));
      for (int row = 0; row < rows.rows(); ++row) {
        TRY(mark_site(rows.string(row, 0), rows.string(row, 1)));
      }
      if (rows.rows() < kSitesAtOnce) return {};
      after = rows.string(rows.rows() - 1, 0);
    }
  }

  Expected<void> mark_site(const std::string& id, std::string checkpoint) {
    ++counts_.checkpoints;
    for (int tried = 0; is_digest(checkpoint); ++tried) {
      const auto needed = names_of(checkpoint);
      if (needed) {
        for (const std::string& name : *needed) names_.add(name);
        progress_(counts_);
        return {};
      }
      const ErrorCode code = needed.error().code;
      if (code != ErrorCode::not_found && code != ErrorCode::invalid_data) {
        return tl::unexpected(needed.error());
      }
      const auto row =
          TRY(connection_.run("SELECT checkpoint FROM tagtrail_site WHERE id = $1", {id}));
      std::string now = row.rows() > 0 ? row.string(0, 0) : std::string();
      if (now == checkpoint || tried == kTries) {
        // What is left of it may be of use to people.
        names_.add(checkpoint);
        break;
      }
      checkpoint = std::move(now);
    }
    ++counts_.lost;
    return {};
  }

  Expected<std::vector<std::string>> names_of(const std::string& checkpoint) {
    return needed_by(store_, TRY(read_checkpoint(store_, checkpoint)));
  }

  Expected<void> sweep() {
    std::vector<std::pair<std::string, std::uint64_t>> going;
    TRY(store_.list([&](const std::string& name, const Stored& stored) -> Expected<void> {
      // What was stored since the names were read is younger by the time that took.
      const std::int64_t spent = seconds_spent();
      if (names_.has(name)) {
        ++counts_.kept;
      } else if (stored.age_seconds - spent < rules_.older_than.count()) {
        ++counts_.young;
      } else {
        ++counts_.removed;
        counts_.removed_bytes += stored.bytes;
        // Not while the list is read: it may go on behind what was removed.
        if (!rules_.dry_run) going.emplace_back(name, stored.bytes);
      }
      progress_(counts_);
      return {};
    }));
    for (const auto& [name, bytes] : going) TRY(remove(name, bytes));
    return {};
  }

  /// Workers may have renewed it since it was listed.
  Expected<void> remove(const std::string& name, std::uint64_t bytes) {
    if (TRY(store_.remove_older(name, rules_.older_than.count() + seconds_spent()))) return {};
    --counts_.removed;
    counts_.removed_bytes -= bytes;
    ++counts_.young;
    return {};
  }

  std::int64_t seconds_spent() const {
    const auto spent = std::chrono::steady_clock::now() - began_;
    return std::chrono::ceil<std::chrono::seconds>(spent).count();
  }

  postgres::Connection& connection_;
  Store& store_;
  const TidyRules& rules_;
  const std::function<void(const TidyCounts&)>& progress_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  Names names_;
  TidyCounts counts_;
};

}  // namespace

Expected<TidyCounts> tidy_store(postgres::Connection& connection, Store& store,
                                const TidyRules& rules,
                                const std::function<void(const TidyCounts&)>& progress) {
  if (rules.older_than < kLeastGrace) {
    return fail(ErrorCode::invalid_argument,
                fmt::format("--older-than: at least {}s, for checkpoints that are being made",
                            kLeastGrace.count()));
  }
  return Tidying(connection, store, rules, progress).run();
}

}  // namespace tagtrail::host
