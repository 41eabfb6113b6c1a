// Manners as text for people, and as JSON.
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "export/manners.hpp"
#include "export/stored_facts.hpp"
#include "system/terminal_text.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string seconds_text(std::int64_t us) {
  return fmt::format("{:.3f} s", static_cast<double>(us) / 1e6);
}

/// Without zeros that say nothing.
std::string delay_text(std::int64_t ms) {
  return fmt::format("{} s", static_cast<double>(ms) / 1000);
}

std::string counts_text(const auto& counts) {
  std::string text;
  for (const auto& [name, count] : counts) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", terminal_line(fmt::format("{}", name)),
                        count);
  }
  return text;
}

std::string robots_text(const RobotsRow& row) {
  const RobotsFacts& facts = row.facts;
  std::string text = fmt::format("{}: ", terminal_line(facts.origin));
  if (facts.error != to_string(FetchError::none)) {
    text += facts.status == 0 ? "no answer" : fmt::format("HTTP {}", facts.status);
    text += facts.kept ? ", the rules known before hold" : ", so nothing was requested there";
  } else if (facts.status < 200 || facts.status >= 300) {
    text += facts.status == 0 ? "none behind its redirects" : fmt::format("HTTP {}", facts.status);
    text += ", which allows all";
  } else {
    text += fmt::format("{} rules", facts.rules);
  }
  if (facts.crawl_delay_ms) {
    text += fmt::format(", Crawl-delay {}", delay_text(*facts.crawl_delay_ms));
    if (*facts.crawl_delay_ms > facts.used_delay_ms) {
      text += fmt::format(" cut to {}", delay_text(facts.used_delay_ms));
    }
  }
  return text + fmt::format(" (read {})", terminal_line(row.at));
}

std::string gaps_text(const HostManners& host) {
  if (!host.smallest_gap_us) return "none: one request";
  std::string text = fmt::format("smallest {}, median {}; {} of {} shorter than the delay in force",
                                 seconds_text(*host.smallest_gap_us),
                                 seconds_text(*host.median_gap_us), host.short_gaps, host.gaps);
  if (host.most_at_once > 1) text += fmt::format("; {} requests at once", host.most_at_once);
  return text;
}

std::string delays_text(const HostManners& host) {
  const std::string least = delay_text(host.least_delay_ms);
  if (host.least_delay_ms == host.most_delay_ms) return least;
  return fmt::format("{} to {}", least, delay_text(host.most_delay_ms));
}

std::string requests_text(const HostManners& host) {
  std::string text =
      fmt::format("{} in {:.0f} s (by {})", host.requests,
                  static_cast<double>(host.last_us - host.first_us) / 1e6, counts_text(host.via));
  if (host.robots > 0) text += fmt::format(", {} for robots.txt", host.robots);
  if (host.unanswered > 0) text += fmt::format(", {} without answer", host.unanswered);
  return text;
}

/// What the browser asked for between two requests of ours, without a turn of its own.
std::string beside_text(const HostManners& host) {
  return fmt::format(
      "{} of redirects that it followed, {} of scripts, styles and data of pages in "
      "tabs (from any host), without pauses",
      host.hops, host.sub_requests);
}

std::string refusals_text(const HostManners& host) {
  if (host.refusals.empty()) return "none";
  return fmt::format(
      "{} ({} with Retry-After), longest pause {}; {} requests before the end of one",
      counts_text(host.refusals), host.retry_afters, delay_text(host.longest_pause_ms),
      host.broken_pauses);
}

Json json_of(const RobotsRow& row) {
  const RobotsFacts& facts = row.facts;
  Json json = {{"origin", facts.origin},
               {"readAt", row.at},
               {"status", facts.status},
               {"error", facts.error},
               {"rules", facts.rules},
               {"crawlDelayMs", nullptr},
               {"usedDelayMs", facts.used_delay_ms},
               {"kept", facts.kept}};
  if (facts.crawl_delay_ms) json["crawlDelayMs"] = *facts.crawl_delay_ms;
  return json;
}

Json json_of(const HostManners& host) {
  const auto ms = [](const std::optional<std::int64_t>& us) {
    return us ? Json(static_cast<double>(*us) / 1000) : Json(nullptr);
  };
  Json refusals = Json::object();
  for (const auto& [status, count] : host.refusals) refusals[std::to_string(status)] = count;
  Json robots = Json::array();
  for (const RobotsRow& row : host.robots_txt) robots.push_back(json_of(row));
  return {{"host", host.host},
          {"requests", host.requests},
          {"via", host.via},
          {"robotsRequests", host.robots},
          {"hops", host.hops},
          {"subRequests", host.sub_requests},
          {"unanswered", host.unanswered},
          {"seconds", static_cast<double>(host.last_us - host.first_us) / 1e6},
          {"delayMs", {{"least", host.least_delay_ms}, {"most", host.most_delay_ms}}},
          {"gapMs", {{"smallest", ms(host.smallest_gap_us)}, {"median", ms(host.median_gap_us)}}},
          {"gaps", host.gaps},
          {"shortGaps", host.short_gaps},
          {"atOnce", host.most_at_once},
          {"refusals", refusals},
          {"retryAfters", host.retry_afters},
          {"longestPauseMs", host.longest_pause_ms},
          {"brokenPauses", host.broken_pauses},
          {"robots", robots},
          {"polite", host.polite()}};
}

Json json_of(const MannersFacts& facts) {
  return {{"seedUrl", facts.seed_url},
          {"userAgent", facts.user_agent},
          {"robots", facts.robots},
          {"delayMs", facts.delay_ms},
          {"maxCrawlDelayMs", facts.max_crawl_delay_ms},
          {"maxWaitMs", facts.max_wait_ms},
          {"connections", facts.connections}};
}

}  // namespace

std::string to_json(const MannersFacts& facts) { return dump(json_of(facts)); }

Expected<MannersFacts> manners_from_json(std::string_view text) {
  const auto json = TRY(stored_facts(text));
  MannersFacts facts;
  const auto read = [&json](const char* name, auto& field) { read_fact(json, name, field); };
  read("seedUrl", facts.seed_url);
  read("userAgent", facts.user_agent);
  read("robots", facts.robots);
  read("delayMs", facts.delay_ms);
  read("maxCrawlDelayMs", facts.max_crawl_delay_ms);
  read("maxWaitMs", facts.max_wait_ms);
  read("connections", facts.connections);
  return facts;
}

std::string to_json(const Manners& manners) {
  Json json = json_of(manners.facts);
  Json hosts = Json::array();
  for (const HostManners& host : manners.hosts) hosts.push_back(json_of(host));
  json["hosts"] = std::move(hosts);
  json["polite"] = manners.polite();
  return dump(json) + "\n";
}

std::string to_text(const Manners& manners) {
  const MannersFacts& facts = manners.facts;
  const auto delay = [](std::uint64_t ms) { return delay_text(static_cast<std::int64_t>(ms)); };
  std::string text = fmt::format(
      "{}\n  User-Agent        {}\n  robots.txt        {}\n"
      "  own delay         {}, Crawl-delay obeyed up to {}, patience for {}\n",
      terminal_line(facts.seed_url), terminal_line(facts.user_agent),
      facts.robots ? "obeyed" : "NOT obeyed (--ignore-robots)", delay(facts.delay_ms),
      delay(facts.max_crawl_delay_ms), delay(facts.max_wait_ms));
  for (const HostManners& host : manners.hosts) {
    text += fmt::format("\n{}\n  requests          {}\n", terminal_line(host.host),
                        requests_text(host));
    if (host.hops + host.sub_requests > 0) {
      text += fmt::format("  by the browser    {}\n", beside_text(host));
    }
    for (const RobotsRow& row : host.robots_txt) {
      text += fmt::format("  robots.txt        {}\n", robots_text(row));
    }
    text += fmt::format("  delay in force    {}\n  gaps              {}\n  asked to wait     {}\n",
                        delays_text(host), gaps_text(host), refusals_text(host));
  }
  if (manners.hosts.empty()) return text + "\nNothing was requested.\n";
  const bool beside =
      std::any_of(manners.hosts.begin(), manners.hosts.end(),
                  [](const HostManners& host) { return host.hops + host.sub_requests > 0; });
  text += manners.polite() ? "\nNo request was made before its time"
                           : "\nSome requests were made before their time";
  return text + (beside ? ", those apart that the browser made by itself.\n" : ".\n");
}

}  // namespace tagtrail::host
