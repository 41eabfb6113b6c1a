#include "store/ending.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 3> kHows{"complete", "about", "partial"};

/// What may have cost files, the most important first.
std::vector<LeftOut> losses_of(const EndingFacts& facts) {
  std::vector<LeftOut> losses = *facts.left_out;
  std::erase_if(losses, [&facts](const LeftOut& one) {
    return one.cause == LeftOutCause::acts && facts.acts_hide_nothing;
  });
  return losses;
}

/// Of a job without files that something stood in the way of.
void explain_by_left_out(const EndingFacts& facts, const LeftOut& first, Ending& ending) {
  ending.reason = to_string(first.cause);
  ending.remedy = remedy_for(first);
  ending.words =
      fmt::format("not complete: no {} yet, most likely because of {}", facts.file, to_text(first));
}

/// Of a job that followed everything, and came to no file.
void explain_nothing(const EndingFacts& facts, Ending& ending) {
  if (facts.other_types->empty()) {
    ending.reason = "nothing";
    ending.words = fmt::format(
        "complete, but no {}: everything this site shows was followed, and nothing wanted was "
        "there",
        facts.file);
    return;
  }
  const OtherType& most = facts.other_types->front();
  ending.reason = "types";
  ending.remedy = fmt::format("--targets {} takes these, in another --out", most.mime);
  ending.words = fmt::format(
      "complete, but no {} of a wanted type: the site's are of other types, most often {} ({})",
      facts.file, most.mime, most.count);
}

/// Whatever is there, something stood in the way of the rest. What the answers say tells more than
/// the program's own word for it.
Ending ending_of_failure(const EndingFacts& facts) {
  Ending ending;
  ending.words = fmt::format("not complete: {}", facts.failure);
  ending.reason = facts.left_out->empty() ? std::string(facts.error)
                                          : std::string(to_string(facts.left_out->front().cause));
  return ending;
}

bool waits_only(const std::vector<LeftOut>& left) {
  return std::all_of(left.begin(), left.end(),
                     [](const LeftOut& one) { return one.cause == LeftOutCause::not_asked; });
}

Ending ending_of_none(const EndingFacts& facts) {
  Ending ending;
  if (const auto losses = losses_of(facts); !losses.empty()) {
    explain_by_left_out(facts, losses.front(), ending);
  } else if (!facts.advice.empty()) {
    ending.reason = "start_page";
    ending.words = fmt::format("not complete: {}", facts.advice);
  } else if (!facts.exhausted) {
    ending.words = fmt::format("not complete: no {} yet", facts.file);
  } else {
    ending.how = Ending::How::complete;
    explain_nothing(facts, ending);
  }
  return ending;
}

}  // namespace

std::string_view to_string(Ending::How how) { return kHows[static_cast<std::size_t>(how)]; }

std::optional<Ending::How> how_named(std::string_view name) {
  const auto* const found = std::find(kHows.begin(), kHows.end(), name);
  if (found == kHows.end()) return std::nullopt;
  return static_cast<Ending::How>(found - kHows.begin());
}

Ending ending_of(const EndingFacts& facts) {
  if (!facts.failure.empty()) return ending_of_failure(facts);
  if (facts.files == 0) return ending_of_none(facts);
  Ending ending;
  const auto left = losses_of(facts);
  if (facts.exhausted && left.empty()) {
    ending.how = Ending::How::complete;
    ending.words = "complete: everything this site shows was followed";
  } else if (facts.about_all && waits_only(left)) {
    ending.how = Ending::How::about;
    ending.words = fmt::format("about complete: as good as all {}s are probably there", facts.file);
    if (!left.empty()) ending.words += "; " + to_text(left.front());
  } else {
    ending.words = "not complete";
  }
  return ending;
}

Json ending_to_json(const Ending& ending) {
  if (!ending.is_known()) return nullptr;
  Json json = {
      {"complete", ending.is_complete()}, {"how", to_string(ending.how)}, {"words", ending.words}};
  if (!ending.reason.empty()) json["reason"] = ending.reason;
  if (!ending.remedy.empty()) json["remedy"] = ending.remedy;
  return json;
}

std::optional<Ending> ending_from_json(std::string_view text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return std::nullopt;
  const auto word = [&json](const char* name) {
    const auto found = json.find(name);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  const auto how = how_named(word("how"));
  if (!how) return std::nullopt;
  Ending ending;
  ending.how = *how;
  ending.words = word("words");
  ending.reason = word("reason");
  ending.remedy = word("remedy");
  return ending;
}

Json account_to_json(const Account& account) {
  Json json = {{"met", account.met},
               {"saved", account.saved},
               {"equal", account.equal},
               {"pages", account.pages},
               {"moved", account.moved},
               {"unwanted", account.unwanted},
               {"dead", account.dead},
               {"failed", account.failed},
               {"left", account.left},
               {"notTried", account.not_tried},
               {"unaccounted", account.unaccounted}};
  for (const OtherType& type : account.other_types) json["otherTypes"][type.mime] = type.count;
  for (const Listing& listing : account.listings) {
    json["listings"].push_back(
        {{"source", listing.source}, {"stated", listing.stated}, {"listed", listing.listed}});
  }
  return json;
}

}  // namespace tagtrail::host
