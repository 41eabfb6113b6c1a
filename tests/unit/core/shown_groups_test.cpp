// A word is about the group as people saw it, whatever the crawl makes of its tag paths.
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "tagtrail/look.hpp"
#include "two_lists.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

// Alike enough to be one group of a crawl, but lists of their own for whoever looks at the page.
const std::string kDeep = "/html/body/div#page/div.wrap/main/div.content/div.row/div.col/";
const std::string kTables = kDeep + "section.tables/ul/li/a";
const std::string kPress = kDeep + "section.press/ul/li/a";
const std::string kLinks = kDeep + "section.links/ul/li/a";

std::vector<LinkObservation> three_lists() {
  std::vector<LinkObservation> links;
  for (const auto& [name, path] :
       {std::pair{"table", kTables}, std::pair{"press", kPress}, std::pair{"link", kLinks}}) {
    for (int i = 0; i < 4; ++i) {
      links.push_back(link("/" + std::string(name) + "/" + std::to_string(i), path));
    }
  }
  return links;
}

/// By tag path of the first link, as people see them.
std::map<std::string, LinkGroup> groups_on_page(const Engine& engine) {
  Page page;
  page.links = three_lists();
  const auto look = engine.look(page, on_site("/"));
  BOOST_REQUIRE(look.has_value());
  std::map<std::string, LinkGroup> groups;
  for (const GroupLook& seen : look->groups) {
    groups[page.links[seen.links.front()].tag_path] = seen.group;
  }
  return groups;
}

Feedback shown_word(Word said, const std::string& tag_path) {
  Feedback feedback = word(said, tag_path);
  feedback.shown = {{kTables}, {kPress}, {kLinks}};
  return feedback;
}

/// A page that was read after the word was said.
void read_page(Engine& engine, const std::string& path, std::vector<LinkObservation> links) {
  BOOST_REQUIRE(engine.observe(seen(path, std::move(links))).has_value());
}

}  // namespace

BOOST_AUTO_TEST_SUITE(shown_groups)

BOOST_AUTO_TEST_CASE(teaching_one_group_changes_that_group_alone) {
  const auto engine = engine_for(config_for("trail"));
  BOOST_REQUIRE(groups_on_page(*engine).size() == 3U);
  read_page(*engine, "/", three_lists());
  teach(*engine, shown_word(Word::useless, kPress));
  const auto groups = groups_on_page(*engine);
  BOOST_REQUIRE(groups.size() == 3U);
  BOOST_TEST((groups.at(kPress).word == Word::useless));
  BOOST_TEST(groups.at(kPress).withheld == 4U);
  for (const std::string& other : {kTables, kLinks}) {
    BOOST_TEST((groups.at(other).word == Word::neutral));
    BOOST_TEST(groups.at(other).withheld == 0U);
    BOOST_TEST(groups.at(other).open == 4U);
  }
  // Another word on another group leaves the first as it is.
  teach(*engine, shown_word(Word::good, kTables));
  const auto later = groups_on_page(*engine);
  BOOST_TEST((later.at(kPress).word == Word::useless));
  BOOST_TEST((later.at(kTables).word == Word::good));
  BOOST_TEST((later.at(kLinks).word == Word::neutral));
}

BOOST_AUTO_TEST_CASE(so_it_is_where_the_crawl_had_made_one_group_of_them) {
  FakeSite site;
  site.page("/", three_lists());
  for (const LinkObservation& each : three_lists())
    site.page(each.url.substr(on_site("").size()), {});
  const auto engine = after_start(config_for("trail"), site);
  const Request before = next_request(*engine);
  BOOST_REQUIRE(groups_on_page(*engine).size() == 1U);
  teach(*engine, word(Word::good, kTables));  // said of the one group, from the list of the job
  teach(*engine, shown_word(Word::useless, kPress));
  const auto groups = groups_on_page(*engine);
  BOOST_REQUIRE(groups.size() == 3U);
  BOOST_TEST((groups.at(kPress).word == Word::useless));
  BOOST_TEST((groups.at(kTables).word == Word::good));
  BOOST_TEST((groups.at(kLinks).word == Word::good));
  answer_from(*engine, site, before);
  std::size_t press = 0;
  for (const std::string& path : rest(*engine, site))
    press += starts_with(path, "/press") ? 1U : 0U;
  BOOST_TEST(press <= 1U);  // one was decided on before
}

BOOST_AUTO_TEST_CASE(later_tag_paths_join_the_nearer_group) {
  const auto engine = engine_for(config_for("trail"));
  read_page(*engine, "/", three_lists());
  teach(*engine, shown_word(Word::useless, kPress));
  read_page(*engine, "/next",
            {link("/press/new", kDeep + "section.press/ul/li.new/a"),
             link("/table/new", kDeep + "section.tables/ul/li.new/a")});
  const auto groups = groups_on_page(*engine);
  BOOST_TEST(groups.at(kPress).withheld == 5U);
  BOOST_TEST(groups.at(kTables).withheld == 0U);
  BOOST_TEST(groups.at(kTables).open == 5U);
}

BOOST_AUTO_TEST_CASE(a_group_of_several_tag_paths_is_taught_as_a_whole) {
  FakeSite site = two_lists();
  const auto engine = after_start(config_for("bfs"), site);
  Feedback feedback = word(Word::useless, kNews);
  feedback.shown = {{kNews, kData}, {kElsewhere}};  // the page at hand shows them as one
  teach(*engine, feedback);
  BOOST_TEST((group_of(*engine, kNews).word == Word::useless));
  BOOST_TEST((group_of(*engine, kData).word == Word::useless));
  teach(*engine, word(Word::neutral, kNews));
  BOOST_TEST((group_of(*engine, kData).word == Word::useless));
}

BOOST_AUTO_TEST_CASE(snapshots_keep_what_was_told_apart) {
  const auto engine = engine_for(config_for("trail"));
  read_page(*engine, "/", three_lists());
  teach(*engine, shown_word(Word::useless, kPress));
  teach(*engine, word(Word::good, kLinks));
  read_page(*engine, "/next", {link("/x", kDeep + "section.press/ul/li.new/a")});
  const Bytes snapshot = engine->snapshot();
  const auto restored = Engine::restore(snapshot.data(), snapshot.size(), nullptr);
  BOOST_REQUIRE(restored.has_value());
  BOOST_TEST(((*restored)->snapshot() == snapshot));
  const auto before = groups_on_page(*engine);
  for (const auto& [path, group] : groups_on_page(**restored)) {
    BOOST_TEST(group.id == before.at(path).id);
    BOOST_TEST((group.word == before.at(path).word), path);
    BOOST_TEST(group.withheld == before.at(path).withheld);
  }
}

BOOST_AUTO_TEST_CASE(what_was_shown_is_bounded) {
  Feedback feedback = word(Word::good, kNews);
  feedback.shown.assign(1, std::vector<std::string>(1001, kNews));
  BOOST_TEST(!validate(feedback).has_value());
  feedback.shown = {{""}};
  BOOST_TEST(!validate(feedback).has_value());
  feedback.shown = {{kNews}, {kData}};
  const auto json = feedback_to_json(feedback);
  BOOST_TEST((*feedback_from_json(json) == feedback));
  for (const char* wrong : {R"("x")", R"(["x"])", R"([[1]])", "{}", R"([[""]])"}) {
    auto malformed = json;
    malformed["shown"] = nlohmann::json::parse(wrong);
    BOOST_TEST(!feedback_from_json(malformed).has_value(), wrong);
  }
}

BOOST_AUTO_TEST_SUITE_END()
