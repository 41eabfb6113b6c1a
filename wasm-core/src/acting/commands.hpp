// What a page shows of its links beside each other, and which of them look like commands by that.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "acting/seen_link.hpp"
#include "tagtrail/suspects.hpp"

namespace tagtrail {

/// A page as rows of things, and columns of links that say the same in each row.
class Commands {
 public:
  Commands(std::string_view key, const std::vector<LinkObservation>& links);

  std::vector<Suspect> take() const;

 private:
  struct Column {
    std::set<std::string> identifiers;
    std::set<std::string> texts;  ///< "Table 1" and "Table 2" are titles
  };
  /// Links that differ in the segment behind the identifier.
  struct Kin {
    std::set<std::string> identifiers;
    std::set<std::string> tails;
  };
  struct Key {
    std::set<std::string> values;
    std::set<std::string> texts;
    std::set<std::string> words;  ///< of values that are no identifiers
  };

  void note(const SeenLink& seen);
  Act judge(const SeenLink& seen) const;
  bool is_tail(const SeenLink& seen) const;
  bool is_command_of_rows(const SeenLink& seen) const;
  /// The word of the query that gives it away.
  std::optional<std::string> said_by_query(const SeenLink& seen) const;
  bool only_chooses(const SeenLink& seen, const ShapePair& pair) const;
  std::optional<std::string> said_by_pair(const SeenLink& seen, const ShapePair& pair) const;
  std::optional<std::string> secret(const SeenLink& seen) const;
  bool stands_beside_one(const SeenLink& seen) const;

  const Column& column_of(const SeenLink& seen) const { return columns_.at(seen.address.shape); }
  static bool is_same_in_rows(const Column& column);
  static bool has_titles(const Column& column) {
    return column.texts.size() > 1 && column.texts.size() * 2 > column.identifiers.size();
  }
  bool is_own(const SeenLink& seen) const;
  bool is_route(std::string_view key) const;
  bool is_of_pages_thing(const SeenLink& seen) const;
  bool names_pages_thing(const SeenLink& seen) const;
  bool names_another(const SeenLink& seen) const;
  bool leads_to_view(const SeenLink& seen) const;
  bool is_key_on_page(std::string_view key) const;
  bool is_told(const SeenLink& seen) const;
  bool is_command_of_named(const SeenLink& seen) const;
  bool is_other_verb(const SeenLink& seen) const;
  bool is_other_verb_by_query(const SeenLink& seen) const;
  /// The key of the query that tells where to come back to.
  std::optional<std::string> returns(const SeenLink& seen) const;
  bool creates_one(const SeenLink& seen) const;
  std::optional<std::string> is_called(const SeenLink& seen) const;
  bool is_method_of_list(const SeenLink& seen) const;
  bool is_sign_of_one(const SeenLink& seen) const;
  bool says_where(const SeenLink& seen, const ShapePair& pair) const;
  bool is_facet(const SeenLink& seen, const ShapePair& pair) const;
  bool is_on_page(const ShapePair& pair) const;

  ShapedAddress page_;
  std::vector<SeenLink> seen_;
  std::map<std::string, Column> columns_;                       ///< by shape
  std::map<std::string, std::set<std::string>> of_identifier_;  ///< shapes
  std::map<std::string, Kin> kin_;                              ///< by shape without its tail
  std::map<std::string, std::set<std::string>> tails_;          ///< by folder
  std::map<std::string, Key> keys_;                             ///< by place and key
  std::set<std::string> plain_;                                 ///< URLs of plain links
  std::set<std::string> things_;                                ///< places that links lead to
  std::set<std::string> numbered_;                              ///< folders of identifiers
  std::map<std::string, std::set<std::string>> with_token_;     ///< shapes, by key and value
  std::map<std::string, std::set<std::string>> in_folder_;      ///< last segments
  std::set<std::string> indexed_;                               ///< folders with an `index`
  std::set<std::string> asked_;  ///< folders whose parts are asked for things, `year?id=17`
  std::set<std::string> acting_folders_;
  std::set<std::string> acted_on_;  ///< what links that act, `/delete/12`, have a verb for
  std::set<std::string> queries_;   ///< shapes that have one
};

/// `showgraph`, `viewprofile`, `printable`.
bool begins_with_show(std::string_view value);
/// `?action=view&num=17`, `/artifacts/download?job=17`: in its program's own words it shows, and
/// nothing but which of many is said besides.
bool says_that_it_shows(const ShapedAddress& address);

}  // namespace tagtrail
