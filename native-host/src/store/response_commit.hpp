// One answered request, on its way into a job.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fetch/validators.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

/// A file that was harvested with a response, still under its temporary name.
struct FetchedFile {
  std::filesystem::path file;  ///< complete, closed, inside the job's partial_dir()
  std::string sha256;          ///< lower-case hex
  std::uint64_t bytes = 0;
};

/// To be committed before the engine hears of it.
struct ResponseCommit {
  Request request;
  Response response;  ///< of its page only what was cut, where there is a record
  /// The response with its page, encoded; null: the store encodes it.
  std::shared_ptr<const Bytes> record;
  std::optional<FetchedFile> file;          ///< present when this response is a target
  std::vector<std::string> redirect_chain;  ///< URLs that led to final_url, oldest first
  std::string page_via;   ///< host, browser or tab: how request.source_page was loaded
  Validators validators;  ///< that the server gave with the answer
  std::string datasets;   ///< what a page says of data sets (content/datasets_json.hpp)

  const std::string& answering_url() const {
    return response.final_url.empty() ? request.url : response.final_url;
  }
};

}  // namespace tagtrail::host
