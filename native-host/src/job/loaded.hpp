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
};

}  // namespace tagtrail::host
