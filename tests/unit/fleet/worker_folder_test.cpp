#include "fleet/worker_folder.hpp"

#include <boost/test/unit_test.hpp>
#include <fstream>

#include "scratch_folder.hpp"

using namespace tagtrail::host;
using tagtrail::ScratchFolder;
namespace fs = std::filesystem;

namespace {

HeldSite held(const std::string& before) {
  HeldSite site;
  site.id = "0123456789abcdef";
  site.url = "https://a.example/";
  site.fence = 4;
  site.worker_before = before;
  return site;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(worker_folder)

BOOST_AUTO_TEST_CASE(a_worker_keeps_its_name) {
  const ScratchFolder scratch;
  const std::string name = worker_name(scratch.path()).value();
  BOOST_TEST(name.size() == 16U);
  BOOST_TEST(worker_name(scratch.path()).value() == name);
  const ScratchFolder other;
  BOOST_TEST(worker_name(other.path()).value() != name);
}

BOOST_AUTO_TEST_CASE(a_folder_of_something_else_is_refused) {
  const ScratchFolder scratch;
  std::ofstream(scratch.path() / "worker") << "Miller\n";
  BOOST_TEST((worker_name(scratch.path()).error().code == tagtrail::ErrorCode::invalid_data));
}

BOOST_AUTO_TEST_CASE(a_job_goes_on_only_where_it_was_last) {
  const ScratchFolder scratch;
  const fs::path folder = scratch.path() / "a.example-01234567";
  BOOST_TEST(folder_for(scratch.path(), held(""), "me").value() == folder);
  fs::create_directory(folder);
  std::ofstream(folder / "kept") << "x";
  BOOST_TEST(folder_for(scratch.path(), held("me"), "me").value() == folder);
  BOOST_TEST(fs::exists(folder / "kept"));
  BOOST_TEST(folder_for(scratch.path(), held("another"), "me").value() == folder);
  BOOST_TEST(!fs::exists(folder));
  BOOST_TEST(fs::exists(scratch.path() / "a.example-01234567.before-4" / "kept"));
}

BOOST_AUTO_TEST_CASE(a_folder_is_the_newest_only_right_after_its_own_harvest) {
  const ScratchFolder scratch;
  const fs::path folder = scratch.path() / "a.example-01234567";
  BOOST_TEST(!is_newest(folder, 5));
  BOOST_TEST(note_fence(folder, 4).has_value());
  BOOST_TEST(is_newest(folder, 5));
  BOOST_TEST(!is_newest(folder, 6));
  std::ofstream(scratch.path() / ".a.example-01234567.fence") << "half a nu";
  BOOST_TEST(!is_newest(folder, 5));
}

BOOST_AUTO_TEST_SUITE_END()
