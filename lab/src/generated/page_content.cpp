#include "generated/page_content.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tagtrail::host::generated {
namespace {

/// "csv, 1.4 MB"
std::string file_label(const FileType& type, std::uint64_t bytes) {
  if (bytes < 1'000'000) return fmt::format("{}, {} kB", type.extension, (bytes + 999) / 1000);
  return fmt::format("{}, {:.1f} MB", type.extension, static_cast<double>(bytes) / 1e6);
}

class ContentWriter {
 public:
  explicit ContentWriter(PageMarkup& page)
      : page_(page), site_(page.site()), words_(page.words()) {}

  void write(const Node& node, std::optional<unsigned> variant);

 private:
  void home(const Node& node);
  void list(const Node& node, std::optional<unsigned> variant);
  void list_items(const Node& node);
  void pager(const Node& node, std::optional<unsigned> variant);
  void variant_links(const Node& node, std::optional<unsigned> variant);
  void dataset(const Node& node);
  void article(const Node& node);
  void files(const Node& original, DatasetLook look);
  void file_link(const Node& file, std::string_view role, bool named);
  std::optional<Node> repeated_dead(const Node& article) const;
  void related(const Node& node);
  void translations(const Node& node, Kind copies);
  void paragraphs(const Node& node, unsigned count);

  PageMarkup& page_;
  const Site& site_;
  const Words& words_;
};

void ContentWriter::write(const Node& node, std::optional<unsigned> variant) {
  switch (node.kind) {
    case Kind::home:
    case Kind::language_home:
      return home(node);
    case Kind::catalogue:
    case Kind::news:
      return list(node, variant);
    case Kind::dataset:
    case Kind::empty_dataset:
    case Kind::dataset_copy:
      return dataset(node);
    default:
      return article(node);
  }
}

void ContentWriter::home(const Node& node) {
  paragraphs(node, 1);
  page_.open("section", "highlights");
  page_.open("ul");
  // The home in another language repeats the first links only.
  const std::uint64_t most = node.kind == Kind::home ? UINT64_MAX : 10;
  for (const Kind kind : {Kind::catalogue, Kind::news, Kind::dataset, Kind::empty_dataset,
                          Kind::article, Kind::about}) {
    const Run run{kind, 1, 0, std::min(most, site_.plan.count(kind, 1))};
    for (std::uint64_t i = 0; i < run.size(); ++i) {
      page_.open("li", kind == Kind::article ? "story" : "topic");
      page_.link(run[i]);
      page_.close("li");
    }
  }
  page_.close("ul");
  page_.close("section");
}

void ContentWriter::list(const Node& node, std::optional<unsigned> variant) {
  variant_links(node, variant);
  list_items(node);
  pager(node, variant);
}

void ContentWriter::list_items(const Node& node) {
  const bool news = node.kind == Kind::news;
  page_.open("div", news ? "news-list" : "results");
  page_.open(news ? "div" : "ul", news ? "stories" : "result-list");
  const std::array<Kind, 2> kinds = news ? std::array{Kind::article, Kind::archive}
                                         : std::array{Kind::dataset, Kind::empty_dataset};
  for (const Kind kind : kinds) {
    const Run run = site_.plan.children(node, kind);
    for (std::uint64_t i = 0; i < run.size(); ++i) {
      page_.open(news ? "div" : "li", news ? "story" : "result");
      page_.open(news ? "h2" : "h3");
      page_.link(run[i]);
      page_.close(news ? "h2" : "h3");
      page_.open("p");
      page_.text(filler_text(words_, site_.paths.draw(run[i], 8), 8));
      page_.close("p");
      page_.close(news ? "div" : "li");
    }
  }
  page_.close(news ? "div" : "ul");
  page_.close("div");
}

/// The first list below is the next page, the others split the subject further.
void ContentWriter::pager(const Node& node, std::optional<unsigned> variant) {
  const Run below = site_.plan.children(node, node.kind);
  const auto path = [&](const Node& list) {
    const std::string plain = site_.paths.of(list);
    return variant ? site_.traps.variant_path(plain, *variant) : plain;
  };
  if (below.size() > 1) {
    page_.open("ul", "subjects");
    for (std::uint64_t i = 1; i < below.size(); ++i) {
      page_.open("li");
      page_.link(path(below[i]), page_.title_of(below[i]));
      page_.close("li");
    }
    page_.close("ul");
  }
  page_.open("nav", "pager");
  if (node.depth > 1) page_.link(path(site_.plan.parent(node)), words_.previous, "previous");
  if (below.size() > 0) page_.link(path(below[0]), words_.next, "next");
  page_.close("nav");
}

/// Orders are offered on every list, in a session with its id; a session begins on a list at depth
/// 1 and then stays in its links, so that a plain list deeper down leads to none.
void ContentWriter::variant_links(const Node& node, std::optional<unsigned> variant) {
  const Traps& traps = site_.traps;
  if (traps.variants() == 0) return;
  page_.open("div", "tools");
  for (const unsigned offered : traps.offered(variant, node.depth == 1)) {
    page_.link(traps.variant_path(site_.paths.of(node), offered), words_.table, "tool");
  }
  page_.close("div");
}

void ContentWriter::dataset(const Node& node) {
  const SitePlan& plan = site_.plan;
  const Node original = node.kind == Kind::dataset_copy ? plan.original(node) : node;
  page_.open("p", "meta");
  page_.link(site_.paths.of(plan.subject(original)), words_.statistics);
  page_.close("p");
  paragraphs(node, 2);
  if (node.kind == Kind::empty_dataset) {
    page_.open("section", "downloads");
    page_.open("p");
    page_.text(words_.no_files);
    page_.close("p");
    page_.close("section");
  } else {
    files(original, site_.paths.look(original));
  }
  if (node.kind == Kind::dataset) translations(node, Kind::dataset_copy);
  related(original);
}

void ContentWriter::files(const Node& original, DatasetLook look) {
  const Run run = site_.plan.files(original);
  const bool rows = look == DatasetLook::table;
  const bool listed = look == DatasetLook::list;
  const bool in_text = look == DatasetLook::article;
  page_.open(in_text ? "div" : "section", in_text ? "body" : rows ? "tables" : "downloads");
  if (!in_text) page_.html(fmt::format("<h2>{}</h2>\n", words_.downloads));
  if (rows) page_.open("table", "files");
  if (listed) page_.open("ul", "files");
  const std::string_view tag = rows ? "td" : listed ? "li" : "p";
  const std::string_view role = look == DatasetLook::publication ? "button" : "";
  const auto entry = [&](const Node& file, bool named) {
    if (rows) page_.open("tr");
    page_.open(tag);
    file_link(file, role, named);
    page_.close(tag);
    if (rows) page_.close("tr");
  };
  for (std::uint64_t i = 0; i < run.size(); ++i) entry(run[i], i % 3 != 0);
  // Broken links to files are among the others and look like them; copies don't repeat them.
  const Run dead = site_.plan.children(original, Kind::dead_file);
  for (std::uint64_t i = 0; i < dead.size(); ++i) entry(dead[i], true);
  if (listed) page_.close("ul");
  if (rows) page_.close("table");
  page_.close(in_text ? "div" : "section");
}

void ContentWriter::file_link(const Node& file, std::string_view role, bool named) {
  const FileType type = site_.paths.file_type(file);
  const bool is_target = file.kind == Kind::target;
  const std::uint64_t bytes =
      is_target ? site_.sizes.bytes(site_.plan.file_number(file)) : 1'000'000;
  const std::string label = file_label(type, bytes);
  page_.link(site_.paths.of(file),
             named ? fmt::format("{} ({})", page_.title_of(file), label)
                   : fmt::format("{} {}", words_.download, label),
             role);
}

void ContentWriter::article(const Node& node) {
  const SitePlan& plan = site_.plan;
  paragraphs(node, 3);
  if (node.kind == Kind::article) {
    page_.open("div", "body");
    const Run images = plan.children(node, Kind::image);
    for (std::uint64_t i = 0; i < images.size(); ++i) {
      page_.open("figure");
      page_.link(site_.paths.of(images[i]), words_.read_more, "photo");
      page_.close("figure");
    }
    const auto entry = [&](const Node& end) {
      page_.open("p");
      page_.link(end);
      page_.close("p");
    };
    for (const Kind kind : {Kind::dead, Kind::redirect}) {
      const Run run = plan.children(node, kind);
      for (std::uint64_t i = 0; i < run.size(); ++i) entry(run[i]);
    }
    if (const auto dead = repeated_dead(node)) entry(*dead);
    page_.close("div");
    translations(node, Kind::article_copy);
  }
  const Run older = plan.children(node, Kind::archive);
  if (node.kind == Kind::archive && older.size() > 0) {
    page_.open("nav", "post-nav");
    page_.link(site_.paths.of(older[0]), words_.older, "previous");
    page_.close("nav");
  }
  related(node.kind == Kind::article_copy ? plan.original(node) : node);
}

/// Some broken links are on many pages: one article in eight has one of the few that are.
std::optional<Node> ContentWriter::repeated_dead(const Node& article) const {
  const std::uint64_t dead = site_.plan.count(Kind::dead, article.depth + 1);
  const std::uint64_t choice = site_.paths.draw(article, 43);
  if (dead == 0 || choice % 8 != 0) return std::nullopt;
  return Node{Kind::dead, article.depth + 1, choice / 8 % (dead / 20 + 1)};
}

/// A few nodes of the same kind and depth, so that nothing becomes less deep.
void ContentWriter::related(const Node& node) {
  const std::uint64_t count = site_.plan.count(node.kind, node.depth);
  if (count < 2 || node.kind == Kind::archive) return;
  page_.open("aside", "related");
  page_.html(fmt::format("<h2>{}</h2>\n", words_.related));
  page_.open("ul");
  for (std::uint64_t i = 0; i < 3; ++i) {
    page_.open("li");
    page_.link(
        {node.kind, node.depth, (node.index + 1 + site_.paths.draw(node, 20 + i) % 40) % count});
    page_.close("li");
  }
  page_.close("ul");
  page_.close("aside");
}

void ContentWriter::translations(const Node& node, Kind copies) {
  const Run run = site_.plan.children(node, copies);
  if (run.size() == 0) return;
  page_.open("nav", "translations");
  for (std::uint64_t i = 0; i < run.size(); ++i) {
    page_.link(site_.paths.of(run[i]), words_.languages, "translation");
  }
  page_.close("nav");
}

void ContentWriter::paragraphs(const Node& node, unsigned count) {
  page_.open("div", "text");
  for (unsigned i = 0; i < count; ++i) {
    page_.open("p");
    page_.text(filler_text(words_, site_.paths.draw(node, 30 + i), 40 + i * 30));
    page_.close("p");
  }
  page_.close("div");
}

}  // namespace

void write_content(PageMarkup& page, const Node& node, std::optional<unsigned> variant) {
  ContentWriter(page).write(node, variant);
}

}  // namespace tagtrail::host::generated
