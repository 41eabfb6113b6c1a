// Forms behind which there is no end: calendars, pages after pages, advertisements that differ each
// time. Queries and their pages are no traps, so that such forms were once asked for ever.
#include <boost/test/unit_test.hpp>
#include <map>

#include "fake_site.hpp"
#include "forms/query_address.hpp"
#include "tagtrail/url.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

using Query = std::map<std::string, std::string>;

QueryInput list(std::string name, int first, int last) {
  QueryInput input{"select", std::move(name), false, {{"", "any", true}}};
  for (int i = first; i <= last; ++i) {
    input.values.push_back({std::to_string(i), std::to_string(i), false});
  }
  return input;
}

QueryForm form_at(const std::string& action, std::vector<QueryInput> inputs) {
  return {on_site(action), "/html/body/form", false, false, std::move(inputs)};
}

/// Made up as it is asked: five files beside the form, and what `behind` shows.
class MadeSite {
 public:
  using Behind = std::function<Page(const std::string& path, const Query& query)>;
  MadeSite(QueryForm form, Behind behind) : form_(std::move(form)), behind_(std::move(behind)) {}

  Response answer(const Request& request) {
    Response response;
    response.request_id = response.issued = request.id;
    response.final_url = request.url;
    response.status = 200;
    response.body_bytes = 1000;
    const UrlParts parts = split_url(request.url);
    const std::string path(parts.path);
    if (path.starts_with("/files/")) {
      response.mime = "text/csv";
      response.content = std::hash<std::string>()(path) | 1U;
      return response;
    }
    response.mime = "text/html";
    response.is_page = true;
    const auto pairs = read_query(parts.query);
    response.page = path == "/" ? start() : behind_(path, Query(pairs.begin(), pairs.end()));
    response.page.forms = {form_};
    return response;
  }

 private:
  static Page start() {
    Page page;
    page.title = "Office of figures";
    page.text = "Tables on prices, roads, farms and schools of the islands.";
    page.links = links(
        {"/files/1.csv", "/files/2.csv", "/files/3.csv", "/files/4.csv", "/files/5.csv", "/about"});
    return page;
  }

  QueryForm form_;
  Behind behind_;
};

struct Ended {
  std::uint64_t requests = 0;
  std::uint64_t files = 0;
  bool ended = false;
};

Ended crawl_made(MadeSite site, std::uint64_t most, const std::string& policy = "trail") {
  Config config = config_for(policy);
  config.forms = true;
  config.leave_traps = true;
  auto engine = engine_for(config);
  Ended result;
  while (result.requests < most) {
    const Decision decision = engine->next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) {
      result.ended = true;
      break;
    }
    ++result.requests;
    must(engine->deliver(site.answer(*request)));
  }
  result.files = engine->progress().targets;
  return result;
}

std::string month_of(int year, int month) {
  return "/events?year=" + std::to_string(year) + "&month=" + std::to_string(month);
}

int number(const Query& query, const std::string& key, int otherwise) {
  const auto found = query.find(key);
  return found == query.end() || found->second.empty() ? otherwise : std::stoi(found->second);
}

/// A month: its days, and the ones around it.
Page month_page(const std::string& path, const Query& query) {
  Page page;
  const int year = number(query, "year", 2026);
  const int month = number(query, "month", 1);
  page.title = "Events of " + std::to_string(month) + " " + std::to_string(year);
  page.text = page.title + ", nothing is on.";
  if (path != "/events") return page;
  for (int day = 1; day <= 3; ++day) {
    page.links.push_back(link("/day/" + std::to_string(year * 10'000 + month * 100 + day)));
    page.links.back().anchor = std::to_string(day);
  }
  page.links.push_back(link(month == 12 ? month_of(year + 1, 1) : month_of(year, month + 1)));
  page.links.back().anchor = "Next month";
  page.links.push_back(link("/events?year=" + std::to_string(year + 1)));
  page.links.back().anchor = "Next year";
  return page;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(endless_forms)

BOOST_AUTO_TEST_CASE(a_calendar_behind_a_form_ends) {
  for (const std::string policy : {"trail", "bfs"}) {
    const MadeSite site(form_at("/events", {list("year", 2020, 2026), list("month", 1, 12)}),
                        month_page);
    const Ended end = crawl_made(site, 5'000, policy);
    BOOST_TEST_MESSAGE("calendar " << policy << ": " << end.requests);
    BOOST_TEST(end.ended, policy);
    BOOST_TEST(end.files == 5);
    BOOST_TEST(end.requests < 1'000);
  }
}

BOOST_AUTO_TEST_CASE(years_after_years_of_a_list_end) {
  const MadeSite site(form_at("/events", {list("year", 2020, 2026)}),
                      [](const std::string& path, const Query& query) {
                        Page page = month_page(path, query);
                        if (path == "/events") page.links.erase(page.links.begin() + 3);
                        return page;
                      });
  const Ended end = crawl_made(site, 5'000);
  BOOST_TEST_MESSAGE("years: " << end.requests);
  BOOST_TEST(end.ended);
  BOOST_TEST(end.requests < 1'000);
}

BOOST_AUTO_TEST_CASE(pages_of_results_without_end_end) {
  const MadeSite site(
      form_at("/search", {list("topic", 1, 5)}), [](const std::string& path, const Query& query) {
        Page page;
        page.title = "Results";
        page.text = "Nothing was found.";
        if (path != "/search") return page;
        const int at = number(query, "page", 1);
        const std::string topic = std::to_string(number(query, "topic", 0));
        page.links = links({"/item/" + topic + std::to_string(at + 1000),
                            "/search?topic=" + topic + "&page=" + std::to_string(at + 1)});
        page.links[1].anchor = "Next";
        return page;
      });
  const Ended end = crawl_made(site, 5'000);
  BOOST_TEST_MESSAGE("pages: " << end.requests);
  BOOST_TEST(end.ended);
  BOOST_TEST(end.requests < 1'500);
}

/// Each answer shows something else, one file came once.
BOOST_AUTO_TEST_CASE(a_search_that_always_shows_other_advertisements_ends) {
  int shown = 0;
  QueryInput box{"search", "q", false, {{"", "", true}}};
  const MadeSite site(form_at("/search", {box}), [&](const std::string& path, const Query&) {
    Page page;
    page.title = "Results";
    page.text = "Nothing was found for this word.";
    if (path != "/search") return page;
    page.links = links({"/files/found.csv"});
    for (int i = 0; i < 3; ++i) {
      const int ad = ++shown;
      page.links.push_back(link("/sponsor?id=" + std::to_string(ad * 7919)));
      std::string word(5, 'a');
      for (std::size_t at = 0; at < 5; ++at) word[at] = static_cast<char>('a' + ad * (at + 3) % 26);
      page.links.back().anchor = "Buy " + word + " now";
    }
    return page;
  });
  const Ended end = crawl_made(site, 5'000);
  BOOST_TEST_MESSAGE("advertisements: " << end.requests);
  BOOST_TEST(end.ended);
  BOOST_TEST(end.files == 6);
  BOOST_TEST(end.requests < 1'000);
}

BOOST_AUTO_TEST_CASE(a_form_whose_address_has_another_session_each_time_is_bounded) {
  // The form of each page is sent to another address.
  Config config = config_for("trail");
  config.forms = config.leave_traps = true;
  auto engine = engine_for(config);
  int session = 0;
  std::uint64_t queries = 0;
  MadeSite site(
      form_at("/search", {list("topic", 1, 20)}), [](const std::string& path, const Query& query) {
        Page page;
        page.title = path;
        page.text = "Results";
        page.links = links({"/files/topic" + std::to_string(number(query, "topic", 0)) + ".csv"});
        return page;
      });
  bool ended = false;
  for (int requests = 0; requests < 5'000 && !ended; ++requests) {
    const Decision decision = engine->next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) {
      ended = true;
      break;
    }
    if (request->url.find("/search") != std::string::npos) ++queries;
    Response response = site.answer(*request);
    for (QueryForm& form : response.page.forms) {
      form.action = on_site("/search;jsessionid=" + std::to_string(++session * 7919));
    }
    must(engine->deliver(std::move(response)));
  }
  BOOST_TEST_MESSAGE("sessions: " << queries);
  BOOST_TEST(ended);
  BOOST_TEST(engine->progress().targets >= 25);
  BOOST_TEST(queries < 250);
}

BOOST_AUTO_TEST_SUITE_END()
