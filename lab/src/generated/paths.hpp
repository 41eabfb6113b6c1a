// The URL of every node of a generated site.
#pragma once

#include <string>

#include "generated/profile.hpp"
#include "generated/site_plan.hpp"
#include "generated/words.hpp"

namespace tagtrail::host::generated {

/// How the page of a dataset shows its files: alike below one subject, as a site's sections are.
enum class DatasetLook : std::uint8_t { list, publication, table, article };

struct FileType {
  std::string_view extension;
  std::string_view mime;
};

class Paths {
 public:
  /// The plan and the profile outlive this.
  Paths(const SitePlan& plan, const Profile& profile, std::uint64_t seed);

  /// scheme and host, without a slash at the end
  const std::string& origin() const { return origin_; }
  /// The URL without the origin, canonical.
  std::string of(const Node& node) const;
  DatasetLook look(const Node& dataset) const;
  FileType file_type(const Node& file) const;
  /// What the node's page is headed with and links to it say; what its URL says, too, where that
  /// has words. A copy's is its original's, in the words of its language.
  std::string title(const Node& node, const Words& words) const;
  /// Where a redirect leads: another article beside the one that links to it, or a file no deeper
  /// than that.
  Node redirect_end(const Node& redirect) const;
  /// What the node's title, slug and text are drawn from.
  std::uint64_t draw(const Node& node, std::uint64_t purpose) const;
  const Words& words() const { return words_; }

 private:
  std::string slug(const Node& node) const;
  std::size_t subject_word(const Node& node) const;
  std::string page(std::string_view folder, const Node& node) const;
  std::string list(std::string_view folder, const Node& node) const;
  std::string file(const Node& node) const;
  std::string folder(const Node& node) const;

  const SitePlan& plan_;
  const Profile& profile_;
  const Words& words_;
  std::uint64_t seed_;
  std::string origin_;
};

}  // namespace tagtrail::host::generated
