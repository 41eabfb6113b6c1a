// Waiting links of many hosts, by score, of those that may be asked now.
#include "policy/hosted_links.hpp"

#include <boost/test/unit_test.hpp>
#include <map>

#include "fake_context.hpp"
#include "policy/count_tree.hpp"

namespace tagtrail {
namespace {

using testing::FakeContext;

/// Against looking at all links each time.
struct Reference {
  std::map<UrlId, double> scores;
  std::map<HostId, HostState> states;

  std::optional<UrlId> best(const FakeContext& context) const {
    std::optional<UrlId> best;
    for (const auto& [url, score] : scores) {
      const auto state = states.find(context.part(url));
      if (state != states.end() && state->second != HostState::free) continue;
      if (!best || score > scores.at(*best)) best = url;
    }
    return best;
  }
  std::optional<double> second(const FakeContext& context) const {
    Reference others = *this;
    const auto first = best(context);
    if (first) others.scores.erase(*first);
    const auto next = others.best(context);
    return next ? std::optional<double>(scores.at(*next)) : std::nullopt;
  }
};

void add_links(FakeContext& context, UrlId count, UrlId hosts) {
  for (UrlId id = 0; id < count; ++id) {
    context.add({"http://h" + std::to_string(id % hosts) + ".test/" + std::to_string(id), "", ""});
  }
}

BOOST_AUTO_TEST_SUITE(hosted_links)

BOOST_AUTO_TEST_CASE(the_best_link_of_the_free_hosts_whatever_happens_between) {
  for (const UrlId hosts : {1U, 7U}) {
    FakeContext context;
    add_links(context, 200, hosts);
    if (hosts > 1) context.set_host_state(0, HostState::free);
    HostedLinks links(context);
    Reference reference;
    Random random(3);
    for (int step = 0; step < 5000; ++step) {
      const auto id = static_cast<UrlId>(random.below(200));
      const std::uint64_t what = random.below(hosts == 1 ? 4 : 6);
      if (what == 0) {
        links.remove(id);
        reference.scores.erase(id);
      } else if (what < 4) {
        // All different, so that no tie between hosts leaves the order open.
        const double score = static_cast<double>(random.below(50)) + id / 1000.0;
        links.set(id, score);
        reference.scores[id] = score;
      } else {
        const HostId host = context.host(id);
        const auto state = static_cast<HostState>(random.below(3));
        context.set_host_state(host, state);
        links.host_changed(host);
        reference.states[host] = state;
      }
      BOOST_REQUIRE(links.size() == reference.scores.size());
      const auto best = reference.best(context);
      BOOST_REQUIRE(links.has_top() == best.has_value());
      if (!best) continue;
      BOOST_REQUIRE(links.top() == *best);
      BOOST_REQUIRE(links.may_take(*best));
      BOOST_REQUIRE(links.top_score() == reference.scores.at(*best));
      BOOST_REQUIRE(links.runner_up() == reference.second(context));
    }
  }
}

BOOST_AUTO_TEST_CASE(of_equals_the_oldest_comes_first) {
  FakeContext context;
  add_links(context, 9, 1);
  HostedLinks links(context);
  for (const UrlId id : {5U, 2U, 8U}) links.set(id, 1);
  BOOST_TEST(links.top() == 2U);
}

BOOST_AUTO_TEST_CASE(what_is_saved_is_loaded_and_nothing_else) {
  FakeContext context;
  add_links(context, 10, 3);
  context.set_host_state(context.host(9), HostState::busy);
  HostedLinks links(context);
  for (UrlId id = 0; id < 10; ++id) links.set(id, id);
  BOOST_TEST(links.top() == 8U);
  ByteWriter out;
  links.save(out);
  HostedLinks again(context);
  ByteReader in(out.bytes());
  BOOST_TEST(again.load(in, 10));
  BOOST_TEST(again.top() == 8U);
  BOOST_TEST(again.size() == 10U);
  ByteWriter same;
  again.save(same);
  BOOST_TEST((same.bytes() == out.bytes()));
  ByteReader too_few(out.bytes());
  BOOST_TEST(!HostedLinks(context).load(too_few, 9));
  ByteWriter twice;
  twice.var(2);
  for (int i = 0; i < 2; ++i) {
    twice.var(1);
    twice.f64(i);
  }
  ByteReader repeated(twice.bytes());
  BOOST_TEST(!HostedLinks(context).load(repeated, 10));
}

BOOST_AUTO_TEST_CASE(counts_are_drawn_from_as_if_they_lay_in_a_row) {
  CountTree tree;
  std::vector<std::uint64_t> counts(40, 0);
  Random random(5);
  for (int step = 0; step < 2000; ++step) {
    const auto index = static_cast<std::size_t>(random.below(step < 5 ? 3 : counts.size()));
    counts[index] = random.below(3) == 0 ? 0 : random.below(20);
    tree.set(index, counts[index]);
    BOOST_REQUIRE(tree.count(index) == counts[index]);
    std::uint64_t total = 0;
    for (const std::uint64_t count : counts) total += count;
    BOOST_REQUIRE(tree.total() == total);
    if (total == 0) continue;
    const std::uint64_t drawn = random.below(total);
    std::size_t at = 0;
    std::uint64_t left = drawn;
    while (left >= counts[at]) left -= counts[at++];
    const CountTree::Place place = tree.find(drawn);
    BOOST_REQUIRE(place.index == at);
    BOOST_REQUIRE(place.at == left);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace tagtrail
