// Generated webs of many hosts: as much markup and as many forms as they were asked to have, and a
// model that has learnt from another one.
#include "templates/web/web.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <map>
#include <set>

#include "../long_only.hpp"
#include "../scratch_folder.hpp"
#include "replica/replica_judge.hpp"
#include "replica/replica_loader.hpp"
#include "templates/generate_site.hpp"
#include "templates/web/web_training.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::templates;

namespace {

constexpr std::uint64_t kPages = 3000;

struct MadeWeb {
  SiteMeasures measures;
  std::unique_ptr<Replica> replica;

  Config config(const std::string& objective) const {
    Config config;
    config.seed_url = replica->start_url();
    config.scope = "web";
    config.objective = objective;
    return config;
  }
};

MadeWeb make_web(const ScratchFolder& folder, const WebOptions& web, std::uint64_t seed) {
  const SiteOptions options{"web", kPages, seed, web, folder.path() / "web.replica"};
  const auto measures = generate_site(options, [](std::uint64_t, std::uint64_t) {});
  BOOST_REQUIRE_MESSAGE(measures, (measures ? "" : measures.error().message));
  auto replica = Replica::open(options.output);
  BOOST_REQUIRE(replica);
  return {*measures, std::move(*replica)};
}

WebOptions options_with(double density, double forms) {
  WebOptions options;
  options.hosts = 120;
  options.density = density;
  options.forms = forms;
  return options;
}

double accuracy(const std::optional<TrainedPart>& part) {
  BOOST_REQUIRE(part.has_value());
  return part->check.accuracy();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(generated_web)

BOOST_AUTO_TEST_CASE(every_page_can_be_reached_under_its_own_url) {
  const ScratchFolder folder;
  const MadeWeb made = make_web(folder, options_with(0.27, 0.01), 5);
  std::set<std::string> urls;
  std::set<std::string> hosts;
  std::map<int, std::uint64_t> by_status;
  BOOST_REQUIRE(crawl_replica(*made.replica, "web", [&](const ReachableUrl& url) -> Expected<void> {
    urls.insert(url.url);
    hosts.insert(url.url.substr(0, url.url.find('/', 8)));
    ++by_status[url.status];
    return {};
  }));
  BOOST_TEST(urls.size() == made.measures.urls);
  BOOST_TEST(hosts.size() == 120U);
  BOOST_TEST(by_status[200] == made.measures.pages);
  BOOST_TEST(by_status[302] == made.measures.redirects);
  BOOST_TEST(by_status[404] == made.measures.dead);
  BOOST_TEST(made.measures.dead > 0U);
  BOOST_TEST(made.measures.redirects > 0U);
}

BOOST_AUTO_TEST_CASE(it_has_as_much_markup_as_it_says, *long_only()) {
  for (const double density : {0.03, 0.27}) {
    double pages = 0;
    double results = 0;
    for (const std::uint64_t seed : {0, 1}) {
      const ScratchFolder folder;
      const MadeWeb made = make_web(folder, options_with(density, 0), seed);
      const auto within = count_within_reach(*made.replica, made.config("markup"));
      BOOST_REQUIRE(within);
      pages += static_cast<double>(made.measures.pages);
      results += static_cast<double>(within->targets);
    }
    BOOST_TEST(std::abs(results / pages - density) < 0.15 * density, results / pages);
  }
}

BOOST_AUTO_TEST_CASE(a_model_of_another_web_knows_its_forms, *long_only()) {
  const ScratchFolder folder;
  const WebOptions options = options_with(0, 0.012);
  const MadeWeb made = make_web(folder, options, 5);
  const auto texts = static_cast<std::uint32_t>(made.measures.texts);
  const auto training = train_on_web(options, texts, 5);
  BOOST_REQUIRE_MESSAGE(training, (training ? "" : training.error().message));
  BOOST_TEST(accuracy(training->pages) > 0.9);
  BOOST_TEST(accuracy(training->forms) > 0.9);
  BOOST_TEST(accuracy(training->domain_forms) > 0.9);
  BOOST_TEST(accuracy(training->links) > 0.5);

  const Web web(options, texts, 5);
  double there = 0;
  for (std::uint32_t host = 0; host < web.hosts().size(); ++host) {
    const bool wanted = web.hosts().at(host).topic == find_topic(options.topic);
    if (wanted) there += static_cast<double>(web.hosts().at(host).forms.size());
  }
  BOOST_TEST(there > 20);
  Config config = made.config("forms");
  config.ache.model = training->model;
  const auto within = count_within_reach(*made.replica, config);
  BOOST_REQUIRE(within);
  BOOST_TEST((within->gain > 0.85 * there && within->gain < 1.05 * there),
             within->gain << " of " << there);
  config.ache.model.clear();
  const auto any_search = count_within_reach(*made.replica, config);
  BOOST_REQUIRE(any_search);
  BOOST_TEST(any_search->gain > 2 * within->gain);
}

BOOST_AUTO_TEST_CASE(forms_lead_where_hosts_say) {
  const WebOptions options = options_with(0, 0.01);
  const Web web(options, 3000, 1);
  std::set<std::uint32_t> distances;
  for (std::uint32_t host = 0; host < web.hosts().size(); ++host) {
    const auto& forms = web.hosts().at(host).forms;
    for (std::uint32_t form = 0; form < forms.size(); ++form) {
      distances.insert(forms[form].distance);
      for (std::uint32_t step = 1; step <= forms[form].distance; ++step) {
        Sheet sheet(web);
        BOOST_TEST(web.answer({kWebForm, host, form, step}, sheet).status == 200);
        const bool is_last = step == forms[form].distance;
        BOOST_TEST(web.has_topic_form({kWebForm, host, form, step}) == is_last);
        const Ref next{kWebForm, host, form, step + 1};
        const auto links = sheet.links();
        BOOST_TEST((std::find(links.begin(), links.end(), next) == links.end()) == is_last);
      }
    }
  }
  BOOST_CHECK((distances == std::set<std::uint32_t>{0, 1, 2, 3}));
}

BOOST_AUTO_TEST_CASE(what_is_no_share_or_no_topic_is_refused) {
  WebOptions options;
  BOOST_TEST(check(options).has_value());
  options.topic = "gardens";
  BOOST_REQUIRE(!check(options).has_value());
  BOOST_TEST(check(options).error().message.find("hotels, jobs") != std::string::npos);
  for (const auto& bad : {options_with(1.5, 0), options_with(-1, 0), options_with(0, 0.5)}) {
    BOOST_TEST(!check(bad).has_value());
  }
  BOOST_TEST(!train_on_web(options_with(0.1, 0), 500, 1).has_value());  // no forms to learn from
}

BOOST_AUTO_TEST_SUITE_END()
