#include "forms/input_names.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "tagtrail/plain_words.hpp"

namespace tagtrail {
namespace {

// Of all lists: sorted, as plain_words() has them, without spaces.
constexpr auto kPresentation = std::to_array<std::string_view>(
    {"asc",     "currency", "desc",       "devise",  "idioma",    "langue",  "lingua",
     "moneda",  "sprache",  "waehrung",   "dir",     "direction", "display", "hl",
     "lang",    "language", "layout",     "locale",  "mode",      "orden",   "order",
     "orderby", "orderdir", "ordering",   "ordre",   "rank",      "skin",    "sort",
     "sortby",  "sortdir",  "sortierung", "sorting", "sortorder", "style",   "template",
     "theme",   "tri",      "view",       "viewmode"});
constexpr auto kPageSize = std::to_array<std::string_view>(
    {"count", "itemsperpage", "length", "limit", "max", "maxresults", "num", "numresults",
     "pagesize", "perpage", "perseite", "ps", "results", "resultsperpage", "rows", "rpp", "show",
     "size", "top"});
constexpr auto kPage = std::to_array<std::string_view>(
    {"begin", "currentpage", "cursor", "first",     "from",       "offset",  "p",
     "page",  "paged",       "pageid", "pageindex", "pagenumber", "pageno",  "pagina",
     "pg",    "pn",          "seite",  "skip",      "start",      "startat", "startindex"});
constexpr auto kSearch = std::to_array<std::string_view>(
    {"anahtar",    "author",     "auteur",    "autor",     "busca",    "buscar",      "busqueda",
     "cerca",      "clave",      "fraza",     "fulltext",  "hakusana", "isbn",        "k",
     "keys",       "keyword",    "keywords",  "kw",        "mot",      "mots",        "motcle",
     "motscles",   "palabra",    "palavra",   "parola",    "phrase",   "pesquisa",    "q",
     "qs",         "query",      "recherche", "ricerca",   "s",        "search",      "searchtext",
     "searchterm", "searchword", "sokord",    "stichwort", "subject",  "suchbegriff", "suche",
     "suchwort",   "sword",      "term",      "termo",     "terms",    "testo",       "text",
     "titel",      "title",      "titolo",    "titre",     "titulo",   "trefwoord",   "word",
     "words",      "zoekterm"});
constexpr auto kSizes =
    std::to_array<unsigned>({5,  10, 12, 15,  16,  20,  24,  25,  30,  32,  40,  48,  50,
                             60, 75, 96, 100, 120, 150, 200, 250, 300, 400, 500, 1000});

bool is_in(const auto& list, std::string_view name) {
  std::string plain = words_of_name(name);
  std::erase(plain, ' ');
  return std::find(list.begin(), list.end(), plain) != list.end();
}

}  // namespace

bool names_presentation(std::string_view name) { return is_in(kPresentation, name); }

bool names_page_size(std::string_view name) { return is_in(kPageSize, name); }

bool is_usual_page_size(unsigned number) {
  return std::find(kSizes.begin(), kSizes.end(), number) != kSizes.end();
}

bool names_page(std::string_view name) { return is_in(kPage, name); }

bool names_search_words(std::string_view name) { return is_in(kSearch, name); }

}  // namespace tagtrail
