#include "store/ending.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 3> kHows{"complete", "about", "partial"};

/// Why there is no file, and what to do about it.
void explain_nothing(const EndingFacts& facts, Ending& ending) {
  if (!facts.left_out->empty()) {
    const LeftOut& first = facts.left_out->front();
    ending.reason = to_string(first.cause);
    ending.remedy = remedy_for(first.cause);
    ending.words = fmt::format("no {} yet; most likely because of {}", facts.file, to_text(first));
    return;
  }
  if (!facts.other_types->empty()) {
    const OtherType& most = facts.other_types->front();
    ending.reason = "types";
    ending.remedy = fmt::format("--targets {} takes these", most.mime);
    ending.words = fmt::format("no {} of the wanted types; the site links to {} of the type {}",
                               facts.file, most.count, most.mime);
    return;
  }
  ending.reason = "nothing";
  ending.words = fmt::format(
      "no {}: everything this site shows was followed, and nothing there is one", facts.file);
}

}  // namespace

Ending ending_of(const EndingFacts& facts) {
  Ending ending;
  const auto& left = *facts.left_out;
  if (facts.exhausted && left.empty()) {
    ending.how = Ending::How::complete;
    ending.words = "everything this site shows was followed";
  } else if (std::all_of(left.begin(), left.end(),
                         [](const LeftOut& one) { return one.cause == LeftOutCause::not_asked; }) &&
             facts.about_all) {
    ending.how = Ending::How::about;
    ending.words = "about complete: as good as all files are probably there";
  } else {
    ending.words = "not complete";
  }
  if (facts.files == 0) explain_nothing(facts, ending);
  return ending;
}

Json ending_to_json(const Ending& ending) {
  Json json = {{"complete", ending.is_complete()},
               {"how", kHows[static_cast<std::size_t>(ending.how)]},
               {"words", ending.words}};
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
  const auto* const how = std::find(kHows.begin(), kHows.end(), word("how"));
  if (how == kHows.end()) return std::nullopt;
  Ending ending;
  ending.how = static_cast<Ending::How>(how - kHows.begin());
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
