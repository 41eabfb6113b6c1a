#include "fleet/site_adding.hpp"

#include <fmt/format.h>
#include <netdb.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <thread>

#include "batch/site_folders.hpp"
#include "fetch/claim_files.hpp"
#include "fetch/public_suffix.hpp"
#include "fleet/queue.hpp"
#include "fleet/site_id.hpp"

namespace tagtrail::host {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLookUpLimit{60'000};
constexpr std::size_t kLookUpsAtOnce = 32;
/// Of one statement, which has 65,535 values at most. Each may look through the whole table: for a
/// list of many sites there must be few.
constexpr std::size_t kSitesAtOnce = 2'000;
constexpr std::size_t kNamesAtOnce = 5'000;

using Domains = std::map<std::string, std::set<HostOfDomain>>;

std::set<std::string> addresses_of(const std::string& host) {
  addrinfo wanted{};
  wanted.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  std::set<std::string> addresses;
  if (::getaddrinfo(host.c_str(), nullptr, &wanted, &found) != 0) return addresses;
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> list(found, &::freeaddrinfo);
  for (const addrinfo* at = list.get(); at != nullptr; at = at->ai_next) {
    std::array<char, NI_MAXHOST> text{};
    if (::getnameinfo(at->ai_addr, at->ai_addrlen, text.data(), text.size(), nullptr, 0,
                      NI_NUMERICHOST) == 0) {
      addresses.insert(text.data());
    }
  }
  return addresses;
}

/// What is to be written of a site.
struct NewSite {
  const BatchSite* site = nullptr;
  std::string id;
  std::string site_host;
  std::string domain;  ///< empty: none
  bool wide = false;
};

class Adding {
 public:
  Adding(postgres::Connection& connection, const AddRules& rules)
      : connection_(connection), rules_(rules) {}

  Expected<Added> add(const std::vector<BatchSite>& sites) {
    for (const BatchSite& site : sites) {
      NewSite& one = sites_.emplace_back();
      one.site = &site;
      one.id = site_id(site.url, site.options);
      one.site_host = host_of_site(site.url);
      one.domain = registrable_domain(one.site_host);
      one.wide = takes_in_hosts_below(site.options);
      if (!one.domain.empty()) domains_[one.domain].insert({one.site_host, one.wide});
    }
    TRY(read_hosts_there());
    for (const auto& [domain, hosts] : domains_) choose_of_.insert(domain);
    choose();
    TRY(in_parts(sites_, kSitesAtOnce, [this](auto part) { return insert(part); }));
    TRY(look_again());
    TRY(in_parts(std::vector<std::string>(together_.begin(), together_.end()), kNamesAtOnce,
                 [this](auto part) { return join(part); }));
    if (rules_.every) {
      TRY(in_parts(sites_, kSitesAtOnce, [this](auto part) { return schedule(part); }));
    }
    return added_;
  }

 private:
  /// The work on at most so many at a time.
  template <typename Item, typename Work>
  static Expected<void> in_parts(const std::vector<Item>& items, std::size_t most, Work&& work) {
    for (std::size_t begin = 0; begin < items.size(); begin += most) {
      const std::size_t count = std::min(most, items.size() - begin);
      TRY(work(std::span<const Item>(items).subspan(begin, count)));
    }
    return {};
  }

  Expected<postgres::Result> run(const std::string& sql,
                                 const std::vector<postgres::Value>& values) {
    return postgres::again_while_busy([&] { return connection_.run(sql.c_str(), values); });
  }

  /// Another may have added hosts of these domains since they were read: whoever wrote later sees
  /// those of the other.
  Expected<void> look_again() {
    const Domains before = domains_;
    TRY(read_hosts_there());
    choose_of_.clear();
    for (const auto& [domain, hosts] : domains_) {
      if (before.at(domain) != hosts) choose_of_.insert(domain);
    }
    choose();
    return {};
  }

  Expected<void> read_hosts_there() {
    std::vector<std::string> names;
    for (const auto& [domain, hosts] : domains_) names.push_back(domain);
    return in_parts(
        names, kNamesAtOnce, [this](std::span<const std::string> part) -> Expected<void> {
          const auto rows = TRY(run(
              fmt::format("SELECT DISTINCT domain, site_host, wide, host = domain"
                          " FROM tagtrail_site WHERE domain IN (SELECT d FROM (VALUES {}) AS v (d))"
                          " AND site_host IS NOT NULL",
                          postgres::places(part.size(), 1)),
              {part.begin(), part.end()}));
          for (int row = 0; row < rows.rows(); ++row) {
            domains_[rows.string(row, 0)].insert({rows.string(row, 1), rows.yes(row, 2)});
            // A host that is the domain says nothing of others.
            if (rows.yes(row, 3) && rows.text(row, 1) != rows.text(row, 0)) {
              together_.insert(rows.string(row, 0));
            }
          }
          return {};
        });
  }

  void choose() {
    std::set<std::string> unknown;
    for (const std::string& domain : choose_of_) {
      const auto& hosts = domains_.at(domain);
      const bool several = hosts.rbegin()->host != hosts.begin()->host;
      if (!several || together_.contains(domain)) continue;
      for (const HostOfDomain& one : hosts) unknown.insert(one.host);
    }
    LookUps look_ups(kLookUpLimit);
    if (rules_.resolve) look_ups.ask(unknown);
    for (const std::string& domain : choose_of_) {
      if (are_one(domains_.at(domain),
                  [&](const std::string& host) { return look_ups.of(host); })) {
        together_.insert(domain);
      }
    }
  }

  std::string key_of(const NewSite& site) const {
    return together_.contains(site.domain) ? site.domain : site.site_host;
  }

  Expected<void> insert(std::span<const NewSite> part) {
    constexpr std::size_t kColumns = 7;
    std::vector<postgres::Value> values;
    for (const NewSite& one : part) {
      values.insert(values.end(), {one.id, one.site->url, options_text(one.site->options),
                                   key_of(one), one.site_host, one.wide});
      values.push_back(one.domain.empty() ? postgres::Value() : postgres::Value(one.domain));
    }
    // Fences begin at the time in ms: a site that was removed and comes again has none of before.
    const auto inserted = TRY(run(
        fmt::format(
            "INSERT INTO tagtrail_site (id, url, options, host, site_host, wide, domain, state,"
            " added_at, due_at, fence, tries, losses, files, requests, bytes, seconds)"
            " SELECT id, url, options, host, site_host, wide::boolean, domain, 'waiting', now(),"
            " now(), (extract(epoch FROM now()) * 1000)::bigint, 0, 0, 0, 0, 0, 0"
            " FROM (VALUES {}) AS new (id, url, options, host, site_host, wide, domain)"
            " ON CONFLICT (id) DO NOTHING",
            postgres::places(part.size(), kColumns)),
        values));
    added_.sites += inserted.changed();
    written_ += part.size();
    if (rules_.told) rules_.told(written_);
    return {};
  }

  /// Those that are held keep what they are held by.
  Expected<void> join(std::span<const std::string> part) {
    const auto joined = TRY(run(fmt::format("UPDATE tagtrail_site SET host = domain"
                                            " WHERE domain IN (SELECT d FROM (VALUES {}) AS v (d))"
                                            " AND host <> domain AND state <> 'held'",
                                            postgres::places(part.size(), 1)),
                                {part.begin(), part.end()}));
    added_.together += joined.changed();
    return {};
  }

  Expected<void> schedule(std::span<const NewSite> part) {
    std::vector<postgres::Value> values{
        rules_.every->count() > 0 ? postgres::Value(rules_.every->count()) : postgres::Value()};
    std::string places;
    for (const NewSite& one : part) {
      values.emplace_back(one.id);
      places += fmt::format("{}${}", places.empty() ? "" : ",", values.size());
    }
    const auto changed = TRY(
        run(fmt::format("UPDATE tagtrail_site SET every_ms = $1::bigint, interval_ms = $1::bigint,"
                        " next_at = CASE WHEN state IN ('done', 'limit')"
                        "  THEN ended_at + $1::bigint * interval '1 millisecond' END"
                        " WHERE every_ms IS DISTINCT FROM $1::bigint AND id IN ({})",
                        places),
            values));
    scheduled_ += changed.changed();
    const bool new_ones_are_in = rules_.every->count() > 0;
    added_.schedules = scheduled_ - std::min(scheduled_, new_ones_are_in ? added_.sites : 0);
    return {};
  }

  postgres::Connection& connection_;
  const AddRules& rules_;
  std::vector<NewSite> sites_;
  Domains domains_;
  std::set<std::string> choose_of_;  ///< domains
  std::set<std::string> together_;   ///< of them, whose hosts are one
  std::size_t written_ = 0;
  std::uint64_t scheduled_ = 0;
  Added added_;
};

}  // namespace

bool takes_in_hosts_below(const std::vector<std::string>& options) {
  constexpr std::string_view kScope = "--scope=";
  std::string_view scope = "site";
  for (const std::string_view word : options) {
    if (word.starts_with(kScope)) scope = word.substr(kScope.size());
  }
  return scope != "host" && scope != "prefix" && scope != "page";
}

bool are_one(const std::set<HostOfDomain>& hosts, const LookUp& look_up) {
  std::map<std::string, bool> wide;  // by host
  for (const HostOfDomain& one : hosts) wide[one.host] = wide[one.host] || one.wide;
  if (wide.size() < 2) return false;
  for (const auto& [host, is_wide] : wide) {
    const bool reaches = std::any_of(wide.begin(), wide.end(), [&, name = host](const auto& other) {
      return lies_below(other.first, name);
    });
    if (is_wide && reaches) return true;
  }
  std::set<std::string> seen;
  for (const auto& [host, is_wide] : wide) {
    const auto addresses = look_up(host);
    if (addresses.empty()) return true;
    for (const std::string& address : addresses) {
      if (!seen.insert(address).second) return true;
    }
  }
  return false;
}

void LookUps::ask(const std::set<std::string>& hosts) {
  const auto end = std::chrono::steady_clock::now() + limit_;
  std::mutex mutex;
  auto next = hosts.begin();
  const auto work = [&] {
    for (;;) {
      std::unique_lock lock(mutex);
      if (next == hosts.end() || std::chrono::steady_clock::now() > end) return;
      const std::string host = *next++;
      lock.unlock();
      auto addresses = addresses_of(host);
      if (addresses.empty()) addresses = addresses_of("www." + host);
      lock.lock();
      found_[host] = std::move(addresses);
    }
  };
  std::vector<std::thread> threads(std::min(kLookUpsAtOnce, hosts.size()));
  for (std::thread& thread : threads) thread = std::thread(work);
  for (std::thread& thread : threads) thread.join();
}

std::set<std::string> LookUps::of(const std::string& host) const {
  const auto found = found_.find(host);
  return found == found_.end() ? std::set<std::string>() : found->second;
}

Expected<Added> add_sites(postgres::Connection& connection, const std::vector<BatchSite>& sites,
                          const AddRules& rules) {
  return Adding(connection, rules).add(sites);
}

}  // namespace tagtrail::host
