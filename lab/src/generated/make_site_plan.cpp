#include "generated/make_site_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "generated/depths.hpp"

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

class PlanMaker {
 public:
  PlanMaker(const Profile& profile, std::uint64_t pages)
      : profile_(profile), pages_(pages), languages_(split(profile.style.languages)) {}

  Expected<SitePlan> make(std::uint64_t seed) {
    counts_.set(Kind::home, {1});
    counts_.set(Kind::language_home, {0, languages_.size() - 1});
    counts_.set(Kind::about, {0, kAboutPages});
    TRY(plan_datasets());
    TRY(plan_articles());
    plan_others();
    return SitePlan(std::move(counts_), std::move(languages_), archive_head_, seed);
  }

 private:
  Expected<void> plan_datasets();
  Expected<void> plan_articles();
  std::uint64_t place_articles(std::uint64_t articles, const Counts& shape);
  void place_archive(std::uint64_t pages);
  void plan_others();
  tl::unexpected<Error> too_few() const {
    return fail(ErrorCode::invalid_argument,
                fmt::format("{} pages are too few for profile {}; give it more with --pages",
                            pages_, profile_.name));
  }

  const Profile& profile_;
  std::uint64_t pages_;
  std::vector<std::string> languages_;
  NodeCounts counts_;
  std::uint32_t archive_head_ = 0;  ///< depth at which chains begin
};

Expected<void> PlanMaker::plan_datasets() {
  const double scale = static_cast<double>(pages_) / profile_.pages.value;
  const auto targets = static_cast<std::uint64_t>(profile_.targets.value * scale + 0.5);
  const std::uint64_t linking = share(profile_.linking_share.value, pages_);
  // Pages that link to targets are datasets and their copies; a copy adds no target.
  const std::uint64_t others = languages_.size() - 1;
  const double usual =
      static_cast<double>(linking) / (1 + kSecondLanguage * static_cast<double>(others));
  const PageRange range{std::min(targets, static_cast<std::uint64_t>(usual)),
                        (linking + others) / (1 + others)};
  if (range.most < std::max(kFewestDatasets, range.least)) return too_few();
  const auto depths =
      plan_files(targets, range, {profile_.depth_mean.value, profile_.depth_sd.value});
  if (!depths) return too_few();
  const Counts& at = depths->datasets;
  const std::uint64_t datasets = sum(at);
  counts_.set(Kind::dataset, at);
  counts_.set(Kind::empty_dataset, divide(share(kEmptyDatasets, datasets), at));
  counts_.set(Kind::dataset_copy, below(divide(linking - datasets, at)));
  counts_.set(Kind::target, depths->files);
  counts_.set(Kind::catalogue,
              lists_for(plus(at, counts_.of(Kind::empty_dataset)), depths->branching));
  return {};
}

Expected<void> PlanMaker::plan_articles() {
  const std::uint64_t placed = counts_.pages();
  if (pages_ < placed + 50) return too_few();
  const std::uint64_t rest = pages_ - placed;
  const std::uint64_t archive = share(profile_.style.archive, rest);
  const Counts shape = spread_over_depths(
      rest, {profile_.depth_mean.value, profile_.depth_sd.value * kArticlesWider}, Branching{});
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
  if (low == 0) return too_few();
  place_articles(low, shape);
  place_archive(archive);
  counts_.set(Kind::about, {0, kAboutPages + pages_ - counts_.pages()});
  return {};
}

/// Returns how many pages that makes, lists and copies included.
std::uint64_t PlanMaker::place_articles(std::uint64_t articles, const Counts& shape) {
  const Counts at = divide(articles, shape);
  const double copies = kArticleCopies * static_cast<double>(languages_.size() - 1);
  const Counts copied = below(divide(share(copies, articles), at));
  const Counts lists = lists_for(at, Branching{});
  counts_.set(Kind::article, at);
  counts_.set(Kind::article_copy, copied);
  counts_.set(Kind::news, lists);
  return articles + sum(copied) + sum(lists);
}

/// Chains begin where there are lists enough, and all are equally long but for the last ones.
void PlanMaker::place_archive(std::uint64_t pages) {
  counts_.set(Kind::archive, {});
  if (pages == 0) return;
  const std::uint64_t length = std::clamp<std::uint64_t>(pages / 4, 2, 80);
  const std::uint64_t chains = (pages + length - 1) / length;
  std::uint32_t lists = 1;
  while (counts_.count(Kind::news, lists) * 4 < chains &&
         counts_.count(Kind::news, lists + 1) > counts_.count(Kind::news, lists)) {
    ++lists;
  }
  archive_head_ = lists + 1;
  Counts at(archive_head_, 0);
  for (std::uint64_t left = pages; left > 0;) {
    at.push_back(std::min(left, chains));
    left -= at.back();
  }
  counts_.set(Kind::archive, at);
}

void PlanMaker::plan_others() {
  const double scale = static_cast<double>(pages_) / profile_.pages.value;
  const auto others = static_cast<std::uint64_t>(profile_.neither_or_dead.value * scale + 0.5);
  const auto dead = std::min(others, share(scale, static_cast<std::uint64_t>(profile_.dead())));
  const std::uint64_t dead_files = share(kDeadFiles, dead);
  const Counts articles = counts_.of(Kind::article);
  counts_.set(Kind::image, below(divide(others - dead, articles)));
  counts_.set(Kind::dead, below(divide(dead - dead_files, articles)));
  counts_.set(Kind::dead_file, below(divide(dead_files, counts_.of(Kind::dataset))));
  counts_.set(Kind::redirect,
              below(divide(share(profile_.redirect_share.value, pages_), articles)));
}

}  // namespace

Expected<SitePlan> make_site_plan(const Profile& profile, std::uint64_t pages, std::uint64_t seed) {
  if (pages > kMaxPages) {
    return fail(ErrorCode::invalid_argument,
                fmt::format("{} pages are too many; {} are possible", pages, kMaxPages));
  }
  return PlanMaker(profile, pages).make(seed);
}

}  // namespace tagtrail::host::generated
