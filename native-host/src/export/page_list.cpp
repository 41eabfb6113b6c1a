#include "export/page_list.hpp"

#include <nlohmann/json.hpp>

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

std::string line(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

void PageList::add(std::string_view url, std::string_view title, std::string_view at) {
  Json page{{"id", std::to_string(++count_)},
            {"url", url},
            {"title", title.empty() ? url : title},
            {"ts", at}};
  const bool seed = url == seed_url_;
  if (seed) page["seed"] = true;
  if (seed || main_url_.empty()) {
    main_url_ = url;
    main_date_ = at;
  }
  lines_ += line(page);
}

std::string PageList::text() const {
  return line({{"format", "json-pages-1.0"}, {"id", "pages"}, {"title", "All pages"}}) + lines_;
}

}  // namespace tagtrail::host
