// A form that is asked: its templates, the queries made of them, and which comes next.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "forms/form_shape.hpp"
#include "forms/keywords.hpp"
#include "forms/query_address.hpp"
#include "forms/query_template.hpp"

namespace tagtrail {

struct AskedQuery {
  std::uint32_t of = 0;  ///< template
  Bindings bindings;
  std::string url;        ///< canonical key
  bool released = false;  ///< by us; else a link of the site asks the same
  bool answered = false;
  bool provisional = false;   ///< it was redirected: what is shown there may still be something
  bool pages = false;         ///< its results go on over more pages
  std::uint32_t results = 0;  ///< links that its first page shows
};

class AskedForm {
 public:
  static constexpr std::size_t kMostQueries = 20'000;

  AskedForm() = default;
  /// `page`: where it was met, as the owner knows it.
  AskedForm(FormShape shape, std::uint32_t page);

  const FormShape& shape() const { return shape_; }
  std::uint32_t page() const { return page_; }
  const std::vector<QueryTemplate>& templates() const { return templates_; }
  const std::vector<AskedQuery>& queries() const { return queries_; }

  /// The templates that are not over and have room for one more query that is not answered, those
  /// first whose queries have shown new links most often.
  std::vector<std::uint32_t> ready_templates() const;
  /// A query of it that nobody has asked, released from now on; nothing when there is none, or none
  /// yet. `admits` says whether an address may be asked.
  template <typename Admits>
  std::optional<std::uint32_t> release(std::uint32_t of, const Keywords& words,
                                       const Admits& admits) {
    while (auto bindings = next(of, words)) {
      const auto query = add(of, std::move(*bindings), true);
      if (!query) continue;
      if (admits(queries_[*query].url)) return query;
      answered(*query, false, 0, 0);
    }
    return std::nullopt;
  }
  /// A link asks this; the query that it is. Nothing where only larger templates have such.
  std::optional<std::uint32_t> adopt(const Bindings& bindings, std::string_view url);
  std::optional<std::uint32_t> find(const Bindings& bindings) const;

  /// It was answered: with links that were new, what is shown, and how many links.
  void answered(std::uint32_t query, bool brought, std::uint64_t signature, std::uint32_t results);
  /// A redirect answered it: fruitless, unless answered() comes as well.
  void redirected(std::uint32_t query);
  void has_pages(std::uint32_t query) { queries_[query].pages = true; }
  /// A later page of its results had new links.
  void brought_later(std::uint32_t query);
  /// Nothing is to be asked any more: the site refuses it.
  void close();

  /// Whether it has answered a query with a page.
  bool works() const { return works_; }
  /// Whether a query has shown something new.
  bool is_fruitful() const;

  void save(ByteWriter& out) const;
  /// False when malformed.
  bool load(ByteReader& in);

 private:
  std::optional<Bindings> next(std::uint32_t of, const Keywords& words);
  std::optional<Bindings> next_words(QueryTemplate& of, const Keywords& words);
  std::optional<Bindings> next_choice(QueryTemplate& of) const;
  std::optional<Bindings> next_narrower(std::uint32_t of);
  bool take_base(std::uint32_t of);
  std::optional<std::uint32_t> add(std::uint32_t of, Bindings bindings, bool released);
  void widen(std::uint32_t from);
  void widen_untouched();
  void try_all_at_once();
  void add_template(std::vector<std::uint32_t> inputs, bool refines, std::uint32_t added);
  std::uint64_t key_of(const Bindings& bindings) const;

  FormShape shape_;
  std::uint32_t page_ = 0;
  bool works_ = false;
  bool tried_all_ = false;
  std::uint32_t largest_ = 0;  ///< results on one page
  std::vector<QueryTemplate> templates_;
  std::vector<AskedQuery> queries_;
  std::vector<bool> used_words_;
  std::map<std::uint64_t, std::uint32_t> known_;  ///< queries by what they bind
};

}  // namespace tagtrail
