// A look at the catalogue of a site: which one it has, and how much is in it. Asks as few questions
// as its kind needs, by robots.txt, pauses and address guard as a harvest.
#pragma once

#include <array>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "load/catalogue_view.hpp"
#include "load/host_fetch.hpp"
#include "load/robots_gate.hpp"
#include "tagtrail/scope.hpp"

namespace tagtrail::host {

class CatalogueLook {
 public:
  struct Options {
    DownloaderOptions downloader;
    PolitenessOptions politeness;
    std::filesystem::path directory;      ///< for files in progress
    bool robots = true;                   ///< robots.txt is obeyed
    std::filesystem::path robots_memory;  ///< fetch/robots_memory.hpp; empty: none
    Milliseconds longest{120'000};        ///< of one call of find() or look()
  };
  static Expected<std::unique_ptr<CatalogueLook>> create(Options options);

  /// Loads the page at `url`, a canonical key, and says which catalogues of its site it shows signs
  /// of, the best guess first; at least one. Errors, with cause and remedy: not_found (no signs),
  /// refused, network, invalid_argument (no page, or it leads away), those of this machine.
  Expected<std::vector<CatalogueSite>> find(const std::string& url);

  /// Asks the first of them that answers as its kind does, or says why none did. With a filter only
  /// the number of data sets is asked for (and what comes with it). Errors: not_found,
  /// invalid_argument (a kind that can't be narrowed so), refused, network, invalid_data (another
  /// answer than expected), those of this machine.
  Expected<CatalogueView> look(const std::vector<CatalogueSite>& sites,
                               const CatalogueFilter& filter);

 private:
  explicit CatalogueLook(Options options);
  /// An answer, with the URL that gave it in the end.
  struct Got {
    std::string url;
    FetchResult result;
  };
  template <typename T>
  Expected<T> run(Async<T> task);
  Async<Got> get(std::string url, const Scope& scope);
  Async<std::vector<CatalogueSite>> find_signs(const std::string& url);
  Async<CatalogueView> ask_first(const std::vector<CatalogueSite>& sites,
                                 const CatalogueFilter& filter);
  Async<CatalogueView> ask(const CatalogueSite& site, const CatalogueFilter& filter);
  Async<CatalogueView> ask_numbers(CatalogueView view);
  Async<CatalogueView> ask_all(CatalogueView view);
  /// A kind that is a tree of lists: tag paths of links to these, and to what is a file each.
  struct Tree {
    std::string_view kind;
    std::string_view list;
    std::string_view table;
  };
  static const std::array<Tree, 2> kTrees;
  Async<CatalogueView> ask_tree(const Tree& tree, CatalogueView view, std::string url, Page root);
  /// The body of an answer in JSON to what is behind the base.
  Async<std::string> numbers_at(const CatalogueView& view, const std::string& path);

  Options options_;
  std::unique_ptr<Attention> attention_;
  Politeness politeness_;
  std::unique_ptr<HostFetch> fetch_;
  std::unique_ptr<RobotsGate> robots_;
};

/// `CKAN, DCAT-US (data.json), ...`: the kinds that something can be asked of.
std::string known_catalogues();

}  // namespace tagtrail::host
