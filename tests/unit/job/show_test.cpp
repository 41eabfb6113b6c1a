// Which files the desktop is asked to open, and that it is asked without a shell.
#include <stdlib.h>

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <fstream>
#include <thread>

#include "../scratch_folder.hpp"
#include "job/commands/commands.hpp"
#include "store/job_store.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
namespace fs = std::filesystem;

namespace {

void write(const fs::path& file, const std::string& text) { std::ofstream(file) << text; }

struct Fixture {
  Fixture() {
    BOOST_REQUIRE(JobStore::open(dir).has_value());
    write(dir / "files/a, b; c.csv", "a");
    write(scratch.path() / "secret", "s");
    fs::create_directory(bin);
  }
  ~Fixture() { ::setenv("PATH", path.c_str(), 1); }
  /// A program that notes what it is called with, and is the only one there.
  void install(const std::string& name, int exit_code) {
    const fs::path program = bin / name;
    write(program, "#!/bin/sh\nfor a in \"$@\"; do echo \"$a\" >> '" + noted.string() +
                       "'; done\nexit " + std::to_string(exit_code) + "\n");
    fs::permissions(program, fs::perms::owner_all);
  }
  void only_ours() { ::setenv("PATH", bin.c_str(), 1); }
  /// What was noted in all, once it ends so; programs may still be at it when the call returns.
  std::string notes(const std::string& end) const {
    std::string text;
    for (int tries = 0; tries < 3000 && !text.ends_with(end); ++tries) {
      std::ifstream in(noted);
      text.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
      if (!text.ends_with(end)) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return text;
  }
  Expected<Json> show(const Json& message) const {
    // None of these programs stays, however slow the machine is.
    constexpr std::chrono::minutes kAsLongAsItTakes{5};
    return job_show(dir, message, {kAsLongAsItTakes, kAsLongAsItTakes});
  }
  ErrorCode refusal(const Json& message) const {
    const auto shown = show(message);
    BOOST_REQUIRE(!shown);
    return shown.error().code;
  }

  ScratchFolder scratch;
  fs::path dir = scratch.path() / "job";
  fs::path bin = scratch.path() / "bin";
  fs::path noted = scratch.path() / "noted";
  std::string path = ::getenv("PATH");
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(show, Fixture)

BOOST_AUTO_TEST_CASE(only_files_of_the_job_are_its_own) {
  BOOST_TEST((own_file(dir, "files/a, b; c.csv") == fs::canonical(dir / "files/a, b; c.csv")));
  fs::create_symlink(scratch.path() / "secret", dir / "files/link");
  fs::create_directory_symlink(scratch.path(), dir / "files/folder");
  for (const char* named : {"../secret", "files/../../secret", "files/link", "files/folder/secret",
                            "files", "files/", "job.db", "files/../job.db", "/etc/passwd", "."}) {
    BOOST_TEST_CONTEXT(named) { BOOST_TEST(!own_file(dir, named).has_value()); }
  }
  const std::string zero("files/a, b; c.csv\0.csv", 22);
  BOOST_TEST(!own_file(dir, zero).has_value());
  BOOST_TEST((own_file(dir, "files/gone.csv").error().code == ErrorCode::not_found));
}

BOOST_AUTO_TEST_CASE(a_file_is_opened_as_it_is_named) {
  install("xdg-open", 0);
  only_ours();
  BOOST_TEST(show({{"path", "files/a, b; c.csv"}, {"as", "file"}}).has_value());
  const std::string file = (fs::canonical(dir) / "files/a, b; c.csv").string() + "\n";
  BOOST_TEST(notes(file) == file);
}

BOOST_AUTO_TEST_CASE(the_file_manager_is_asked_first) {
  install("xdg-open", 0);
  install("dbus-send", 0);
  only_ours();
  BOOST_TEST(show({{"path", "files/a, b; c.csv"}, {"as", "folder"}}).has_value());
  const std::string asked = notes("\nstring:\n");
  BOOST_TEST(asked.find("ShowItems") != std::string::npos);
  BOOST_TEST(asked.find("/files/a%2C%20b%3B%20c.csv\n") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(without_a_file_manager_the_folder_is_opened) {
  install("xdg-open", 0);
  install("dbus-send", 1);
  only_ours();
  BOOST_TEST(show({{"path", "files/a, b; c.csv"}, {"as", "folder"}}).has_value());
  const std::string folder = "\n" + (fs::canonical(dir) / "files").string() + "\n";
  BOOST_TEST(notes(folder).ends_with(folder));
  BOOST_TEST(show({{"path", ""}, {"as", "folder"}}).has_value());
  const std::string whole = "\n" + dir.string() + "\n";
  BOOST_TEST(notes(whole).ends_with(whole));
}

BOOST_AUTO_TEST_CASE(the_page_is_written_and_opened) {
  const fs::path dist = scratch.path() / "dist";
  fs::create_directory(dist);
  write(dist / "job.html",
        "<!doctype html>\n<!-- Tagtrail job page: /*mark*/ -->\n"
        "<script id=\"data\" type=\"application/json\">{}</script>\n<!--blocks-->\n</html>\n");
  ::setenv("TAGTRAIL_DIST", dist.c_str(), 1);
  install("xdg-open", 0);
  only_ours();
  {
    // Its owner writes the page of a job that runs.
    const auto owner = JobStore::open(dir);
    BOOST_TEST((refusal({{"path", ""}, {"as", "page"}}) == ErrorCode::busy));
  }
  BOOST_TEST(show({{"path", ""}, {"as", "page"}}).has_value());
  ::unsetenv("TAGTRAIL_DIST");
  const std::string page = (fs::canonical(dir) / "index.html").string() + "\n";
  BOOST_TEST(notes(page) == page);
  BOOST_TEST(fs::exists(dir / "index.html"));
}

BOOST_AUTO_TEST_CASE(what_is_missing_is_said) {
  only_ours();
  BOOST_TEST((refusal({{"path", ""}}) == ErrorCode::missing_dependency));
  install("xdg-open", 3);
  BOOST_TEST((refusal({{"path", ""}}) == ErrorCode::missing_dependency));
}

BOOST_AUTO_TEST_CASE(malformed_wishes_are_refused) {
  for (const Json& message :
       {Json{{"path", 1}}, Json{{"path", "files/a, b; c.csv"}, {"as", "shell"}},
        Json{{"path", std::string(5000, 'a')}}, Json{{"path", "../secret"}, {"as", "file"}}}) {
    BOOST_TEST((refusal(message) == ErrorCode::invalid_argument));
  }
}

BOOST_AUTO_TEST_SUITE_END()
