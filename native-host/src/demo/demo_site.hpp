// The bundled site of a statistics office: where it is, and what it answers.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "messaging/channel.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// A site in a folder, with the list of all its addresses beside it (`demo-site/`,
/// `demo-site.json`), as tests/sites/demo/generate.mjs makes it.
class DemoSite {
 public:
  /// Looks where the program's other files are, and in the build. Errors: missing_dependency (there
  /// is none), invalid_data (its list is damaged), io.
  static Expected<DemoSite> find(const std::filesystem::path& program);
  static Expected<DemoSite> read(const std::filesystem::path& list);

  /// The answer to a request for a path and query: 404 for all that the list does not name.
  std::string answer(std::string_view target, bool head_only) const;
  /// What there is, as its generator wrote it.
  const Json& list() const { return list_; }

 private:
  struct Route {
    int status = 200;
    std::string fields;          ///< of the answer's head
    std::filesystem::path file;  ///< empty: none
  };
  DemoSite(std::filesystem::path folder, Json list);
  void add_pages(const char* group);
  void add_files();
  void add_answers_without_files();
  const Route* route_of(std::string_view target) const;

  std::filesystem::path folder_;
  Json list_;
  std::map<std::string, Route, std::less<>> routes_;
  std::set<std::string, std::less<>> any_query_;  ///< paths that answer to every query
};

}  // namespace tagtrail::host
