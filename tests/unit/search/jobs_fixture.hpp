// Jobs with files and one page that links to them all.
#pragma once

#include "../store/job_fixture.hpp"
#include "search/update_index.hpp"

namespace tagtrail::host::testing {

using Files = std::vector<std::pair<std::string, std::string>>;

inline const auto kAlways = [](IndexProgress) { return true; };

struct JobsFixture {
  ScratchFolder folder;

  /// A page of `title` that links to all files, each after a heading with its name in capitals.
  fs::path job_with(const std::string& name, const Files& files,
                    const std::string& title = "") const {
    const fs::path dir = folder.path() / name;
    auto store = must(JobStore::open(dir));
    std::uint64_t id = 1;
    ResponseCommit page = page_commit(id, "https://example.org/");
    page.response.page.title = title;
    page.response.page.links.clear();
    for (const auto& [path, contents] : files) {
      LinkObservation link;
      link.url = "https://example.org/" + path;
      link.heading = "Heading of " + path;
      link.around = "beside " + path;
      page.response.page.links.push_back(link);
    }
    must(store->commit(batch_of(page)));
    add_to(*store, id, files);
    return dir;
  }
  static void add_to(JobStore& store, std::uint64_t id, const Files& files) {
    std::vector<ResponseCommit> batch;
    for (const auto& [path, contents] : files) {
      batch.push_back(file_commit(store, ++id, "https://example.org/" + path, contents));
    }
    must(store.commit(std::move(batch)));
  }
};

}  // namespace tagtrail::host::testing
