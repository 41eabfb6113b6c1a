#include "browser/caller.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "browser/host_manifest.hpp"
#include "browser/small_files.hpp"
#include "scratch.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using namespace tagtrail::host::test;

namespace {

const std::string kOther(32, 'b');

}  // namespace

BOOST_AUTO_TEST_SUITE(caller)

BOOST_AUTO_TEST_CASE(how_browsers_name_it) {
  const auto id = [](std::vector<std::string> words) { return calling_extension(words); };
  BOOST_TEST(id({"chrome-extension://" + kOther + "/"}) == kOther);
  BOOST_TEST(id({"chrome-extension://" + kOther + "/", "--parent-window=0"}) == kOther);
  BOOST_TEST(id({"/home/a/org.tagtrail.host.json", "x@example.org"}) == "x@example.org");
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{},
                                             {""},
                                             {kOther},
                                             {"chrome-extension://" + kOther},
                                             {"chrome-extension://" + kOther + "/x"},
                                             {"chrome-extension://*/"},
                                             {"https://example.org/"},
                                             {"x@example.org"},
                                             {"/home/a/org.tagtrail.host.json"},
                                             {"org.tagtrail.host.json", "x@example.org"},
                                             {"/home/a/org.tagtrail.host.json", "../x"}}) {
    BOOST_TEST(calling_extension(words).empty(), boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_CASE(who_may) {
  const Scratch scratch;
  const UserFolders folders{scratch.path(), scratch.path() / ".config", scratch.path() / "data",
                            scratch.path() / "system"};
  BOOST_TEST(may_call(std::string(kChromiumBatchId), folders, {}));
  BOOST_TEST(may_call("tagtrail@tagtrail.org", folders, {}));
  for (const std::string& id : {std::string(), kOther, std::string("x@example.org")}) {
    BOOST_TEST(!may_call(id, folders, {}), id);
  }
  BOOST_TEST(may_call(kOther, folders, {kOther}));
  InstallOptions install;
  install.folders = folders;
  install.program = "/bin/true";
  install.browsers = {"brave", "firefox"};
  install.extension_ids = {kOther, "x@example.org"};
  BOOST_REQUIRE(install_host(install).has_value());
  BOOST_TEST(may_call(kOther, folders, {}));
  BOOST_TEST(may_call("x@example.org", folders, {}));
  BOOST_TEST(!may_call(std::string(32, 'c'), folders, {}));
  BOOST_REQUIRE(uninstall_host(install).has_value());
  BOOST_TEST(!may_call(kOther, folders, {}));
  // Whoever runs the machine may let one more in.
  BOOST_REQUIRE(write_small_file(scratch.path() / "system/etc/chromium/native-messaging-hosts" /
                                     host_manifest_name(),
                                 chromium_host_manifest("/bin/true", {kOther}))
                    .has_value());
  BOOST_TEST(may_call(kOther, folders, {}));
}

BOOST_AUTO_TEST_SUITE_END()
