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
  std::uint32_t results = 0;  ///< links that its pages have shown
};

class AskedForm {
 public:
  static constexpr std::size_t kMostQueries = 20'000;
  static constexpr std::size_t kMostTemplates = 60;

  AskedForm() = default;
  /// `page`: where it was met, as the owner knows it.
  AskedForm(FormShape shape, std::uint32_t page);

  const FormShape& shape() const { return shape_; }
  /// After load(), where the shape names one.
  void set_charset(std::shared_ptr<const Charset> charset) { shape_.charset = std::move(charset); }
  std::uint32_t page() const { return page_; }
  /// Another page, or a form beside it, has the same with more to choose from in one list: that is
  /// asked for, too. False where the two differ in more, so that nothing was taken.
  bool take_choices(const FormShape& again);
  const std::vector<QueryTemplate>& templates() const { return templates_; }
  const std::vector<AskedQuery>& queries() const { return queries_; }

  /// A query that nobody has asked, released from now on: of the templates with room for one more
  /// that is not answered the one whose queries have shown new links most often. Nothing when there
  /// is none, or none yet. `admits` says whether an address may be asked, `knows` whether it was
  /// asked as a link of the site, which says nothing for or against its template.
  template <typename Admits, typename Knows>
  std::optional<std::uint32_t> release(const Keywords& words, const Admits& admits,
                                       const Knows& knows) {
    std::size_t before = 0;
    do {
      before = turns();
      for (const std::uint32_t of : ready_templates()) {
        while (auto bindings = next(of, words)) {
          const auto query = add(of, std::move(*bindings), true);
          if (!query) continue;
          const std::string& url = queries_[*query].url;
          if (knows(url)) {
            skip(*query);
            continue;
          }
          if (admits(url)) return query;
          answered(*query, false, 0, 0);
        }
      }
      try_all_at_once();
    } while (turns() > before);
    return std::nullopt;
  }
  /// A link asks this; the query that it is. Nothing where only larger templates have such.
  std::optional<std::uint32_t> adopt(const Bindings& bindings, std::string_view url);
  std::optional<std::uint32_t> find(const Bindings& bindings) const;

  /// It was answered: with links that were new, what is shown, and how many links.
  void answered(std::uint32_t query, bool brought, std::uint64_t signature, std::uint32_t results);
  /// A redirect answered it: fruitless, unless answered() comes as well.
  void redirected(std::uint32_t query);
  /// An error answered it, and would again: fruitless. A form that answers with nothing else is
  /// closed.
  void failed(std::uint32_t query);
  /// A file that is new stood behind it.
  void brought_file();
  bool has_files() const { return files_ > 0; }
  /// How many of its queries were answered; 0 once a new file stood behind one.
  std::uint32_t answers_in_vain() const { return files_ > 0 ? 0 : answers_; }
  /// Nothing but answers has come for so long, and for longer than it took the newest file to come:
  /// thirty queries in vain, with `pages` sixty pages of results.
  bool is_in_vain() const;
  bool has_pages_in_vain() const;
  /// Whether it may hold more than its answers have shown: words and values that were not asked,
  /// pages of results that were not followed, combinations that were not tried.
  bool may_hold_more() const;
  /// Pages of results were left, for those before showed nothing new.
  void left_pages() { cut_ = true; }
  void has_pages(std::uint32_t query) { queries_[query].pages = true; }
  /// A later page of its results had so many links, new ones perhaps.
  void went_on(std::uint32_t query, bool brought, std::uint32_t results);
  /// It answers with pages that show something: from now on its links are known as its own.
  void shows_results();
  /// Nothing is to be asked any more: the site refuses it.
  void close();

  /// Its pages of results are counted from 1.
  void counts_from_one() { from_one_ = true; }
  bool is_counted_from_one() const { return from_one_; }

  /// Whether it has answered a query with a page.
  bool works() const { return works_; }
  /// Whether a query has shown something new.
  bool is_fruitful() const;

  void save(ByteWriter& out) const;
  /// False when malformed.
  bool load(ByteReader& in);

 private:
  std::vector<std::uint32_t> ready_templates() const;
  std::optional<Bindings> next(std::uint32_t of, const Keywords& words);
  std::optional<Bindings> next_words(QueryTemplate& of, const Keywords& words);
  std::optional<Bindings> next_choice(QueryTemplate& of) const;
  std::optional<Bindings> next_narrower(std::uint32_t of);
  bool take_base(QueryTemplate& of) const;
  bool is_large(const AskedQuery& query) const;
  bool is_worth_narrowing(const AskedQuery& query, std::uint32_t added) const;
  /// Grows when there is another template, or when one is over, for which others may wait.
  std::size_t turns() const;
  const QueryTemplate* template_of(std::uint32_t input) const;
  std::uint64_t combinations() const;
  bool leaves_combinations() const;
  bool may_narrow(const QueryTemplate& each) const;
  std::optional<std::uint32_t> add(std::uint32_t of, Bindings bindings, bool released);
  void skip(std::uint32_t query);
  void widen(std::uint32_t from);
  void widen_untouched();
  void try_all_at_once();
  std::uint32_t tries_of(const QueryTemplate& each) const;
  void add_template(std::vector<std::uint32_t> inputs, bool narrows, std::uint32_t added);
  std::uint64_t key_of(const Bindings& bindings) const;

  FormShape shape_;
  std::uint32_t page_ = 0;
  bool works_ = false;
  bool tried_all_ = false;
  bool from_one_ = false;
  std::uint32_t largest_ = 0;              ///< results on one page
  std::uint32_t failed_ = 0;               ///< queries that errors have answered
  std::uint64_t files_ = 0;                ///< new ones that stood behind it
  std::uint32_t answers_ = 0;              ///< of its queries
  std::uint32_t pages_ = 0;                ///< of results, after the first of each query
  std::uint32_t answers_before_file_ = 0;  ///< before the newest of them
  std::uint32_t pages_before_file_ = 0;
  bool cut_ = false;  ///< something of it was left
  std::vector<QueryTemplate> templates_;
  std::vector<AskedQuery> queries_;
  std::vector<bool> used_words_;
  std::map<std::uint64_t, std::uint32_t> known_;  ///< queries by what they bind
};

}  // namespace tagtrail
