#include "generated/site_plan.hpp"

#include <algorithm>
#include <utility>

namespace tagtrail::host::generated {
namespace {

constexpr std::uint64_t kFilesBlock = 8;
/// How the files that a block of pages has beyond one a page are dealt: few pages have many.
constexpr std::array<std::uint64_t, kFilesBlock> kRichness{0, 0, 0, 1, 1, 2, 4, 8};

}  // namespace

SitePlan::SitePlan(NodeCounts counts, std::vector<std::string> languages,
                   std::uint32_t archive_head, std::uint64_t seed)
    : counts_(std::move(counts)), languages_(std::move(languages)), archive_head_(archive_head) {
  offsets_.resize(counts_.depths());
  for (std::uint32_t depth = 0; depth < counts_.depths(); ++depth) {
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      offsets_[depth][kind] = nodes_;
      nodes_ += count(static_cast<Kind>(kind), depth);
    }
  }
  ids_ = Shuffled(nodes_, seed);
}

Kind SitePlan::parent_kind(Kind kind, std::uint32_t depth) const {
  if (kind == Kind::dataset_copy || kind == Kind::dead_file || kind == Kind::target) {
    return Kind::dataset;
  }
  if (kind == Kind::archive && depth > archive_head_) return Kind::archive;
  if (kind >= Kind::article_copy && kind != Kind::archive) return Kind::article;
  if (depth <= 1) return Kind::home;
  return kind >= Kind::news ? Kind::news : Kind::catalogue;
}

Deal SitePlan::deal(Kind kind, std::uint32_t depth) const {
  return {count(kind, depth), count(parent_kind(kind, depth), depth - 1)};
}

Node SitePlan::parent(const Node& node) const {
  if (node.depth == 0) return node;
  const std::uint32_t above = node.depth - 1;
  if (node.kind != Kind::target) {
    return {parent_kind(node.kind, node.depth), above,
            deal(node.kind, node.depth).parent(node.index)};
  }
  std::uint64_t low = 0;  // the last dataset whose files begin at or before this one
  std::uint64_t high = count(Kind::dataset, above);
  while (high - low > 1) {
    const std::uint64_t middle = (low + high) / 2;
    (first_file(above, middle) <= node.index ? low : high) = middle;
  }
  return {Kind::dataset, above, low};
}

Run SitePlan::children(const Node& node, Kind kind) const {
  const std::uint32_t below = node.depth + 1;
  if (count(kind, below) == 0 || parent_kind(kind, below) != node.kind) return {kind, below, 0, 0};
  const Deal deal = this->deal(kind, below);
  return {kind, below, deal.first_child(node.index), deal.first_child(node.index + 1)};
}

std::uint64_t SitePlan::first_file(std::uint32_t depth, std::uint64_t dataset) const {
  const std::uint64_t datasets = count(Kind::dataset, depth);
  const std::uint64_t files = count(Kind::target, depth + 1);
  const std::uint64_t begin = dataset / kFilesBlock * kFilesBlock;
  const std::uint64_t end = std::min(begin + kFilesBlock, datasets);
  const std::uint64_t first = begin * files / datasets;
  if (dataset == begin) return first;
  const std::uint64_t spare = end * files / datasets - first - (end - begin);
  const std::uint64_t turn = mix(begin, depth);
  std::uint64_t before = 0;
  std::uint64_t all = 0;
  for (std::uint64_t i = 0; i < end - begin; ++i) {
    const std::uint64_t weight = kRichness[(i + turn) % kFilesBlock] + 1;
    if (begin + i < dataset) before += weight;
    all += weight;
  }
  return first + (dataset - begin) + spare * before / all;
}

Run SitePlan::files(const Node& dataset) const {
  return {Kind::target, dataset.depth + 1, first_file(dataset.depth, dataset.index),
          first_file(dataset.depth, dataset.index + 1)};
}

unsigned SitePlan::language(const Node& node) const {
  if (node.kind == Kind::language_home) return static_cast<unsigned>(node.index) + 1;
  if (node.kind != Kind::dataset_copy && node.kind != Kind::article_copy) return 0;
  const Run copies = children(original(node), node.kind);
  return static_cast<unsigned>(node.index - copies.begin) + 1;
}

std::uint64_t SitePlan::id(const Node& node) const {
  return 1000 + ids_(offsets_[node.depth][static_cast<std::size_t>(node.kind)] + node.index);
}

std::uint64_t SitePlan::file_number(const Node& target) const {
  std::uint64_t before = 0;
  for (std::uint32_t depth = 0; depth < target.depth; ++depth) {
    before += count(Kind::target, depth);
  }
  return before + target.index;
}

SitePlan::Series SitePlan::series(Node list) const {
  Series series{list, 0};
  while (series.head.depth > 1) {
    const Node above = parent(series.head);
    if (children(above, list.kind).begin != series.head.index) break;
    series.head = above;
    ++series.page;
  }
  return series;
}

Node SitePlan::subject(Node node) const {
  while (node.depth > 2 ||
         (node.depth > 1 && node.kind != Kind::catalogue && node.kind != Kind::news)) {
    node = parent(node);
  }
  return node;
}

}  // namespace tagtrail::host::generated
