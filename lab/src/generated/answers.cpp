#include "generated/answers.hpp"

#include "generated/pages.hpp"

namespace tagtrail::host::generated {
namespace {

constexpr std::string_view kHtmlType = "text/html";

int dead_status(std::uint64_t draw) {
  constexpr int kStatuses[] = {404, 404, 404, 404, 404, 404, 404, 410, 403, 500, 503};
  return kStatuses[draw % std::size(kStatuses)];
}

class Answerer {
 public:
  explicit Answerer(const Site& site) : site_(site) {}

  Entry entry(const Node& node) {
    Entry entry = base(site_.paths.of(node), node);
    ReplicaAnswer& answer = entry.answer;
    if (is_page(node.kind)) {
      set_page(answer, 200, page_html(site_, node));
      entry.links_to_targets = node.kind == Kind::dataset || node.kind == Kind::dataset_copy;
      return entry;
    }
    const std::uint64_t draw = site_.paths.draw(node, 41);
    if (node.kind == Kind::target) {
      answer.status = 200;
      answer.mime = site_.paths.file_type(node).mime;
      answer.body_bytes = site_.sizes.bytes(site_.plan.file_number(node));
    } else if (node.kind == Kind::image) {
      answer.status = 200;
      answer.mime = "image/jpeg";
      answer.body_bytes = 20'000 + draw % 400'000;
    } else if (node.kind == Kind::redirect) {
      answer.status = draw % 3 == 0 ? 302 : 301;
      answer.location = site_.paths.origin() + site_.paths.of(site_.paths.redirect_end(node));
    } else {
      set_page(answer, dead_status(draw), error_html(site_));
    }
    return entry;
  }

  Entry variant(const Node& list, unsigned variant) {
    const std::string path = site_.traps.variant_path(site_.paths.of(list), variant);
    return trap(path, list, page_html(site_, list, variant));
  }

  Entry month(unsigned month) {
    return trap(site_.traps.month_path(month), {}, month_html(site_, month));
  }

 private:
  Entry base(const std::string& path, const Node& node) {
    Entry entry;
    entry.url = site_.paths.origin() + path;
    entry.kind = node.kind;
    entry.depth = node.depth;
    entry.answer.header_bytes = 160 + mix(entry.url.size(), site_.seed) % 120;
    return entry;
  }

  Entry trap(const std::string& path, const Node& node, std::string html) {
    Entry entry = base(path, node);
    entry.trap = true;
    set_page(entry.answer, 200, std::move(html));
    return entry;
  }

  static void set_page(ReplicaAnswer& answer, int status, std::string html) {
    answer.status = status;
    answer.mime = kHtmlType;
    answer.body_bytes = html.size();
    answer.body = std::move(html);
  }

  const Site& site_;
};

}  // namespace

std::vector<Entry> answers(const Site& site, const Run& run) {
  Answerer answerer(site);
  const bool list = run.kind == Kind::catalogue || run.kind == Kind::news;
  std::vector<Entry> entries;
  for (std::uint64_t i = 0; i < run.size(); ++i) {
    entries.push_back(answerer.entry(run[i]));
    for (unsigned variant = 0; list && variant < site.traps.variants(); ++variant) {
      entries.push_back(answerer.variant(run[i], variant));
    }
  }
  return entries;
}

std::vector<Entry> calendar_answers(const Site& site) {
  Answerer answerer(site);
  std::vector<Entry> entries;
  for (unsigned month = 0; month < site.traps.months(); ++month) {
    entries.push_back(answerer.month(month));
  }
  return entries;
}

}  // namespace tagtrail::host::generated
