// A harvest with a replica: what is answered from it, and what is added to it.
#include "load/recorded_site.hpp"

#include <stdlib.h>

#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "../scratch_folder.hpp"
#include "tagtrail/config.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

namespace fs = std::filesystem;

const std::string kSite = "https://example.org/";

template <typename T>
T must(Expected<T> result) {
  BOOST_REQUIRE_MESSAGE(result.has_value(),
                        (result.has_value() ? std::string() : result.error().message));
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

/// A temporary folder and an objective that wants data files.
struct Fixture {
  Fixture() {
    config.seed_url = kSite;
    objective = must(find_objective("data-files")->make(config));
  }

  fs::path replica() const { return dir / "r.replica"; }
  std::unique_ptr<RecordedSite> open(ReplicaMode mode) const {
    return must(RecordedSite::open({mode, replica(), kSite, dir}, *objective));
  }
  Loaded page(const std::string& html) const {
    Loaded loaded;
    loaded.response.status = 200;
    loaded.response.mime = "text/html";
    loaded.response.is_page = true;
    loaded.response.body_bytes = html.size();
    loaded.html = html;
    loaded.content_type = "text/html; charset=iso-8859-1";
    return loaded;
  }
  Loaded file(const std::string& bytes) const {
    std::ofstream(dir / "fetched", std::ios::binary) << bytes;
    Loaded loaded;
    loaded.response.status = 200;
    loaded.response.mime = "text/csv";
    loaded.response.body_bytes = bytes.size();
    loaded.file = FetchedFile{dir / "fetched", "", bytes.size()};
    return loaded;
  }
  static Request get(const std::string& path) {
    Request request;
    request.id = 7;
    request.url = kSite + path;
    return request;
  }

  ScratchFolder scratch;
  fs::path dir = scratch.path();
  Config config;
  std::unique_ptr<Objective> objective;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(recorded_site, Fixture)

BOOST_AUTO_TEST_CASE(what_was_recorded_answers_alone) {
  {
    const auto site = open(ReplicaMode::record);
    BOOST_TEST(!must(site->answer(get(""))).has_value());
    must(site->keep(get(""), page("<title>\xE9</title><a href=a.csv>a</a>")));
    must(site->keep(get("a.csv"), file("a,b\n")));
    must(site->finish());
  }
  BOOST_TEST(!fs::exists(replica().string() + "-wal"));
  const auto site = open(ReplicaMode::only);
  const auto start = must(site->answer(get("")));
  BOOST_REQUIRE(start.has_value());
  BOOST_TEST(start->response.request_id == 7U);
  BOOST_TEST(start->response.page.title == "\xC3\xA9");
  BOOST_TEST((start->response.via == Via::replica));
  const auto data = must(site->answer(get("a.csv")));
  BOOST_REQUIRE(data.has_value() && data->file.has_value());
  std::ifstream in(data->file->file, std::ios::binary);
  BOOST_TEST(std::string(std::istreambuf_iterator<char>(in), {}) == "a,b\n");
  BOOST_TEST(data->file->sha256.size() == 64U);
  BOOST_TEST(must(site->answer(get("unknown")))->response.status == 404);
  BOOST_TEST(must(must(Replica::open(replica()))->reachable()).size() == 2U);
}

BOOST_AUTO_TEST_CASE(only_adds_nothing) {
  open(ReplicaMode::record);
  const auto site = open(ReplicaMode::only);
  must(site->keep(get("x"), page("x")));
  BOOST_TEST(!must(must(Replica::open(replica()))->knows(kSite + "x")));
}

BOOST_AUTO_TEST_CASE(prefer_asks_for_what_it_lacks) {
  const auto site = open(ReplicaMode::prefer);
  BOOST_TEST(!must(site->answer(get(""))).has_value());
  must(site->keep(get(""), page("first")));
  BOOST_TEST(must(site->answer(get(""))).has_value());
  // A file known by size only is fetched after all.
  Loaded sized = file("a,b\n");
  sized.file.reset();
  must(site->keep(get("a.csv"), sized));
  BOOST_TEST(!must(site->answer(get("a.csv"))).has_value());
  const auto alone = must(open(ReplicaMode::only)->answer(get("a.csv")));
  BOOST_TEST((alone->response.error == FetchError::network));
  BOOST_TEST(!alone->file.has_value());
}

BOOST_AUTO_TEST_CASE(only_a_success_gives_a_file) {
  const auto site = open(ReplicaMode::prefer);
  for (const std::uint16_t status : {std::uint16_t{302}, std::uint16_t{404}}) {
    Loaded no_file = file("");
    no_file.response.status = status;
    no_file.file.reset();
    must(site->keep(get("latest.csv"), no_file));
    const auto answered = must(site->answer(get("latest.csv")));
    BOOST_TEST(answered->response.status == status);
    BOOST_TEST(!answered->file.has_value());
    BOOST_TEST((answered->response.error == FetchError::none));
  }
}

BOOST_AUTO_TEST_CASE(record_asks_always_and_replaces) {
  const auto site = open(ReplicaMode::record);
  must(site->keep(get(""), page("first")));
  BOOST_TEST(!must(site->answer(get(""))).has_value());
  must(site->keep(get(""), page("second")));
  BOOST_TEST(must(must(Replica::open(replica()))->answer(kSite, true)).body == "second");
}

BOOST_AUTO_TEST_CASE(failures_and_heads_are_not_kept) {
  const auto site = open(ReplicaMode::record);
  Loaded failed = page("x");
  failed.response.error = FetchError::timeout;
  must(site->keep(get("failed"), failed));
  Request head = get("head");
  head.method = Method::head;
  must(site->keep(head, page("x")));
  Loaded by_tab = page("x");
  by_tab.response.via = Via::tab;
  must(site->keep(get("tab"), by_tab));
  for (const char* path : {"failed", "head", "tab"}) {
    BOOST_TEST(!must(must(Replica::open(replica()))->knows(kSite + path)), path);
  }
}

BOOST_AUTO_TEST_CASE(a_missing_replica_is_an_error_only_where_nothing_may_be_fetched) {
  const auto site = RecordedSite::open({ReplicaMode::only, replica(), kSite, dir}, *objective);
  BOOST_REQUIRE(!site);
  BOOST_TEST((site.error().code == ErrorCode::not_found));
}

BOOST_AUTO_TEST_SUITE_END()
