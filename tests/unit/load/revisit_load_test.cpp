// Revisits ask with the validators that are kept, and believe a 304 only then.
#include "host_fetch_fixture.hpp"
#include "load/host_loader.hpp"

namespace tagtrail::host {
namespace {

/// Answers with what it is told to, and remembers what was asked.
class OneAnswer final : public Fetcher {
 public:
  explicit OneAnswer(HostFetch& fetch) : Fetcher({}, fetch.permits(), fetch.waits()) {}
  Via via(std::string_view) const override { return Via::host; }

  FetchRequest asked;
  int status = 304;

 private:
  Async<Fetched> send(const FetchRequest& request, FetchAs) override {
    asked = request;
    Fetched fetched;
    fetched.result.head.status = status;
    fetched.result.head.etag = "\"two\"";
    co_return fetched;
  }
};

struct Made : testing::HostFetchFixture {
  Made() { make(1); }
};

struct Fixture : Made {
  Loaded load(bool revisit) {
    HostLoader loader(answers, *objective, {.validators = [this](const std::string&) {
                        return Expected<Validators>(known);
                      }});
    Request request;
    request.url = "https://example.org/a.csv";
    request.purpose = Purpose::target;
    request.revisit = revisit;
    std::vector<Async<Loaded>> tasks;
    tasks.push_back(loader.load(request));
    run(tasks);
    auto loaded = tasks.front().take();
    BOOST_REQUIRE(loaded.has_value());
    return std::move(*loaded);
  }

  OneAnswer answers{*fetch};
  Validators known{"\"one\"", ""};
  std::unique_ptr<Objective> objective = std::move(*find_objective("data-files")->make(Config{}));
};

BOOST_FIXTURE_TEST_SUITE(revisit_load, Fixture)

BOOST_AUTO_TEST_CASE(a_revisit_is_conditional) {
  const Loaded loaded = load(true);
  BOOST_TEST(answers.asked.validators.etag == "\"one\"");
  BOOST_TEST(loaded.response.not_modified);
  BOOST_TEST(loaded.response.status == 304);
  BOOST_TEST(loaded.validators.etag == "\"two\"");
}

BOOST_AUTO_TEST_CASE(a_first_visit_is_not) {
  BOOST_TEST(!load(false).response.not_modified);
  BOOST_TEST(answers.asked.validators.empty());
}

BOOST_AUTO_TEST_CASE(who_was_not_asked_can_not_say_that_nothing_has_changed) {
  known = {};
  BOOST_TEST(!load(true).response.not_modified);
}

BOOST_AUTO_TEST_CASE(another_status_is_what_it_is) {
  answers.status = 404;
  const Loaded loaded = load(true);
  BOOST_TEST(!loaded.response.not_modified);
  BOOST_TEST(loaded.response.status == 404);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace tagtrail::host
