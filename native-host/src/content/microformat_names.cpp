#include "content/microformat_names.hpp"

#include <algorithm>
#include <array>

namespace tagtrail::host {
namespace {

const std::vector<Microformat>& microformats() {
  static const std::vector<Microformat> all{
      {"vcard",
       "hcard",
       {"fn",
        "n",
        "given-name",
        "family-name",
        "additional-name",
        "honorific-prefix",
        "honorific-suffix",
        "nickname",
        "sort-string",
        "photo",
        "bday",
        "adr",
        "label",
        "tel",
        "email",
        "mailer",
        "tz",
        "geo",
        "title",
        "role",
        "logo",
        "agent",
        "org",
        "organization-name",
        "organization-unit",
        "category",
        "note",
        "rev",
        "sound",
        "uid",
        "url",
        "class",
        "key"}},
      {"adr",
       "adr",
       {"post-office-box", "extended-address", "street-address", "locality", "region",
        "postal-code", "country-name"}},
      {"geo", "geo", {"latitude", "longitude"}},
      {"vevent",
       "hcalendar",
       {"summary", "dtstart", "dtend", "duration", "location", "url", "category", "description",
        "uid", "class", "status", "geo", "attendee", "organizer", "contact", "rrule", "rdate",
        "last-modified", "dtstamp"}},
      {"hlisting", "hlisting", {"version",     "lister", "dtlisted",  "dtexpired", "price",
                                "item",        "fn",     "photo",     "url",       "summary",
                                "description", "tags",   "permalink", "location",  "sell",
                                "rent",        "trade",  "meet",      "announce",  "offer",
                                "wanted",      "event",  "service"}},
      {"hresume",
       "hresume",
       {"summary", "contact", "education", "experience", "skill", "affiliation", "publication"}},
      {"hreview",
       "hreview",
       {"version", "summary", "item", "fn", "photo", "url", "type", "reviewer", "dtreviewed",
        "rating", "description", "tag", "permalink", "license"}},
      {"hreview-aggregate",
       "hreview-aggregate",
       {"summary", "item", "fn", "photo", "url", "type", "rating", "average", "best", "worst",
        "count", "votes", "description"}},
      {"hrecipe",
       "hrecipe",
       {"fn", "ingredient", "yield", "instructions", "duration", "photo", "summary", "author",
        "published", "nutrition", "tag"}},
      {"biota",
       "species",
       {"binomial", "trinomial", "kingdom", "phylum", "order", "family", "genus", "species",
        "subspecies", "authority", "vernacular"}},
  };
  return all;
}

bool among(const auto& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

const Microformat* microformat_of(std::string_view root_class) {
  for (const Microformat& format : microformats()) {
    if (format.root == root_class) return &format;
  }
  return nullptr;
}

MicroformatValue microformat_value(std::string_view property) {
  constexpr auto kUrls = std::to_array<std::string_view>(
      {"url", "photo", "logo", "sound", "uid", "permalink", "email", "license"});
  constexpr auto kTimes = std::to_array<std::string_view>(
      {"bday", "rev", "dtstart", "dtend", "dtstamp", "duration", "rdate", "last-modified",
       "dtlisted", "dtexpired", "dtreviewed", "published"});
  if (among(kUrls, property)) return MicroformatValue::url;
  return among(kTimes, property) ? MicroformatValue::time : MicroformatValue::text;
}

bool is_microformat2(std::string_view root_class) {
  constexpr auto kRoots =
      std::to_array<std::string_view>({"h-adr", "h-card", "h-entry", "h-event", "h-geo", "h-item",
                                       "h-product", "h-recipe", "h-resume"});
  return among(kRoots, root_class);
}

}  // namespace tagtrail::host
