#include "load/made_file.hpp"

#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::string_view kMark = "tagtrail-blob=";

}  // namespace

bool is_made_file(std::string_view url) {
  std::string_view query = split_url(url).query;
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    if (pair.starts_with(kMark)) return true;
    query = pair.size() == query.size() ? std::string_view{} : query.substr(pair.size() + 1);
  }
  return false;
}

}  // namespace tagtrail::host
