#include "generated/paths.hpp"

#include <fmt/format.h>

#include <array>
#include <iterator>

namespace tagtrail::host::generated {
namespace {

constexpr std::array<FileType, 8> kTypes{
    {{"csv", "text/csv"},
     {"xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
     {"pdf", "application/pdf"},
     {"pdf", "application/pdf"},
     {"zip", "application/zip"},
     {"xls", "application/vnd.ms-excel"},
     {"ods", "application/vnd.oasis.opendocument.spreadsheet"},
     {"json", "application/json"}}};

/// One chance in 1000 a unit.
bool chance(std::uint64_t draw, double share) {
  return static_cast<double>(draw % 1000) < share * 1000;
}

}  // namespace

Paths::Paths(const SitePlan& plan, const Profile& profile, std::uint64_t seed)
    : plan_(plan),
      profile_(profile),
      words_(words_of(plan.language_code(0))),
      seed_(seed),
      origin_(fmt::format("https://{}.example", profile.name)) {}

std::uint64_t Paths::draw(const Node& node, std::uint64_t purpose) const {
  return mix(plan_.id(node), seed_ + purpose);
}

DatasetLook Paths::look(const Node& dataset) const {
  if (draw(dataset, 1) % 12 == 0) return DatasetLook::article;
  return static_cast<DatasetLook>(draw(plan_.subject(dataset), 2) % 3);
}

FileType Paths::file_type(const Node& file) const { return kTypes[draw(file, 3) % kTypes.size()]; }

/// Pages below one subject share a folder.
std::string Paths::folder(const Node& node) const {
  const Node subject = plan_.subject(node);
  const std::uint64_t id = plan_.id(subject);
  return fmt::format("/{}/{}", words_.subject_slugs[subject_word(subject)], id % 97);
}

std::size_t Paths::subject_word(const Node& node) const {
  return draw(plan_.subject(node), 4) % kSubjects;
}

std::string Paths::slug(const Node& node) const {
  return generated::slug(words_, subject_word(node), draw(node, 4));
}

std::string Paths::title(const Node& node, const Words& words) const {
  switch (node.kind) {
    case Kind::home:
    case Kind::language_home:
      return std::string(words.statistics);
    case Kind::about: {
      const std::string_view names[] = {words.about, words.contact, words.methods, words.documents};
      if (node.index < std::size(names)) return std::string(names[node.index]);
      break;
    }
    case Kind::news:
    case Kind::catalogue: {
      const auto series = plan_.series(node);
      const auto name =
          node.kind == Kind::news ? words.news : words.subjects[subject_word(series.head)];
      if (series.head.depth == 1 && series.page == 0) return std::string(name);
      return fmt::format("{} {}-{}", name, plan_.id(series.head), series.page + 1);
    }
    case Kind::dataset_copy:
    case Kind::article_copy:
      return title(plan_.original(node), words);
    case Kind::redirect:
      return title(redirect_end(node), words);
    default:
      break;
  }
  return generated::title(words, subject_word(node), draw(node, 4));
}

Node Paths::redirect_end(const Node& redirect) const {
  const Node from = plan_.parent(redirect);
  const std::uint64_t files = plan_.count(Kind::target, from.depth);
  const std::uint64_t choice = draw(redirect, 40);
  if (choice % 5 == 0 && files > 0) return {Kind::target, from.depth, choice / 5 % files};
  const std::uint64_t articles = plan_.count(from.kind, from.depth);
  return {from.kind, from.depth, (from.index + 1 + choice % 50) % articles};
}

std::string Paths::page(std::string_view folder, const Node& node) const {
  const std::uint64_t id = plan_.id(node);
  switch (profile_.style.urls) {
    case UrlStyle::node:
      return fmt::format("/node/{}", id);
    case UrlStyle::query:
      return fmt::format("{}/page.aspx?id={}", folder, id);
    case UrlStyle::html:
      return fmt::format("{}/{}-{}.html", folder, slug(node), id);
    case UrlStyle::slug:
      break;
  }
  return fmt::format("{}/{}-{}", folder, slug(node), id);
}

std::string Paths::list(std::string_view folder, const Node& node) const {
  const auto series = plan_.series(node);
  const std::string head = fmt::format(
      "{}/{}-{}", folder, words_.subject_slugs[subject_word(series.head)], plan_.id(series.head));
  return series.page == 0 ? head : fmt::format("{}?page={}", head, series.page + 1);
}

std::string Paths::file(const Node& node) const {
  const std::uint64_t id = plan_.id(node);
  const std::uint64_t choice = draw(node, 5);
  if (chance(choice, profile_.style.extensionless)) {
    return choice % 2 == 0 ? fmt::format("/media/{}/download?inline", id)
                           : fmt::format("/documents/{}", id);
  }
  return fmt::format("/files/{}-{:02}/{}-{}.{}", 2005 + choice / 8 % 20, 1 + choice / 512 % 12,
                     slug(node), id, file_type(node).extension);
}

std::string Paths::of(const Node& node) const {
  const std::uint64_t id = plan_.id(node);
  switch (node.kind) {
    case Kind::home:
      return "/";
    case Kind::language_home:
      return fmt::format("/{}/", plan_.language_code(plan_.language(node)));
    case Kind::about:
      return fmt::format("/about/{}", id);
    case Kind::catalogue:
      return list("/statistics", node);
    case Kind::news:
      return list("/news", node);
    case Kind::dataset:
      return look(node) == DatasetLook::article ? page("/news/releases", node)
                                                : page(folder(node), node);
    case Kind::empty_dataset:
      return page(folder(node), node);
    case Kind::dataset_copy:
    case Kind::article_copy:
      return fmt::format("/{}{}", plan_.language_code(plan_.language(node)),
                         of(plan_.original(node)));
    case Kind::article:
      // A few press documents are pages in the folder of the files.
      return draw(node, 6) % 40 == 0 ? fmt::format("/documents/{}", id)
                                     : page(fmt::format("/news/{}", 2005 + id % 20), node);
    case Kind::archive:
      return page("/archive", node);
    case Kind::target:
    case Kind::dead_file:
      return file(node);
    case Kind::image:
      return draw(node, 7) % 4 == 0 ? fmt::format("/media/{}/image", id)
                                    : fmt::format("/images/{}-{}.jpg", slug(node), id);
    case Kind::dead:
      return page("/old", node);
    case Kind::redirect:
      return fmt::format("/go/{}", id);
  }
  return "/";
}

}  // namespace tagtrail::host::generated
