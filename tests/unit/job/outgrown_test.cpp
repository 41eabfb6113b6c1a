// An engine in the browser that has no memory left, or fails: the host goes on with its own.
#include "job/extension_link.hpp"
#include "tagtrail/decision_json.hpp"
#include "teaching_fixture.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

/// An extension with an engine, which fails for good at its call `last` of that name.
class FakeExtension final : public Channel {
 public:
  FakeExtension(std::string name, int last, Error error)
      : name_(std::move(name)), left_(last), error_(std::move(error)) {}
  int fd() const override { return -1; }
  bool connected() const override { return true; }
  void pump() override {}
  void notice(std::string_view, Json) override {}
  void call_async(std::string_view, Json, std::function<void(Expected<Json>)>) override {}

  Expected<Json> call(std::string_view name, Json fields, std::chrono::milliseconds,
                      const GoOn&) override {
    ++calls;
    if (name == name_ && --left_ <= 0) {
      engine_.reset();
      return fail(error_.code, error_.message);
    }
    if (name == "engine.create") {
      engine_ = std::move(*Engine::create(*config_from_json(fields["config"].dump())));
      return Json::object();
    }
    if (name == "engine.snapshot") return Json{{"snapshot", Json::binary(engine_->snapshot())}};
    BOOST_REQUIRE(name == "engine.step");
    Json judgements = Json::array();
    for (Json& record : fields["records"]) {
      const Bytes bytes = *bytes_of(record);
      const auto judged = engine_->deliver(*decode_response(bytes.data(), bytes.size()));
      BOOST_REQUIRE(judged.has_value());
      judgements.push_back(judgement_to_json(*judged));
    }
    Json reply{{"judgements", std::move(judgements)}};
    if (fields["decide"] == true) reply["decision"] = decision_to_json(engine_->next());
    reply["progress"] = progress_to_json(engine_->progress());
    // Numbers are unsigned only after a parser has read them.
    return Json::parse(reply.dump());
  }

  int calls = 0;

 private:
  std::string name_;
  int left_;
  Error error_;
  std::unique_ptr<Engine> engine_;
};

class FakeLink final : public ExtensionLink {
 public:
  FakeLink(std::string name, int last, Error error)
      : extension(std::move(name), last, std::move(error)) {}
  Channel* channel() override { return &extension; }
  std::vector<int> descriptors() override { return {}; }
  void attend() override {}
  Expected<void> ensure(const std::function<bool()>&) override { return {}; }

  FakeExtension extension;
};

struct OutgrownFixture : TeachingFixture {
  void harvest(const std::string& call, int last,
               const Error& error = {ErrorCode::internal, "memory access out of bounds"}) {
    auto setup = this->setup("job");
    setup.options.browser = BrowserMode::never;
    std::string warning;
    setup.on_progress = [&](const JobStatus& status) { warning = status.warning; };
    FakeLink link(call, last, error);
    const RunEnd end = open(std::move(setup))->run(&link);
    BOOST_TEST(end.exit_code == 0, end.message);
    BOOST_TEST(link.extension.calls >= last);
    BOOST_TEST(warning.find(error.message) != std::string::npos, warning);
    BOOST_TEST(store("job")->target_count() == 2U * kPagesOfAGroup);
    nothing_was_asked_for_twice();
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(outgrown, OutgrownFixture)

// A job in a browser ended for good when its engine had no memory left.
BOOST_AUTO_TEST_CASE(in_the_midst_of_a_crawl) { harvest("engine.step", 7); }

BOOST_AUTO_TEST_CASE(at_the_first_answer) { harvest("engine.step", 2); }

BOOST_AUTO_TEST_CASE(when_it_is_made) { harvest("engine.create", 1); }

BOOST_AUTO_TEST_CASE(when_its_module_is_damaged) {
  harvest("engine.create", 1, {ErrorCode::missing_dependency, "the engine can't be loaded"});
}

BOOST_AUTO_TEST_SUITE_END()
