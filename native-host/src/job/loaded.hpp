// What a loader brings back for one request.
#pragma once

#include <optional>
#include <string>

#include "store/job_store.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

struct Loaded {
  Response response;
  std::optional<FetchedFile> file;  ///< when the answer is a wanted file
  /// The page's HTML has nothing to run: a tab could not show more links than it holds.
  bool without_scripts = false;
};

}  // namespace tagtrail::host
