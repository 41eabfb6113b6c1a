#include "tagtrail/may_list_links.hpp"

#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {

bool describes_links(std::string_view mime) {
  return is_json(mime) || is_rdf_text(mime) || mime == kLinksetMime ||
         mime == "application/vnd.sdmx.structure+xml";
}

bool is_xml_of_any_kind(std::string_view mime) {
  return mime == "application/xml" || mime == "text/xml" || mime.ends_with("+xml") ||
         mime.ends_with("opml");
}

bool is_download_script(std::string_view mime, std::string_view url) {
  const bool by_type = mime == "application/x-sh" || mime == "text/x-sh" ||
                       mime == "text/x-shellscript" || mime == "application/x-shellscript";
  const bool for_anything = mime == "text/plain" || is_nondescript(mime);
  return by_type || (for_anything && ascii_lower(split_url(url).path).ends_with(".sh"));
}

bool is_drawing(std::string_view mime) { return mime == "image/svg+xml"; }

bool is_robots_txt(std::string_view mime, std::string_view url) {
  return mime == "text/plain" && split_url(url).path == "/robots.txt";
}

bool is_text_sitemap(std::string_view mime, std::string_view url) {
  if (mime != "text/plain") return false;
  const std::string_view path = split_url(url).path;
  return ascii_lower(path.substr(path.rfind('/') + 1)).find("sitemap") != std::string::npos;
}

bool is_named_as_link_source(std::string_view url) {
  const std::string_view path = split_url(url).path;
  std::string name = ascii_lower(path.substr(path.rfind('/') + 1));
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  if (!name.ends_with(".xml")) return false;
  const std::string_view stem = std::string_view(name).substr(0, name.size() - 4);
  return stem.starts_with("sitemap") || stem.ends_with("sitemap") || stem == "feed" ||
         stem == "rss" || stem == "atom";
}

bool may_list_links(std::string_view mime, std::string_view url) {
  const bool xml = mime == "application/xml" || mime == "text/xml" ||
                   mime == "application/rdf+xml" || is_feed(mime);
  if (xml || is_robots_txt(mime, url) || is_text_sitemap(mime, url)) return true;
  const bool packed = mime.empty() || mime == "application/octet-stream" ||
                      mime == "application/gzip" || mime == "application/x-gzip";
  return packed && ascii_lower(split_url(url).path).ends_with(".xml.gz");
}

}  // namespace tagtrail
