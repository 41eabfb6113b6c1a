// Scouts of policy `trail`: now and then a link of the place tried least.
#include "policy/trail/scouting.hpp"

#include <boost/test/unit_test.hpp>
#include <set>

#include "fake_context.hpp"
#include "fake_site.hpp"

namespace tagtrail {
namespace {

/// A frontier of three places: 0 has links 0-4, 1 has 5-7, 2 has 8.
struct Places {
  testing::FakeContext context;
  HostedLinks frontier{context};
  Scouting scouting{0.25};
  Random random{7};

  Places() {
    for (UrlId link = 0; link < 9; ++link) {
      frontier.set(link, 1);
      scouting.add(place_of(link), link);
    }
  }
  static PlaceId place_of(UrlId link) { return link < 5 ? 0 : link < 8 ? 1 : 2; }
  /// As the policy does with a link that it takes, scout or not.
  void take(UrlId link) {
    frontier.remove(link);
    scouting.remove(place_of(link));
    scouting.tried(place_of(link));
  }
  PlaceId take_scout() {
    const UrlId link = scouting.pick(frontier, random).value();
    take(link);
    return place_of(link);
  }
};

BOOST_AUTO_TEST_SUITE(scouting)

BOOST_AUTO_TEST_CASE(scouts_have_their_share_of_the_turns) {
  Scouting quarter(0.25);
  Scouting none(0);
  for (int turn = 1; turn <= 40; ++turn) {
    BOOST_TEST(quarter.is_due() == (turn % 4 == 0));
    BOOST_TEST(!none.is_due());
  }
}

BOOST_AUTO_TEST_CASE(the_place_tried_least_comes_first_and_of_equals_the_largest) {
  Places places;
  BOOST_TEST(places.take_scout() == 0U);  // 5, 3 and 1 wait, none tried
  BOOST_TEST(places.take_scout() == 1U);
  BOOST_TEST(places.take_scout() == 2U);
  BOOST_TEST(places.take_scout() == 0U);  // once each; 4 and 2 wait, 2 has no more
  places.take(5);                         // not by a scout, but it counts as a try
  BOOST_TEST(places.take_scout() == 0U);  // twice each; 3 and 1 wait
  BOOST_TEST(places.take_scout() == 1U);
  BOOST_TEST(!places.scouting.pick(places.frontier, places.random));  // all known or empty
}

BOOST_AUTO_TEST_CASE(every_waiting_link_of_a_place_can_be_drawn_and_no_other) {
  Places places;
  places.frontier.remove(2);
  places.scouting.remove(0);
  std::set<UrlId> drawn;
  for (int i = 0; i < 200; ++i) {
    drawn.insert(places.scouting.pick(places.frontier, places.random).value());
  }
  BOOST_TEST((drawn == std::set<UrlId>{0, 1, 3, 4}));
}

BOOST_AUTO_TEST_CASE(a_place_known_well_enough_gets_no_scouts) {
  testing::FakeContext context;
  HostedLinks frontier(context);
  Scouting scouting(1);
  Random random(1);
  for (UrlId link = 0; link < 20; ++link) {
    frontier.set(link, 1);
    scouting.add(3, link);
  }
  std::uint32_t scouts = 0;
  while (const auto link = scouting.pick(frontier, random)) {
    frontier.remove(*link);
    scouting.remove(3);
    scouting.tried(3);
    ++scouts;
  }
  BOOST_TEST(scouts == 3U);
  scouting.add(3, 20);
  frontier.set(20, 1);
  BOOST_TEST(!scouting.pick(frontier, random));
}

// What is chosen may be set aside, offered and chosen again: a snapshot of that was taken for
// damaged.
BOOST_AUTO_TEST_CASE(links_that_are_chosen_often_do_not_spoil_a_snapshot) {
  Scouting before(1);
  before.add(0, 1);
  for (int again = 0; again < 20; ++again) before.tried(0);
  ByteWriter out;
  before.save(out);
  Scouting after(1);
  ByteReader in(out.bytes());
  BOOST_TEST(after.load(in, 2, 1));
  BOOST_TEST(in.at_end());
}

BOOST_AUTO_TEST_CASE(media_never_scout) {
  testing::FakeSite site;
  auto start = testing::links({"/a/", "/b/", "/c/", "/d/"}, "/html/body/nav/a");
  const auto images = testing::links({"/1.png", "/2.png", "/3.png"}, "/html/body/figure/a");
  start.insert(start.end(), images.begin(), images.end());
  site.page("/", start);
  for (const char* const page : {"/a/", "/b/", "/c/", "/d/"}) site.page(page, {});
  Config config = testing::config_for("trail");
  config.trail.scout_share = 1;
  const auto engine = testing::engine_for(config);
  const std::vector<std::string> order = testing::crawl(*engine, site);
  BOOST_REQUIRE(order.size() == 8U);
  for (std::size_t i = 0; i < 5; ++i) BOOST_TEST(!order[i].ends_with(".png"), order[i]);
}

BOOST_AUTO_TEST_CASE(saved_and_loaded_it_picks_the_same) {
  Places places;
  places.take_scout();
  places.scouting.is_due();
  ByteWriter out;
  places.scouting.save(out);
  const Bytes bytes = out.take();
  Places other;
  ByteReader in(bytes.data(), bytes.size());
  BOOST_REQUIRE(other.scouting.load(in, 9, 3));
  ByteWriter again;
  other.scouting.save(again);
  BOOST_TEST((again.take() == bytes));
  for (UrlId link = 0; link < 9; ++link) {
    if (!places.frontier.contains(link)) other.frontier.remove(link);
  }
  other.random = places.random;
  for (int i = 0; i < 5; ++i) BOOST_TEST(other.take_scout() == places.take_scout());
  ByteReader beyond(bytes.data(), bytes.size());
  BOOST_TEST(!Scouting(0.25).load(beyond, 8, 3));
  ByteReader fewer_places(bytes.data(), bytes.size());
  BOOST_TEST(!Scouting(0.25).load(fewer_places, 9, 2));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace tagtrail
