// What policy `trail` learns of translations, of dead ends, and by rehearsing: each beside the same
// policy without that part.
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "features/url_languages.hpp"
#include "policy/trail/link_models.hpp"
#include "policy/trail/sisters.hpp"

namespace tagtrail {
namespace {

/// Models of links that stand in one list.
struct Models {
  TargetSet wanted = *TargetSet::parse("data");
  LinkFeatures features{wanted, 0, false};
  LinkStore links{false};
  Topic topic{""};
  PlaceCounts places;
  LinkModels models;

  explicit Models(const std::string& without = "", std::uint64_t seed = 1)
      : models(parse_trail_parts(without)->applied_to({}), *parse_trail_parts(without), seed, links,
               places, topic) {}

  LinkFeatureSet described(const std::string& key) const {
    LinkFeatureSet set;
    features.describe(key, {}, LinkFeatures::path_facts("/html/body/ul/li/a"),
                      LinkFeatures::source_facts("https://a.example/", 0, 0), set);
    return set;
  }
  TrailLink& add(const std::string& key) {
    const LinkFeatureSet set = described(key);
    TrailLink& link = links.add(links.size(), set);
    link.list = places.intern(1);
    link.tags = places.intern(2);
    link.section = places.intern(set.section);
    models.arrived(link);
    return link;
  }
  void learn(const std::string& key, double value) {
    TrailLink& link = add(key);
    models.left(link);
    models.learn(link, value, value);
  }
};

std::string page(const std::string& language, int number) {
  return "https://a.example/" + language + "/subject-" + std::string(1, char('a' + number % 26)) +
         "-" + std::to_string(number) + "/";
}

/// Every page has as many files in all languages, and nothing else tells how many.
void learn_pages(Models& models, int pages) {
  for (int i = 0; i < pages; ++i) {
    for (const char* const language : {"en", "de"}) models.learn(page(language, i), i % 2 * 20);
  }
}

BOOST_AUTO_TEST_SUITE(trail_models)

BOOST_AUTO_TEST_CASE(codes_of_languages_are_told_from_words) {
  for (const char* const yes : {"de", "EN", "pt-BR", "zh_Hans", "sr-Latn", "eu"}) {
    BOOST_TEST(is_language(yes), yes);
  }
  for (const char* const no :
       {"", "d", "data", "qq", "de-", "de-1", "en-x", "en-verylong", "en.us"}) {
    BOOST_TEST(!is_language(no), no);
  }
}

BOOST_AUTO_TEST_CASE(translations_have_the_same_hash_and_other_pages_have_not) {
  const auto same = [](const char* one, const char* other) {
    return hash_without_languages(one) == hash_without_languages(other);
  };
  BOOST_TEST(same("https://a.example/en/data/x.html", "https://a.example/pt-br/data/x.html"));
  BOOST_TEST(same("https://a.example/data/x.html", "https://a.example/de/data/x.html"));
  BOOST_TEST(same("https://a.example/x.en.html", "https://a.example/x.html"));
  BOOST_TEST(same("https://a.example/x_en.html", "https://a.example/x-de.html"));
  BOOST_TEST(same("https://a.example/x?lang=en&id=7", "https://a.example/x?id=7"));
  BOOST_TEST(same("https://a.example/en/", "https://a.example/"));
  BOOST_TEST(!same("https://a.example/en/data/x", "https://a.example/en/data/y"));
  BOOST_TEST(!same("https://a.example/en/data/x", "https://b.example/en/data/x"));
  BOOST_TEST(!same("https://a.example/en/data", "https://a.example/en/data/"));
  BOOST_TEST(!same("https://a.example/x?id=7", "https://a.example/x?id=8"));
  BOOST_TEST(!same("https://a.example/a/bc", "https://a.example/ab/c"));
  BOOST_TEST(!same("https://a.example/ab.xyz", "https://a.example/ab.en.abc"));
}

BOOST_AUTO_TEST_CASE(translations_take_part_once_they_are_better_than_the_model) {
  Sisters sisters;
  for (std::uint32_t i = 0; i < 5; ++i) {
    sisters.learn(i, 1, 3);
    BOOST_TEST(sisters.of(i).weight == 0);
    sisters.learn(i, 1, 2.5);
  }
  // Off by 1.5 each, the translations by 0.5.
  const double weight = 2.25 / (2.25 + 0.25);
  BOOST_TEST(sisters.of(3).weight == weight, boost::test_tools::tolerance(1e-12));
  BOOST_TEST(sisters.of(3).mean == 2.75);
  BOOST_TEST(sisters.of(3).joined_to(1) == weight * 2.75 + (1 - weight));
  BOOST_TEST(sisters.of(9).weight == 0);
  BOOST_TEST(sisters.of(9).joined_to(1) == 1);
  sisters.correct(3, 1);
  BOOST_TEST(sisters.of(3).mean == 3.25);
  ByteWriter out;
  sisters.save(out);
  const Bytes bytes = out.take();
  Sisters read;
  ByteReader in(bytes);
  BOOST_REQUIRE(read.load(in));
  BOOST_TEST(read.of(3).mean == 3.25);
  BOOST_TEST(read.of(3).weight == sisters.of(3).weight);
  ByteWriter again;
  read.save(again);
  BOOST_TEST((again.take() == bytes));
  // Where the model is as good, it is left alone.
  for (std::uint32_t i = 10; i < 60; ++i) {
    sisters.learn(i, 1, 1);
    sisters.learn(i, 4, 4);
  }
  BOOST_TEST(sisters.of(3).weight == 0);
}

BOOST_AUTO_TEST_CASE(a_page_is_expected_to_be_worth_what_its_translations_were) {
  Models with;
  Models without("sisters");
  for (Models* const models : {&with, &without}) {
    learn_pages(*models, 12);
    models->learn(page("en", 20), 0);
    models->learn(page("en", 21), 20);
  }
  const auto gap = [](Models& models) {
    const Appraisal poor = models.models.appraise(models.add(page("de", 20)));
    const Appraisal rich = models.models.appraise(models.add(page("de", 21)));
    BOOST_TEST((rich.sisters.weight > 0) == (poor.sisters.weight > 0));
    return rich.expected - poor.expected;
  };
  BOOST_TEST(gap(with) > 2);
  BOOST_TEST(gap(without) < 1);
  // Likewise of a link that only stands on the page before the user, and in what a reason adds up.
  TrailLink& link = with.add(page("fr", 21));
  const auto foreseen = with.models.foresee(with.described(page("fr", 21)), 1);
  BOOST_TEST(*foreseen.files == with.models.probability(link) + with.models.value(link),
             boost::test_tools::tolerance(1e-9));
  const Appraisal appraisal = with.models.appraise(link);
  double sum = 0;
  for (const double share : with.models.shares_of_expected(link, appraisal)) sum += share;
  BOOST_TEST(sum == with.models.value(link), boost::test_tools::tolerance(1e-6));
}

BOOST_AUTO_TEST_CASE(
    dead_ends_lower_what_is_expected_of_links_like_them_and_not_what_pages_are_worth) {
  Models with;
  Models without("fruitless");
  for (Models* const models : {&with, &without}) {
    for (int i = 0; i < 30; ++i) {
      TrailLink& dead = models->add("https://a.example/old/" + std::to_string(i) + "/gone");
      models->models.answered(dead, i % 2 == 0 ? UrlClass::dead : UrlClass::neither, 1);
      models->learn("https://a.example/new/page-" + std::to_string(i) + "/", 4);
      models->models.answered(models->links.at(models->links.size() - 1), UrlClass::html, 1);
    }
  }
  TrailLink& likely_dead = with.add("https://a.example/old/77/gone");
  TrailLink& alive = with.add("https://a.example/new/page-77/");
  const Appraisal dead = with.models.appraise(likely_dead);
  BOOST_TEST(dead.fruitless > 0.8);
  BOOST_TEST(with.models.appraise(alive).fruitless < 0.2);
  // All forecasts have the factor.
  BOOST_TEST(with.models.value(likely_dead) == (1 - dead.fruitless) * value_of_label(dead.expected),
             boost::test_tools::tolerance(1e-9));
  const auto foreseen = with.models.foresee(with.described("https://a.example/old/77/gone"), 1);
  BOOST_TEST(
      *foreseen.files == with.models.probability(likely_dead) + with.models.value(likely_dead),
      boost::test_tools::tolerance(1e-9));
  // Pages in the same list are no less worth for the dead links in it.
  TrailLink& same = without.add("https://a.example/new/page-77/");
  BOOST_TEST(without.models.appraise(same).fruitless == 0);
  BOOST_TEST(with.models.appraise(alive).expected > without.models.appraise(same).expected);
  BOOST_TEST(with.places.at(alive.list).tries == without.places.at(same.list).tries);
}

BOOST_AUTO_TEST_CASE(rehearsing_brings_predictions_nearer_to_what_was_learnt) {
  const auto off = [](const std::string& without) {
    Models models(without);
    for (int i = 0; i < 60; ++i) {
      const std::string word(3, static_cast<char>('a' + i % 10));
      models.learn("https://a.example/" + word + "/" + std::to_string(i) + "/", i * 7 % 10 * 3);
    }
    double squares = 0;
    for (std::size_t i = 0; i < models.models.lessons().size(); ++i) {
      const Lesson& lesson = models.models.lessons().at(static_cast<LessonId>(i));
      const double error =
          models.models.appraise(models.links.at(lesson.link)).expected - double{lesson.label};
      squares += error * error;
    }
    return squares;
  };
  BOOST_TEST(off("") < 0.8 * off("rehearsal"));
}

BOOST_AUTO_TEST_CASE(what_is_rehearsed_hangs_on_the_seed_and_on_nothing_else) {
  const auto expected = [](std::uint64_t seed, bool saved_between) {
    Models models("", seed);
    learn_pages(models, 20);
    Models read("", seed + 17);
    if (saved_between) {
      ByteWriter out;
      models.models.save(out);
      const Bytes bytes = out.take();
      read.links = models.links;
      ByteReader in(bytes);
      BOOST_REQUIRE(read.models.load(in));
    }
    Models& goes_on = saved_between ? read : models;
    for (int i = 30; i < 50; ++i) goes_on.learn(page("en", i), i % 3);
    return goes_on.models.appraise(goes_on.add(page("en", 60))).expected;
  };
  BOOST_TEST(expected(5, false) == expected(5, false));
  BOOST_TEST(expected(5, false) == expected(5, true));
  BOOST_TEST(expected(5, false) != expected(6, false));
}

BOOST_AUTO_TEST_CASE(a_lesson_of_no_link_is_refused) {
  Lessons lessons(1);
  lessons.add(3, 0.5);
  ByteWriter out;
  lessons.save(out);
  const Bytes bytes = out.take();
  ByteReader in(bytes);
  LinkStore none(false);
  BOOST_TEST(!Lessons(1).load(in, none));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace tagtrail
