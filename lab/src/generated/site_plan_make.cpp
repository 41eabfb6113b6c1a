// Drawing up the plan: the profile's numbers first, lists to reach them, articles for the rest.
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "generated/depths.hpp"
#include "generated/site_plan.hpp"

namespace tagtrail::host::generated {
namespace {

constexpr std::uint64_t kMaxPages = 4'000'000;
constexpr std::uint64_t kAboutPages = 6;
constexpr std::uint64_t kFewestDatasets = 6;
constexpr double kEmptyDatasets = 0.12;   ///< per dataset with files
constexpr double kArticleCopies = 0.25;   ///< per article and further language
constexpr double kDeadFiles = 0.35;       ///< of dead links, those that look like files
constexpr double kSecondLanguage = 0.45;  ///< datasets that exist in a further language, about
constexpr double kArticlesWider = 1.1;    ///< their depths, than those of targets

std::uint64_t share(double part, std::uint64_t whole) {
  return static_cast<std::uint64_t>(part * static_cast<double>(whole) + 0.5);
}

Counts plus(Counts a, const Counts& b) {
  a.resize(std::max(a.size(), b.size()), 0);
  for (std::size_t i = 0; i < b.size(); ++i) a[i] += b[i];
  return a;
}

/// One depth further down.
Counts below(Counts counts) {
  counts.insert(counts.begin(), 0);
  return counts;
}

std::uint64_t sum(const Counts& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::vector<std::string> split(std::string_view words) {
  std::vector<std::string> parts;
  while (!words.empty()) {
    const std::size_t comma = std::min(words.find(','), words.size());
    parts.emplace_back(words.substr(0, comma));
    words.remove_prefix(std::min(comma + 1, words.size()));
  }
  return parts;
}

tl::unexpected<Error> too_few(const Profile& profile, std::uint64_t pages) {
  return fail(ErrorCode::invalid_argument,
              fmt::format("{} pages are too few for profile {}; give it more with --pages", pages,
                          profile.name));
}

}  // namespace

Counts SitePlan::of(Kind kind) const {
  Counts counts;
  for (std::uint32_t depth = 0; depth < depths(); ++depth) counts.push_back(count(kind, depth));
  return counts;
}

void SitePlan::set(Kind kind, const Counts& counts) {
  if (counts.size() > counts_.size()) counts_.resize(counts.size());
  for (std::size_t depth = 0; depth < counts_.size(); ++depth) {
    counts_[depth][static_cast<std::size_t>(kind)] = depth < counts.size() ? counts[depth] : 0;
  }
}

std::uint64_t SitePlan::pages_but(std::initializer_list<Kind> kinds) const {
  std::uint64_t pages = 0;
  for (std::size_t i = 0; i < kKinds; ++i) {
    const auto kind = static_cast<Kind>(i);
    if (is_page(kind) && std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
      pages += total(kind);
    }
  }
  return pages;
}

Expected<SitePlan> SitePlan::make(const Profile& profile, std::uint64_t pages, std::uint64_t seed) {
  if (pages > kMaxPages) {
    return fail(ErrorCode::invalid_argument,
                fmt::format("{} pages are too many; {} are possible", pages, kMaxPages));
  }
  SitePlan plan;
  plan.languages_ = split(profile.style.languages);
  plan.set(Kind::home, {1});
  plan.set(Kind::language_home, {0, plan.languages_.size() - 1});
  plan.set(Kind::about, {0, kAboutPages});
  TRY(plan.plan_datasets(profile, pages));
  TRY(plan.plan_articles(profile, pages));
  plan.plan_others(profile, pages);
  plan.number_nodes(seed);
  return plan;
}

Expected<void> SitePlan::plan_datasets(const Profile& profile, std::uint64_t pages) {
  const double scale = static_cast<double>(pages) / profile.pages.value;
  const auto targets = static_cast<std::uint64_t>(profile.targets.value * scale + 0.5);
  const std::uint64_t linking = share(profile.linking_share.value, pages);
  // Pages that link to targets are datasets and their copies; a copy adds no target.
  const std::uint64_t others = languages_.size() - 1;
  const double usual =
      static_cast<double>(linking) / (1 + kSecondLanguage * static_cast<double>(others));
  const PageRange range{std::min(targets, static_cast<std::uint64_t>(usual)),
                        (linking + others) / (1 + others)};
  if (range.most < std::max(kFewestDatasets, range.least)) return too_few(profile, pages);
  const auto depths =
      plan_files(targets, range, {profile.depth_mean.value, profile.depth_sd.value});
  if (!depths) return too_few(profile, pages);
  const Counts& at = depths->datasets;
  const std::uint64_t datasets = sum(at);
  set(Kind::dataset, at);
  set(Kind::empty_dataset, divide(share(kEmptyDatasets, datasets), at));
  set(Kind::dataset_copy, below(divide(linking - datasets, at)));
  set(Kind::target, depths->files);
  set(Kind::catalogue, lists_for(plus(at, of(Kind::empty_dataset)), depths->branching));
  return {};
}

Expected<void> SitePlan::plan_articles(const Profile& profile, std::uint64_t pages) {
  const std::uint64_t placed = pages_but({});
  if (pages < placed + 50) return too_few(profile, pages);
  const std::uint64_t rest = pages - placed;
  const std::uint64_t archive = share(profile.style.archive, rest);
  const Counts shape = spread_over_depths(
      rest, {profile.depth_mean.value, profile.depth_sd.value * kArticlesWider}, Branching{});
  // The most articles that fit with the lists that lead to them.
  std::uint64_t low = 0;
  std::uint64_t high = rest - archive;
  while (low < high) {
    const std::uint64_t middle = (low + high + 1) / 2;
    if (place_articles(middle, shape) + archive <= rest) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  if (low == 0) return too_few(profile, pages);
  place_articles(low, shape);
  place_archive(archive);
  set(Kind::about, {0, kAboutPages + pages - pages_but({})});
  return {};
}

/// Returns how many pages that makes, lists and copies included.
std::uint64_t SitePlan::place_articles(std::uint64_t articles, const Counts& shape) {
  const Counts at = divide(articles, shape);
  const double copies = kArticleCopies * static_cast<double>(languages_.size() - 1);
  const Counts copied = below(divide(share(copies, articles), at));
  const Counts lists = lists_for(at, Branching{});
  set(Kind::article, at);
  set(Kind::article_copy, copied);
  set(Kind::news, lists);
  return articles + sum(copied) + sum(lists);
}

/// Chains begin where there are lists enough, and all are equally long but for the last ones.
void SitePlan::place_archive(std::uint64_t pages) {
  set(Kind::archive, {});
  if (pages == 0) return;
  const std::uint64_t length = std::clamp<std::uint64_t>(pages / 4, 2, 80);
  const std::uint64_t chains = (pages + length - 1) / length;
  std::uint32_t lists = 1;
  while (count(Kind::news, lists) * 4 < chains &&
         count(Kind::news, lists + 1) > count(Kind::news, lists)) {
    ++lists;
  }
  archive_head_ = lists + 1;
  Counts at(archive_head_, 0);
  for (std::uint64_t left = pages; left > 0;) {
    at.push_back(std::min(left, chains));
    left -= at.back();
  }
  set(Kind::archive, at);
}

void SitePlan::plan_others(const Profile& profile, std::uint64_t pages) {
  const double scale = static_cast<double>(pages) / profile.pages.value;
  const auto others = static_cast<std::uint64_t>(profile.neither_or_dead.value * scale + 0.5);
  const auto dead = std::min(others, share(scale, static_cast<std::uint64_t>(profile.dead())));
  const std::uint64_t dead_files = share(kDeadFiles, dead);
  const Counts articles = of(Kind::article);
  set(Kind::image, below(divide(others - dead, articles)));
  set(Kind::dead, below(divide(dead - dead_files, articles)));
  set(Kind::dead_file, below(divide(dead_files, of(Kind::dataset))));
  set(Kind::redirect, below(divide(share(profile.redirect_share.value, pages), articles)));
}

void SitePlan::number_nodes(std::uint64_t seed) {
  offsets_.resize(counts_.size());
  for (std::size_t depth = 0; depth < counts_.size(); ++depth) {
    for (std::size_t kind = 0; kind < kKinds; ++kind) {
      offsets_[depth][kind] = nodes_;
      nodes_ += counts_[depth][kind];
    }
  }
  ids_ = Shuffled(nodes_, seed);
}

}  // namespace tagtrail::host::generated
