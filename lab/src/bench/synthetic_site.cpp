#include "bench/synthetic_site.hpp"

#include <fmt/format.h>

#include <charconv>

namespace tagtrail::host {
namespace {

constexpr std::uint32_t kLinks = 40;
constexpr std::uint64_t kTemplates = 12;

enum class PageKind { page, file, dead };

/// Numbers are spread so that kinds and sections don't follow the order of links.
std::uint64_t spread(std::uint64_t number) { return Random(number).next() >> 8U; }

PageKind kind_of(std::uint64_t number) {
  const std::uint64_t share = spread(number) % 20;
  if (number == 0 || share > 2) return PageKind::page;
  return share == 0 ? PageKind::dead : PageKind::file;
}

std::uint64_t number_in(const std::string& url) {
  const std::size_t at = url.rfind('-');
  std::uint64_t number = 0;
  if (at != std::string::npos)
    std::from_chars(url.data() + at + 1, url.data() + url.size(), number);
  return number;
}

}  // namespace

std::string SyntheticSite::url_of(std::uint64_t number) {
  const std::uint64_t section = spread(number) % 97;
  if (kind_of(number) == PageKind::file) {
    return fmt::format("{}files/section-{:02}/yearly/{:x}/table-{}.csv", kSeedUrl, section,
                       spread(number), number);
  }
  return fmt::format("{}section-{:02}/topic-{:04}/articles/{:x}/article-{}", kSeedUrl, section,
                     spread(number) % 9973, spread(number), number);
}

LinkObservation SyntheticSite::link_to(std::uint64_t target, std::uint64_t page,
                                       std::uint32_t position) const {
  const std::uint64_t layout = spread(page) % kTemplates;
  const std::string id = unique_paths_ ? fmt::format("#post-{}", page) : std::string();
  LinkObservation link;
  link.url = url_of(target);
  link.written = link.url.substr(std::string_view(kSeedUrl).size() - 1);
  link.tag_path = fmt::format(
      "/html/body.layout-{0}/div#content/main.wide/article{1}/section.part-{2}/ul.list-{3}/li/a{4}",
      layout, id, position / 8, position % 8, kind_of(target) == PageKind::file ? ".download" : "");
  link.anchor = fmt::format("Figures of topic {}", spread(target) % 1'000'000);
  link.heading = fmt::format("Part {}", position / 8);
  link.around = fmt::format("{}, published with the yearly report", link.anchor);
  link.position = position;
  return link;
}

Page SyntheticSite::page_of(std::uint64_t number) {
  Page page;
  page.title = fmt::format("Article {}", number);
  page.language = "en";
  page.links.reserve(kLinks);
  for (std::uint32_t position = 0; position < kLinks; ++position) {
    const bool is_new = position % (kLinks / kNewLinks) == 0;
    const std::uint64_t target = is_new ? known_++ : random_.below(known_);
    page.links.push_back(link_to(target, number, position));
  }
  return page;
}

Response SyntheticSite::answer(std::uint64_t request_id, const std::string& url, Method method) {
  const std::uint64_t number = number_in(url);
  const PageKind kind = kind_of(number);
  Response response;
  response.request_id = request_id;
  response.final_url = url;
  response.status = kind == PageKind::dead ? 404 : 200;
  response.mime = kind == PageKind::file ? "text/csv" : "text/html";
  response.header_bytes = 300;
  response.via = Via::replica;
  if (method == Method::head) return response;
  response.body_bytes = 10'000;
  if (kind == PageKind::page) {
    response.is_page = true;
    response.page = page_of(number);
  }
  return response;
}

}  // namespace tagtrail::host
