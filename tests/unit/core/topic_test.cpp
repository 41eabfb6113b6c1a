// What a link has to do with the topic that the user asks for, and what `trail` makes of it.
#include "policy/trail/topic.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "fake_site.hpp"
#include "tagtrail/topic_words.hpp"

namespace tagtrail {
namespace {

using namespace testing;

BOOST_AUTO_TEST_SUITE(topic)

/// Links that were met one after the other.
struct Met {
  Topic topic;
  UrlId next = 0;
  explicit Met(const std::string& about) : topic(about) {}

  UrlId add(const std::string& path, const std::string& anchor, const std::string& heading = "") {
    LinkObservation observed = link(path);
    observed.anchor = anchor;
    observed.heading = heading;
    LinkView view;
    view.url = next;
    view.key = observed.url;
    view.observation = &observed;
    LinkFeatureSet set;
    topic.add(next, view, set);
    return next++;
  }
  double relevance(const std::string& path, const std::string& anchor,
                   const std::string& heading = "") {
    return topic.relevance(add(path, anchor, heading));
  }
};

/// Features of a link that stands in the list of this number.
struct Standing {
  std::vector<FeatureSlot> slots;
  KindCounts counts{};
  explicit Standing(FeatureSlot list) : slots{list, 1000} {
    counts[static_cast<std::size_t>(FeatureKind::list)] = 1;
    counts[static_cast<std::size_t>(FeatureKind::bias)] = 1;
  }
  LinkSlots view() const { return {slots, counts}; }
};

BOOST_AUTO_TEST_CASE(a_link_is_about_the_topic_as_far_as_it_has_its_words) {
  Met met("unemployment region");
  const double both = met.relevance("/a", "Unemployment by region");
  const double one = met.relevance("/b", "Unemployment by age");
  const double near = met.relevance("/c", "2019", "Unemployment by region");
  BOOST_TEST(both == 1.0);
  BOOST_TEST(one < 0.5);
  BOOST_TEST(one > 0.0);
  BOOST_TEST(near > one);
  BOOST_TEST(near < both);
  BOOST_TEST(met.relevance("/d", "Imprint") == 0.0);
  BOOST_TEST(met.relevance("/unemployment-region.csv", "CSV") == 1.0);
}

BOOST_AUTO_TEST_CASE(words_that_stand_everywhere_weigh_nothing) {
  Met met("unemployment table region");
  for (int i = 0; i < 400; ++i) met.add("/" + std::to_string(i), "Table by age");
  BOOST_TEST(met.relevance("/x", "Table") < 0.001);
  BOOST_TEST(met.relevance("/y", "Unemployment region") == 1.0, boost::test_tools::tolerance(0.01));
}

BOOST_AUTO_TEST_CASE(words_that_no_link_has_take_nothing_from_the_others) {
  Met plain("unemployment region");
  Met more("unemployment region 2023 bezrobocie");
  for (int i = 0; i < 100; ++i) {
    const std::string anchor = i % 4 == 0 ? "Unemployment" : i % 4 == 1 ? "By region" : "Imprint";
    plain.add("/" + std::to_string(i), anchor);
    more.add("/" + std::to_string(i), anchor);
  }
  for (UrlId link = 0; link < 100; ++link) {
    BOOST_TEST(more.topic.relevance(link) == plain.topic.relevance(link));
  }
  // From the first link that has it on, it counts.
  more.add("/new", "2023");
  BOOST_TEST(more.topic.relevance(0) < plain.topic.relevance(0));
  BOOST_TEST(more.topic.relevance(0) > 0.0);
}

BOOST_AUTO_TEST_CASE(links_have_the_words_of_their_page) {
  Met met("unemployment region");
  const UrlId page = met.add("/p", "Unemployment by region");
  met.topic.open_page("", page);
  const double led = met.relevance("/1.csv", "CSV");
  met.topic.open_page("Unemployment by region", met.next + 100);
  const double titled = met.relevance("/2.csv", "CSV");
  met.topic.open_page("Home", met.next + 100);
  const double plain = met.relevance("/3.csv", "CSV");
  BOOST_TEST(led > 0.0);
  BOOST_TEST(titled == led);
  BOOST_TEST(plain == 0.0);
}

BOOST_AUTO_TEST_CASE(without_a_topic_everything_counts_and_nothing_is_kept) {
  Met met("");
  const UrlId url = met.add("/a", "Unemployment");
  BOOST_TEST(!met.topic.is_set());
  const Standing standing(1);
  met.topic.learn(url, standing.view(), "Unemployment");
  BOOST_TEST(met.topic.gain(url, standing.view()) == 1.0);
  ByteWriter out;
  met.topic.save(out);
  BOOST_TEST(out.take().empty());
}

BOOST_AUTO_TEST_CASE(tables_that_came_speak_for_links_like_theirs) {
  Met met("unemployment region");
  const Standing here(1);
  const Standing there(2);
  for (int i = 0; i < 4; ++i) met.add("/t" + std::to_string(i) + ".csv", "CSV");
  const double unknown = met.topic.gain(1, here.view());
  met.topic.learn(0, here.view(), "");
  BOOST_TEST(met.topic.gain(1, here.view()) == unknown);

  met.topic.learn(0, here.view(), "Region\nunemploymentRate\nYear");
  BOOST_TEST(met.topic.relevance(0) == 1.0);
  BOOST_TEST(met.topic.relevance(1) == 0.0);
  BOOST_TEST(met.topic.promised(here.view()) > met.topic.promised(there.view()));
  BOOST_TEST(met.topic.gain(1, here.view()) > met.topic.gain(2, there.view()));
  BOOST_TEST(met.topic.gain(2, there.view()) > unknown);
}

BOOST_AUTO_TEST_CASE(lists_whose_tables_are_about_other_things_wait_for_those_not_tried) {
  Met met("unemployment region");
  const Standing here(1);
  const Standing there(2);
  for (int i = 0; i < 4; ++i) met.add("/t" + std::to_string(i) + ".csv", "CSV");
  const double unknown = met.topic.gain(1, here.view());
  met.topic.learn(0, here.view(), "Height\nWeight");
  BOOST_TEST(met.topic.promised(here.view()) == 0.0);
  BOOST_TEST(met.topic.gain(1, here.view()) < 2 * unknown);
  BOOST_TEST(met.topic.gain(2, there.view()) > 100 * unknown);
  // Of lists that were tried, that which less is known of.
  met.topic.learn(2, there.view(), "Height\nWeight");
  met.topic.learn(1, here.view(), "Height\nWeight");
  BOOST_TEST(met.topic.gain(3, there.view()) > met.topic.gain(3, here.view()));
}

BOOST_AUTO_TEST_CASE(words_that_all_tables_have_weigh_nothing) {
  Met met("unemployment year");
  const Standing standing(1);
  for (UrlId url = 0; url < 100; ++url) {
    met.add("/t" + std::to_string(url) + ".csv", "CSV");
    met.topic.learn(url, standing.view(), url == 50 ? "Year\nUnemployment" : "Year\nHeight");
  }
  BOOST_TEST(met.topic.relevance(50) == 1.0);
  BOOST_TEST(met.topic.relevance(51) < 0.01);
}

BOOST_AUTO_TEST_CASE(what_is_saved_is_checked) {
  Met met("unemployment region");
  met.add("/a", "Unemployment by region");
  const Standing standing(1);
  met.topic.learn(0, standing.view(), "Unemployment\nRegion");
  ByteWriter out;
  met.topic.save(out);
  const Bytes bytes = out.take();
  Topic again("unemployment region");
  ByteReader in(bytes);
  BOOST_TEST(again.load(in, 1));
  BOOST_TEST(again.relevance(0) == met.topic.relevance(0));
  BOOST_TEST(again.gain(0, standing.view()) == met.topic.gain(0, standing.view()));
  BOOST_TEST(again.promised(standing.view()) > 0.0);
  ByteReader beyond(bytes);
  BOOST_TEST(!Topic("unemployment region").load(beyond, 0));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    ByteReader cut(bytes.data(), size);
    BOOST_TEST(!Topic("unemployment region").load(cut, 1));
  }
}

LinkObservation named(const std::string& url, const std::string& anchor) {
  LinkObservation observed = link(url);
  observed.anchor = anchor;
  return observed;
}

/// Where it is to be read what a file is about.
enum class Told { by_links, by_tables };

/// Twenty pages of a list with ten files each; those of one page are about rain in the north.
FakeSite yearbooks(Told told = Told::by_links) {
  FakeSite site;
  std::vector<LinkObservation> list;
  for (int page = 0; page < 20; ++page) {
    const std::string number = std::to_string(page);
    const bool by_links = told == Told::by_links;
    const std::string subject = page == 13 && by_links ? "Rain, north" : "Yearbook " + number;
    list.push_back(named("/p/" + number, subject));
    std::vector<LinkObservation> files;
    for (int file = 0; file < 10; ++file) {
      const std::string path = "/f/" + number + "-" + std::to_string(file) + ".csv";
      files.push_back(named(path, subject + ", part " + std::to_string(file)));
      Response answer;
      answer.status = 200;
      answer.mime = "text/csv";
      answer.body_bytes = 100;
      if (!by_links) answer.table_words = page == 13 ? "rain\nnorth" : "height\nweight";
      site.set(path, answer);
    }
    site.page("/p/" + number, files);
  }
  site.page("/", list);
  return site;
}

/// Requests until all files of the page in question are there; nothing is left out in the end.
std::size_t requests_to_rain(const std::string& about, Told told = Told::by_links) {
  const FakeSite site = yearbooks(told);
  Config config = config_for("trail");
  config.about = about;
  const auto engine = engine_for(config);
  const auto requests = crawl(*engine, site);
  BOOST_TEST(requests.size() == 221U);
  std::size_t last = 0;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    if (requests[i].starts_with("/f/13-")) last = i + 1;
  }
  return last;
}

BOOST_AUTO_TEST_CASE(files_about_the_topic_come_first_and_all_others_later) {
  BOOST_TEST(requests_to_rain("rain in the north") == 12U);  // the start page, its page, its files
  BOOST_TEST(requests_to_rain("") > 30U);
}

BOOST_AUTO_TEST_CASE(where_links_say_nothing_one_table_of_each_list_does) {
  // The start page, twenty pages and a file of each, the other nine, and what came until these had
  // their turn to be weighed again. Without the tables it would be some 200.
  BOOST_TEST(requests_to_rain("rain in the north", Told::by_tables) <= 60U);
  BOOST_TEST(requests_to_rain("snow", Told::by_tables) > 100U);
  const FakeSite site = yearbooks(Told::by_tables);
  Config config = config_for("trail");
  config.about = "rain north";
  const auto engine = engine_for(config);
  int spoken_for = 0;
  for (int request = 0; request < 60; ++request) {
    const Request next = next_request(*engine);
    const auto said = next.reason.words.find(", but tables that came by links like it have (0.");
    if (next.url.starts_with(on_site("/f/13-")) && said != std::string::npos) ++spoken_for;
    answer_from(*engine, site, next);
  }
  BOOST_TEST(spoken_for >= 6);
}

BOOST_AUTO_TEST_CASE(reasons_say_how_far_a_link_is_about_the_topic) {
  const FakeSite site = yearbooks();
  Config config = config_for("trail");
  config.about = "rain north";
  const auto engine = engine_for(config);
  answer_from(*engine, site, next_request(*engine));
  const Request page = next_request(*engine);
  BOOST_TEST(page.url == on_site("/p/13"));
  BOOST_TEST(page.reason.words.starts_with("it has the words of the topic (relevance 1.00); "));
  answer_from(*engine, site, page);
  const Request file = next_request(*engine);
  BOOST_TEST(file.reason.words.ends_with(
      ", has the words of the topic (relevance 1.00), so fetched with its page"));
}

BOOST_AUTO_TEST_CASE(only_trail_takes_a_topic) {
  Config config = config_for("trail");
  config.about = "rain";
  BOOST_TEST(validate(config).has_value());
  BOOST_TEST(must(config_from_json(config_to_json(config))).about == "rain");
  config.policy = "bfs";
  BOOST_TEST(!validate(config));
  config = config_for("trail");
  config.about = "rain";
  config.objective = "forms";
  BOOST_TEST(!validate(config));
  config = config_for("trail");
  for (const char* about : {"...", "\xFF rain"}) {
    config.about = about;
    BOOST_TEST(!validate(config));
  }
  config.about.clear();
  BOOST_TEST(config_to_json(config).find("about") == std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace tagtrail
