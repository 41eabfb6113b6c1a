#include "endless_site.hpp"

#include <array>

#include "tables/string_table.hpp"
#include "tagtrail/url.hpp"
#include "traps/url_aspects.hpp"

namespace tagtrail::testing {
namespace {

constexpr std::array kThemes{"population", "trade", "health", "schools",
                             "prices",     "farms", "energy", "roads"};
constexpr std::array kFilters{"colour", "size", "brand", "year", "unit", "region"};

constexpr std::array kRepositories{"climate", "society", "transport"};
constexpr int kFilesInRepository = 20;
constexpr int kCommits = 33;
constexpr int kIssues = 66;
constexpr int kIssuesOnPage = 25;
constexpr int kDatasets = 250;
constexpr int kDatasetsOnPage = 10;
constexpr std::array kTags{"yearly", "monthly", "local", "national", "draft", "final"};

/// The value of a key of a query; empty when it has none.
std::string value_of(const std::string& query, const std::string& key) {
  for (const QueryPair& pair : query_pairs(query)) {
    if (pair.key == key) return std::string(pair.value);
  }
  return {};
}

std::string made_up(int number) {
  const std::string text = "commit" + std::to_string(number);
  const std::uint64_t hash = hash_bytes(text.data(), text.size());
  std::string out;
  for (int i = 0; i < 40; ++i) out += "0123456789abcdef"[(hash >> (i % 16 * 4)) & 15U];
  return out;
}

bool takes(std::string& path, std::string_view prefix) {
  if (!path.starts_with(prefix)) return false;
  path.erase(0, prefix.size());
  return true;
}

}  // namespace

std::ostream& operator<<(std::ostream& out, Trap trap) {
  static constexpr std::array kNames{"none",    "calendar",     "facets",  "session",
                                     "exports", "repositories", "tracker", "portal"};
  return out << kNames[static_cast<std::size_t>(trap)];
}

Response EndlessSite::page(const std::string& words, const Links& links) const {
  Response response;
  response.status = 200;
  response.mime = "text/html";
  response.is_page = true;
  response.body_bytes = 1000;
  response.page.text = "The office of statistics home data news contact " + words;
  for (const auto& [url, anchor] : links) {
    LinkObservation observation = link(url);
    observation.anchor = anchor;
    observation.position = static_cast<std::uint32_t>(response.page.links.size());
    response.page.links.push_back(std::move(observation));
  }
  return response;
}

Response EndlessSite::file(const std::string& content) {
  Response response;
  response.status = 200;
  response.mime = "text/csv";
  response.body_bytes = 100;
  response.content = hash_bytes(content.data(), content.size());
  contents_.insert(content);
  return response;
}

/// `y-m`; each day has a page that says nothing, and a link that is broken.
Response EndlessSite::calendar(const std::string& month) {
  const auto dash = month.find('-');
  const int year = std::stoi(month.substr(0, dash));
  const int number = std::stoi(month.substr(dash + 1));
  Links links;
  const auto neighbour = [&](int step) {
    const int at = year * 12 + number - 1 + step;
    return "/cal?m=" + std::to_string(at / 12) + "-" + std::to_string(at % 12 + 1);
  };
  links.emplace_back(neighbour(-1), "previous");
  links.emplace_back(neighbour(1), "next");
  for (int day = 1; day <= 28; ++day) {
    links.emplace_back("/cal/day?d=" + month + "-" + std::to_string(day), std::to_string(day));
  }
  return page("previous next", links);
}

Response EndlessSite::facets(const std::string& query) {
  Links links;
  for (const char* filter : kFilters) {
    for (int value = 0; value < 6; ++value) {
      std::string changed;
      for (std::size_t begin = 0; begin < query.size();) {
        const std::size_t end = std::min(query.find('&', begin), query.size());
        const std::string pair = query.substr(begin, end - begin);
        if (!pair.starts_with(std::string(filter) + "=")) changed += pair + "&";
        begin = end + 1;
      }
      links.emplace_back("/shop/?" + changed + filter + "=" + std::to_string(value),
                         std::string(filter) + " " + std::to_string(value));
    }
  }
  return page("our catalogue", links);
}

/// Sorted by any column, with an export of each view: all with the same rows, or none.
Response EndlessSite::listing(const std::string& path, const std::string& query) {
  if (path.ends_with(".csv")) return file("id,hours,comment\n");
  Links links;
  for (int column = 0; column < 5; ++column) {
    const std::string sorted = query + (query.empty() ? "" : "%2C") + std::to_string(column);
    links.emplace_back("/entries?sort=" + sorted, "column " + std::to_string(column));
  }
  links.emplace_back("/entries.csv?sort=" + query, "CSV");
  return page("entries column no data to display", links);
}

std::size_t EndlessSite::files_in(Trap trap) {
  if (trap == Trap::repositories) return kRepositories.size() * kFilesInRepository;
  if (trap == Trap::portal) return 2 * kDatasets;
  return trap == Trap::tracker ? kIssues : 0;
}

/// As a browser of repositories that tells its views apart by `a`: every file at every commit, as a
/// page, bare, as its history and as what changed.
Response EndlessSite::repository(const std::string& query) {
  const std::string repository = value_of(query, "p");
  const std::string view = value_of(query, "a");
  const std::string file_name = value_of(query, "f");
  const std::string commit = value_of(query, "h");
  const std::string p = "/?p=" + repository;
  Links links;
  for (const char* each : {"summary", "log", "tree"}) links.emplace_back(p + ";a=" + each, each);
  const auto file_link = [&](int i) { return "table-" + std::to_string(i) + ".csv"; };
  if (repository.empty()) {
    links.clear();
    for (const char* each : kRepositories) {
      links.emplace_back(std::string("/?p=") + each + ";a=summary", each);
      for (const char* short_cut : {"log", "tree"}) {
        links.emplace_back(std::string("/?p=") + each + ";a=" + short_cut, short_cut);
      }
    }
    return page("repositories", links);
  }
  if (view == "blob_plain") {
    wanted_.insert(repository + file_name);
    return file(repository + file_name);
  }
  if (view == "summary" || view == "log" || view == "history") {
    for (int i = 0; i < kCommits; ++i) {
      for (const char* each : {"commit", "commitdiff", "tree", "snapshot"}) {
        links.emplace_back(p + ";a=" + each + ";h=" + made_up(i), each);
      }
    }
    return page(view + " of " + repository + " " + file_name, links);
  }
  if (view == "tree") {
    const std::string at = commit.empty() ? "" : ";h=" + commit;
    for (int i = 0; i < kFilesInRepository; ++i) {
      for (const char* each : {"blob", "history", "blob_plain"}) {
        links.emplace_back(p + ";a=" + each + ";f=" + file_link(i) + at,
                           std::string(each) == "blob" ? file_link(i) : each);
      }
    }
    return page("files of " + repository, links);
  }
  if (view == "snapshot") return file(repository + commit);
  if (view == "commit" || view == "commitdiff") {
    links.emplace_back(p + ";a=tree;h=" + commit, "tree");
    return page(view + " tables of week " + commit + " added", links);
  }
  links.emplace_back(p + ";a=history;f=" + file_name, "history");
  links.emplace_back(p + ";a=blob_plain;f=" + file_name + (commit.empty() ? "" : ";h=" + commit),
                     "raw");
  return page("contents of " + file_name + " region value", links);
}

/// Issues, 25 on a page, sorted by anything, in any number a page; each has one file, and exports
/// of itself.
Response EndlessSite::tracker(const std::string& path, const std::string& query) {
  if (path.starts_with("/issues/")) {
    const std::string number = path.substr(8, path.find('.') - 8);
    if (path.ends_with(".pdf")) return file("pdf " + number);
    return page("issue " + number + " the table of " +
                    std::string(kThemes[std::stoul(number) % 8]) + " misses rows of week " + number,
                {{"/attachments/" + number + ".csv", "file " + number + ".csv"},
                 {"/issues/" + number + ".pdf", "PDF"},
                 {"/entries?sort=&issue=" + number, "time"}});
  }
  if (path.starts_with("/attachments/")) {
    wanted_.insert(path);
    return file(path);
  }
  if (path.ends_with(".csv")) return file("issues " + query);
  const std::string at_page = value_of(query, "page");
  const int first = (at_page.empty() ? 0 : std::stoi(at_page) - 1) * kIssuesOnPage;
  const std::string sorted = value_of(query, "sort");
  Links links;
  for (int i = first; i < std::min(kIssues, first + kIssuesOnPage); ++i) {
    const int shown = sorted.find("desc") == std::string::npos ? i : kIssues - 1 - i;
    links.emplace_back("/issues/" + std::to_string(shown), "issue " + std::to_string(shown));
  }
  const std::string kept = sorted.empty() ? "" : "sort=" + sorted;
  for (const char* column : {"id", "status", "author", "updated"}) {
    for (const char* order : {"", "%3Adesc"}) {
      const std::string rest = sorted.empty() ? "" : "%2C" + sorted.substr(0, 60);
      links.emplace_back(std::string("/issues?sort=") + column + order + rest, column);
    }
  }
  for (int number = 1; number <= 3; ++number) {
    links.emplace_back("/issues?page=" + std::to_string(number) + (kept.empty() ? "" : "&" + kept),
                       std::to_string(number));
    links.emplace_back(
        "/issues?per_page=" + std::to_string(number * 25) + (kept.empty() ? "" : "&" + kept),
        std::to_string(number * 25));
  }
  links.emplace_back("/issues.csv" + (query.empty() ? "" : "?" + query), "CSV");
  return page("all issues of the office", links);
}

/// Datasets, 10 on a page, below a theme and a tag or all; a page says nothing that others do not
/// say, its address is of words that no other has, and each dataset has two files.
Response EndlessSite::portal(const std::string& path, const std::string& query) {
  if (path.starts_with("/rows/")) {
    wanted_.insert(path);
    return file(path);
  }
  if (path != "/browse") {
    const std::string number = path.substr(path.rfind('-') + 1);
    return page("a table of the office",
                {{"/rows/" + number + ".csv", "CSV"}, {"/rows/" + number + ".json", "JSON"}});
  }
  const std::string theme = value_of(query, "theme");
  const std::string tag = value_of(query, "tag");
  const std::string at_page = value_of(query, "page");
  std::vector<int> found;
  for (int i = 0; i < kDatasets; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const bool fits = (theme.empty() || theme == kThemes[at % kThemes.size()]) &&
                      (tag.empty() || tag == kTags[at / 3 % kTags.size()]);
    if (fits) found.push_back(i);
  }
  const auto of = [](const std::string& wanted_theme, const std::string& wanted_tag, int number) {
    std::string made;
    if (!wanted_theme.empty()) made += "&theme=" + wanted_theme;
    if (!wanted_tag.empty()) made += "&tag=" + wanted_tag;
    if (number > 1) made += "&page=" + std::to_string(number);
    return made.empty() ? std::string("/browse") : "/browse?" + made.substr(1);
  };
  const int pages = (static_cast<int>(found.size()) + kDatasetsOnPage - 1) / kDatasetsOnPage;
  const int number = at_page.empty() ? 1 : std::stoi(at_page);
  const int first = (number - 1) * kDatasetsOnPage;
  Links links;
  for (int i = first; i < std::min(static_cast<int>(found.size()), first + kDatasetsOnPage); ++i) {
    const std::string id = std::to_string(found[static_cast<std::size_t>(i)]);
    std::string slug;
    for (const char digit : id) slug += static_cast<char>('a' + (digit - '0'));
    links.emplace_back("/" + slug + "/table-" + id, "a table");
  }
  for (const int each : {number - 1, number + 1, pages}) {
    if (each >= 1 && each <= pages) links.emplace_back(of(theme, tag, each), std::to_string(each));
  }
  for (const char* each : kThemes) links.emplace_back(of(each, tag, 1), each);
  for (const char* each : kTags) links.emplace_back(of(theme, each, 1), each);
  return page("the tables of the office", links);
}

Response EndlessSite::answer(const Request& request) {
  const UrlParts url = split_url(request.url);
  std::string path(url.path);
  const std::string query(url.query);
  std::string session;
  if (trap_ == Trap::session) {
    if (path.starts_with("/s-")) path.erase(0, path.find('/', 1));
    session = "/s-";
    for (int i = 0; i < 16; ++i) session += "0123456789abcdef"[random_.below(16)];
  }
  Response response;
  response.status = 404;
  if (path == "/") {
    Links links;
    for (const char* theme : kThemes) links.emplace_back(session + "/data/" + theme + "/", theme);
    if (trap_ == Trap::calendar) links.emplace_back("/cal?m=2026-1", "calendar");
    if (trap_ == Trap::facets) links.emplace_back("/shop/?", "catalogue");
    if (trap_ == Trap::repositories) {
      if (!query.empty()) {
        response = repository(query);
        response.request_id = request.id;
        response.final_url = request.url;
        return response;
      }
      for (const char* each : kRepositories) {
        links.emplace_back(std::string("/?p=") + each + ";a=summary", each);
      }
    }
    if (trap_ == Trap::tracker) links.emplace_back("/issues", "issues");
    if (trap_ == Trap::portal) links.emplace_back("/browse", "all tables");
    if (trap_ == Trap::exports) links.emplace_back("/entries?sort=", "time");
    response = page("welcome to the office", links);
  } else if (takes(path, "/data/")) {
    const std::string theme = path.substr(0, path.find('/'));
    Links links;
    for (int i = 0; i < 5; ++i) {
      links.emplace_back(session + "/files/" + theme + "-" + std::to_string(i) + ".csv",
                         "table " + std::to_string(i));
    }
    links.emplace_back(session + "/", "home");
    response = page("tables of " + theme, links);
  } else if (takes(path, "/files/")) {
    response = file(path);
  } else if (path == "/cal") {
    response = calendar(query.substr(2));
  } else if (path == "/cal/day") {
    response = page("no events on this day", {{"/cal/day.ics?" + query, "add to calendar"}});
  } else if (path == "/shop/") {
    response = facets(query);
  } else if (trap_ == Trap::tracker &&
             (path.starts_with("/issues") || path.starts_with("/attachments/"))) {
    response = tracker(path, query);
  } else if (trap_ == Trap::portal) {
    response = portal(path, query);
  } else if (path.starts_with("/entries")) {
    response = listing(path, query.substr(std::min<std::size_t>(5, query.size())));
  }
  response.request_id = request.id;
  response.final_url = request.url;
  response.via = Via::host;
  return response;
}

Crawled crawl_endless(Trap trap, Config config, std::uint64_t most, bool restored) {
  EndlessSite site(trap);
  auto engine = engine_for(config);
  Crawled crawled;
  while (engine->progress().requests < most) {
    if (restored) {
      const Bytes bytes = engine->snapshot();
      engine = must(Engine::restore(bytes.data(), bytes.size()));
    }
    const Decision decision = engine->next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) {
      crawled.ended = std::holds_alternative<Finished>(decision);
      break;
    }
    Response response = site.answer(*request);
    response.issued = engine->progress().issued;
    BOOST_REQUIRE(engine->deliver(std::move(response)));
  }
  crawled.progress = engine->progress();
  crawled.requests = crawled.progress.requests;
  crawled.contents = site.contents();
  crawled.wanted = site.wanted();
  return crawled;
}

}  // namespace tagtrail::testing
