#include "store/left_out.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "store/left_elsewhere.hpp"

namespace tagtrail::host {
namespace {

struct Words {
  std::string_view one;   ///< behind `1 `
  std::string_view many;  ///< behind another number
  std::string_view remedy = {};
};

// A job that has ended keeps its settings, and asks again for nothing that failed.
constexpr std::string_view kInBrowser =
    "--browser auto reads such pages in a browser, in another --out";
constexpr std::string_view kByHand =
    "open the page in a browser with the extension, which reads what you see";
constexpr std::string_view kLogin =
    "'tagtrail login URL --profile DIR', then --browser auto --profile DIR and another --out";
constexpr std::string_view kLoginOfAnyKind =
    "'tagtrail login URL --profile DIR', then --browser auto --profile DIR and another --out; "
    "where "
    "a browser asks for the password itself (HTTP Basic), USER:PASSWORD@ before the host";
constexpr std::string_view kShow = "--show-browser shows what happens there, in another --out";
constexpr std::string_view kLater = "try again later, in another --out";

Words words_of(LeftOutCause cause) {
  switch (cause) {
    case LeftOutCause::login:
      return {"address that asks for a login", "addresses that ask for a login", kLogin};
    case LeftOutCause::without_login:
      return {"page read without your login, which may show more",
              "pages read without your login, which may show more",
              "--browser always reads every page with it, in another --out"};
    case LeftOutCause::doubtful:
      return {"page read when your login may have ended already",
              "pages read when your login may have ended already",
              "log in again; the same command asks for them again"};
    case LeftOutCause::scripts:
      return {"page whose scripts may show more, read without a browser",
              "pages whose scripts may show more, read without a browser", kInBrowser};
    case LeftOutCause::tab_failed:
      return {
          "page that failed in the browser, or sent it elsewhere, and was read without its scripts",
          "pages that failed in the browser, or sent it elsewhere, and were read without their "
          "scripts",
          kShow};
    case LeftOutCause::stays_empty:
      return {"page that stayed empty in the browser", "pages that stayed empty in the browser",
              kShow};
    case LeftOutCause::stylesheets:
      return {"XML stylesheet (XSLT) that may show links, not run",
              "XML stylesheets (XSLT) that may show links, not run",
              "open the document in a browser that runs them, such as Firefox"};
    case LeftOutCause::partly_read:
      return {"page read only in part", "pages read only in part",
              "perhaps a longer --page-time, where it was read in a browser"};
    case LeftOutCause::mended:
      return {"list with mistakes in its JSON, read past them: an entry there may be missing",
              "lists with mistakes in their JSON, read past them: entries there may be missing"};
    case LeftOutCause::listed_part:
      return {"entry that a catalogue says it has and did not list",
              "entries that a catalogue says it has and did not list"};
    case LeftOutCause::cut_files:
      return {"file that may be cut, by its own words or its round number of rows",
              "files that may be cut, by their own words or their round number of rows",
              "the site's own way to get all rows, such as another limit or an export"};
    case LeftOutCause::controls:
      return {"button, tab or page number that may show more, not pressed",
              "buttons, tabs or page numbers that may show more, not pressed", kByHand};
    case LeftOutCause::routes:
      return {"page behind a # in its address, not opened",
              "pages behind a # in their address, not opened", kByHand};
    case LeftOutCause::frames:
      return {"frame of another host, not read", "frames of other hosts, not read",
              "--files linked, or a harvest of the frame's own address"};
    case LeftOutCause::page_for_file:
      return {"address of a file that gave a page instead",
              "addresses of files that gave a page instead", kLogin};
    case LeftOutCause::other_type:
      return {"address of a wanted file that came as another type",
              "addresses of wanted files that came as another type",
              "--targets with the type that the server sends"};
    case LeftOutCause::no_content:
      return {"address that answered without any content, or is not ready (202, 204, 304)",
              "addresses that answered without any content, or are not ready (202, 204, 304)",
              kLater};
    case LeftOutCause::unnamed:
      return {"download of which neither type nor name tells what it is",
              "downloads of which neither type nor name tells what they are",
              "--targets data,application/octet-stream takes them, in another --out"};
    case LeftOutCause::script_json:
      return {"answer for scripts that was not read for its links",
              "answers for scripts that were not read for their links"};
    case LeftOutCause::robots:
      return {"address that robots.txt forbids", "addresses that robots.txt forbids",
              "ask the site's operators"};
    case LeftOutCause::robots_unreachable:
      return {"address of a host whose robots.txt can't be read",
              "addresses of hosts whose robots.txt can't be read", kLater};
    case LeftOutCause::refused:
      return {"address that the server refused (401, 403 or the like)",
              "addresses that the server refused (401, 403 or the like)", kLoginOfAnyKind};
    case LeftOutCause::patience:
      return {"address of a host that asked to be left alone",
              "addresses of hosts that asked to be left alone",
              "try again later, with a longer --delay and in another --out"};
    case LeftOutCause::server_error:
      return {"address answered with a server error (5xx)",
              "addresses answered with a server error (5xx)", kLater};
    case LeftOutCause::client_error:
      return {"address answered with another error (4xx)",
              "addresses answered with another error (4xx)"};
    case LeftOutCause::too_large:
      return {"address whose content is larger than the limit",
              "addresses whose content is larger than the limit",
              "a larger --max-file-size takes them, in another --out"};
    case LeftOutCause::incomplete:
      return {"address whose content arrived only in part",
              "addresses whose content arrived only in part", kLater};
    case LeftOutCause::timeout:
      return {"address that took too long", "addresses that took too long", kLater};
    case LeftOutCause::network:
      return {"address that could not be reached", "addresses that could not be reached", kLater};
    case LeftOutCause::tls:
      return {"address without a secure connection", "addresses without a secure connection",
              "--ca-file trusts the site's own certificate, in another --out"};
    case LeftOutCause::refused_address:
      return {"address in a private network", "addresses in a private network",
              "--allow-private asks for them, in another --out"};
    case LeftOutCause::unsupported:
      return {"address of a kind that is not loaded", "addresses of a kind that is not loaded"};
    case LeftOutCause::browser:
      return {"page that the browser could not read", "pages that the browser could not read",
              kShow};
    case LeftOutCause::disk_full:
      return {"address for which the disk had no room", "addresses for which the disk had no room",
              "the same command, once there is room"};
    case LeftOutCause::acts:
      return {"link not opened, because it would do something",
              "links not opened, because they would do something",
              "--open-acting all opens them, in another --out"};
    case LeftOutCause::script_links:
      return {"link that promises a file and leads nowhere but to a script",
              "links that promise a file and lead nowhere but to a script", kInBrowser};
    case LeftOutCause::schemes:
      return {"link of a kind that is not loaded (such as ftp)",
              "links of a kind that is not loaded (such as ftp)"};
    case LeftOutCause::inline_files:
      return {"file that is written into a page (data:)",
              "files that are written into pages (data:)", kInBrowser};
    case LeftOutCause::trap:
      return {"part of the site skipped, because it never ends and adds nothing",
              "parts of the site skipped, because they never end and add nothing",
              "--leave-traps off follows them, in another --out"};
    case LeftOutCause::outside:
      return {"file of the same host, out of scope", "files of the same host, out of scope",
              "--scope host takes them, in another --out"};
    case LeftOutCause::elsewhere:
      return {"file on another host, out of scope", "files on other hosts, out of scope",
              "--files linked takes them"};
    case LeftOutCause::forms:
      return {"form not tried, because it sends by POST or may do something",
              "forms not tried, because they send by POST or may do something", kByHand};
    case LeftOutCause::forms_more:
      return {"search form that may hold more than it was asked for",
              "search forms that may hold more than they were asked for"};
    case LeftOutCause::no_memory:
      return {"link not kept, because there was no memory for it (--max-memory)",
              "links not kept, because there was no memory for them (--max-memory)",
              "a higher --max-memory keeps them, in another --out"};
    case LeftOutCause::withheld:
      return {
          "link in a place that is called useless, or not among those that are wanted",
          "links in places that are called useless, or not among those that are wanted",
          "take the word back in the panel, or leave the --recipe that has it, in another --out"};
    case LeftOutCause::not_asked:
      return {"link not yet followed when the run ended",
              "links not yet followed when the run ended",
              "the same command goes on, after a limit with a higher one"};
    case LeftOutCause::unaccounted:
      return {"link of which we do not know what became: an error of Tagtrail, please report it",
              "links of which we do not know what became: an error of Tagtrail, please report it"};
  }
  return {"thing without a name: an error of Tagtrail",
          "things without a name: an error of Tagtrail"};
}

}  // namespace

nlohmann::ordered_json left_out_to_json(const LeftOut& left_out) {
  nlohmann::ordered_json json = {{"cause", to_string(left_out.cause)}, {"count", left_out.count}};
  if (left_out.links > 0) json["links"] = left_out.links;
  if (left_out.cause == LeftOutCause::elsewhere) json.update(hosts_to_json(left_out.elsewhere));
  json["example"] = left_out.example;
  return json;
}

nlohmann::ordered_json left_out_to_json(const std::vector<LeftOut>& list) {
  auto json = nlohmann::ordered_json::array();
  for (const LeftOut& one : list) json.push_back(left_out_to_json(one));
  return json;
}

std::string words_for(const LeftOut& left_out) {
  if (!left_out.elsewhere.most.empty()) return words_for(left_out.elsewhere, left_out.count);
  const Words words = words_of(left_out.cause);
  return std::string(left_out.count == 1 ? words.one : words.many);
}

std::string_view remedy_for(const LeftOut& left_out) {
  // The job takes them already; their hosts gave none.
  if (left_out.elsewhere.taken) return {};
  return words_of(left_out.cause).remedy;
}

std::string to_text(const LeftOut& left_out) {
  std::string text = fmt::format("{}{} {}", left_out.elsewhere.more ? "at least " : "",
                                 left_out.count, words_for(left_out));
  if (!left_out.elsewhere.most.empty()) return text;
  if (left_out.links > 0)
    text += fmt::format(", with about {} links {}", left_out.links,
                        left_out.cause == LeftOutCause::trap ? "not followed" : "lost");
  if (left_out.example.empty()) return text;
  return text + (left_out.count == 1 ? ": " : ", such as ") + left_out.example;
}

}  // namespace tagtrail::host
