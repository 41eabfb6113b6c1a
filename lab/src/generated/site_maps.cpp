#include "generated/site_maps.hpp"

#include <fmt/format.h>

#include "generated/words.hpp"
#include "system/codecs/deflate.hpp"
#include "tagtrail/mime.hpp"

namespace tagtrail::host::generated {
namespace {

/// As usual content managers split their maps.
constexpr std::size_t kPerPart = 2000;
constexpr std::uint64_t kPagesListed = 80;    // per cent
constexpr std::uint64_t kTargetsListed = 10;  // per cent
constexpr std::size_t kFeedItems = 20;

constexpr std::string_view kXml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
constexpr std::string_view kNamespace = "http://www.sitemaps.org/schemas/sitemap/0.9";

/// Whether this one of all URLs is listed: a draw of its own, so that no other draw changes.
bool is_listed(const Entry& entry, std::uint64_t draw) {
  if (entry.trap || entry.answer.status != 200) return false;
  draw %= 100;
  if (entry.kind == Kind::target) return draw < kTargetsListed;
  return is_html(entry.answer.mime) && draw < kPagesListed;
}

}  // namespace

Expected<void> SiteMaps::take(const Entry& entry) {
  if (entry.kind == Kind::article && articles_ < kFeedItems) {
    ++articles_;
    items_ += fmt::format("<item><title>News {}</title><link>{}</link></item>\n", articles_,
                          escaped(entry.url));
  }
  if (!is_listed(entry, mix(taken_++, site_.seed + 7))) return {};
  part_ += fmt::format("<url><loc>{}</loc></url>\n", escaped(entry.url));
  return ++listed_ < kPerPart ? Expected<void>{} : write_part();
}

Expected<void> SiteMaps::write_part() {
  if (listed_ == 0) return {};
  std::string path = fmt::format("/sitemap-{}.xml.gz", parts_.size() + 1);
  const std::string xml =
      fmt::format("{}<urlset xmlns=\"{}\">\n{}</urlset>\n", kXml, kNamespace, part_);
  auto added = add(path, "application/gzip", {}, gzip(xml));
  parts_.push_back(std::move(path));
  part_.clear();
  listed_ = 0;
  return added;
}

Expected<void> SiteMaps::finish() {
  TRY(write_part());
  const std::string& origin = site_.paths.origin();
  std::string index = fmt::format("{}<sitemapindex xmlns=\"{}\">\n", kXml, kNamespace);
  for (const std::string& part : parts_) {
    index += fmt::format("<sitemap><loc>{}{}</loc></sitemap>\n", origin, part);
  }
  index += "</sitemapindex>\n";
  TRY(add("/sitemap_index.xml", "application/xml", "sitemapindex", std::move(index)));
  std::string feed = fmt::format(
      "{}<rss version=\"2.0\"><channel><title>News</title><link>{}/</link>\n{}</channel></rss>\n",
      kXml, origin, items_);
  TRY(add("/feed.xml", "application/rss+xml", {}, std::move(feed)));
  return add("/robots.txt", "text/plain", {},
             fmt::format("User-agent: *\nDisallow: /admin/\n\nSitemap: {0}/sitemap_index.xml\n"
                         "Sitemap: {0}/feed.xml\n",
                         origin));
}

Expected<void> SiteMaps::add(const std::string& path, std::string_view mime,
                             std::string_view xml_root, std::string body) {
  ReplicaAnswer answer;
  answer.status = 200;
  answer.mime = mime;
  answer.xml_root = xml_root;
  answer.body_bytes = body.size();
  answer.header_bytes = 160;
  answer.body = std::move(body);
  return replica_.add_answer(site_.paths.origin() + path, answer);
}

}  // namespace tagtrail::host::generated
