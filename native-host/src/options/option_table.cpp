#include <array>

#include "options/modes.hpp"
#include "options/option.hpp"

namespace tagtrail::host {

Config config_of_harvests() {
  Config config;
  config.sitemaps = true;
  config.catalogues = "auto";
  config.second_tries = true;
  config.leave_traps = true;
  return config;
}

namespace {

using enum ValueKind;
using Text = std::string;
using Number = std::uint64_t;
using Job = JobRequest;

constexpr auto kFetch = "what to fetch";
constexpr auto kWhere = "where to put it";
constexpr auto kStop = "when to stop";
constexpr auto kBrowser = "browser";
constexpr auto kManners = "manners and network";
constexpr auto kChoice = "how links are chosen";
constexpr auto kOutput = "output";

/// `auto|always|never`
template <const auto& choice>
std::string_view words_of() {
  static const std::string words = choice.joined("|", "|");
  return words;
}

// Columns: section, flag, member, setting, kind, value, default; help, page of the documentation;
// what it sets.
const auto kOptions = std::to_array<Option>({
    {kFetch, "--targets", "targets", "targets", text, "LIST", "",
     "wanted files: `data`, `paper`, MIME types, extensions, separated by commas. Checksums and "
     "signatures (`x.csv.md5`, `SHA256SUMS`) only by an extension named here",
     "", [](Job& job) -> Text& { return job.config.targets; }},
    {kFetch, "--scope", "scope", "scope", text, "SCOPE", "",
     "`site`: the host without `www.`, and its subdomains, but not where these are other people's "
     "(`gov.uk`, `github.io`); `host`; `prefix`: the start page's folder; `page`: the start page "
     "alone; `web`: every host; `regex:EXPRESSION`",
     "", [](Job& job) -> Text& { return job.config.scope; }},
    {kFetch, "--files", "files", "files", text, "site|linked", "",
     "`site`: files within the scope; `linked`: also those that its pages link to on other hosts. "
     "Of such a host only the file is asked for, by its own robots.txt and pause",
     "#files-on-other-hosts", [](Job& job) -> Text& { return job.config.files; }},
    {kFetch, "--seeds", "", "moreSeeds", text, "FILE", "none",
     "start from all URLs of a file, one a line; `--scope` then takes in what any of them would",
     "#many-hosts", [](Job& job) -> Text& { return job.seeds; }},
    {kFetch, "--include", "", "bounds", text, "EXPRESSION", "all",
     "follow only URLs that this regular expression is found in", "#many-hosts",
     [](Job& job) -> Text& { return job.config.bounds.include; }},
    {kFetch, "--exclude", "", "bounds", text, "EXPRESSION", "none",
     "do not follow URLs that this regular expression is found in", "#many-hosts",
     [](Job& job) -> Text& { return job.config.bounds.exclude; }},
    {kFetch, "--depth", "", "bounds", count, "N", "none",
     "follow links at most so many steps away from a start page", "#many-hosts",
     [](Job& job) -> Number& { return job.config.bounds.depth; }},
    {kFetch, "--host-pages", "", "bounds", count, "N", "none",
     "read at most so many pages of one host", "#many-hosts",
     [](Job& job) -> Number& { return job.config.bounds.host_pages; }},
    {kFetch, "--max-urls", "", "bounds", count, "N", "",
     "know at most so many URLs, which bounds the memory; links that are met later are not "
     "followed. 0: any number",
     "#many-hosts", [](Job& job) -> Number& { return job.config.bounds.urls; }},
    {kFetch, "--max-memory", "", "", size, "SIZE", "half of the machine's",
     "take about so much memory, e.g. `500MB`: larger pages are cut, and when the links known have "
     "their half, those of the least value are not kept",
     "#how-much-memory", [](Job& job) -> Number& { return job.max_memory; }},
    {kFetch, "--blocklist", "blocklist", "blocklist", text, "NAME", "",
     "links never followed: `data` (media, fonts, styles, scripts), `paper`, `none`", "",
     [](Job& job) -> Text& { return job.config.blocklist; }},
    {kFetch, "--sitemaps", "sitemaps", "sitemaps", on_off, "on|off", "",
     "use sitemaps, feeds and robots.txt as sources of links",
     "policies.md#settings-of-every-policy", [](Job& job) -> bool& { return job.config.sitemaps; }},
    {kFetch, "--forms", "", "forms", text, words_of<kFormsChoice>(), "",
     "`auto`: ask search forms, lists to choose from and filters that are sent by GET and show "
     "files or pages which no link leads to; `never`: follow links only",
     "#search-forms", [](Job& job) -> Text& { return job.forms; }},
    {kFetch, "--catalogues", "catalogues", "catalogues", text, "auto|only|never", "",
     "`auto`: read JSON for links, and ask the catalogues of data that pages show signs of; "
     "`only`: fetch what the catalogue lists, and nothing else of the site",
     "#portals", [](Job& job) -> Text& { return job.config.catalogues; }},
    {kFetch, "--catalogue-filter", "catalogueFilter", "catalogueFilter", text, "LIST", "none",
     "with `--catalogues only`, which this implies: `organisation=NAME`, `group=NAME`, "
     "`format=NAME`, `since=DATE`, `until=DATE`, separated by commas (in a value `%2C`); "
     "`tagtrail catalogue URL` shows the names",
     "#harvest-by-a-catalogue", [](Job& job) -> Text& { return job.config.catalogue_filter; }},
    {kFetch, "--leave-traps", "", "leaveTraps", on_off, "on|off", "",
     "skip calendars, filters, orderings and other endless parts that add nothing, and name them "
     "at the end",
     "policies.md#traps", [](Job& job) -> bool& { return job.config.leave_traps; }},
    {kFetch, "--max-file-size", "maxFileBytes", "", size, "SIZE", "none",
     "skip larger files, e.g. `500MB`", "", [](Job& job) -> Number& { return job.max_file_bytes; }},
    {kFetch, "--revisit", "revisit", "", flag, "", "",
     "for a job that has finished: look for new, changed and vanished files", "revisits.md",
     [](Job& job) -> bool& { return job.revisit; }},

    {kWhere, "--out", "dir", "", text, "DIR", "harvest-HOST", "the job folder", "",
     [](Job& job) -> Text& { return job.out; }},
    {kWhere, "--name", "name", "", text, "MASK", "{name}",
     "names of the files, such as `{host}/{date}/{name}`; `tagtrail names --help` lists the "
     "fields. A job keeps its mask until another is given",
     "job-folder.md#files", [](Job& job) -> Text& { return job.name_mask; }},
    {kWhere, "--archive", "archive", "", text, words_of<kArchiveChoice>(), "none",
     "`warc`: keep all that is sent and received, in `archive/` of the job folder. A job keeps its "
     "choice",
     "archives.md", [](Job& job) -> Text& { return job.archive; }},
    {kWhere, "--archive-file-size", "", "", size, "SIZE", "1GB",
     "start another WARC file after this many bytes", "",
     [](Job& job) -> Number& { return job.archive_file_bytes; }},

    {kWhere, "--tables", "", "", on_off, "on|off", "",
     "look into the files for tables and describe them in `datapackage.json`, at the end; with "
     "`--about` also as they come",
     "#what-is-in-the-files", [](Job& job) -> bool& { return job.tables; }},

    {kStop, "--max-requests", "maxRequests", "", count, "N", "none",
     "stop after this many requests", "",
     [](Job& job) -> Number& { return job.config.budget.requests; }},
    {kStop, "--max-bytes", "maxBytes", "", size, "SIZE", "none",
     "stop after this many bytes, e.g. `2GB`", "",
     [](Job& job) -> Number& { return job.config.budget.bytes; }},
    {kStop, "--max-time", "maxTimeMs", "", time, "TIME", "none", "stop after this long, e.g. `30m`",
     "", [](Job& job) -> Number& { return job.config.budget.time_ms; }},
    {kStop, "--stop-at", "", "", share, "SHARE", "none",
     "stop when this share of the files within reach has probably been found, e.g. `95%`",
     "policies.md#stop-advice", [](Job& job) -> double& { return job.config.stop_at.share; }},
    {kStop, "--stop-confidence", "", "", share, "SHARE", "80%", "how sure `--stop-at` must be", "",
     [](Job& job) -> double& { return job.config.stop_at.confidence; }},
    {kStop, "--stop-when-exhausted", "", "", flag, "", "", "stop when new files have become rare",
     "policies.md#early-stopping",
     [](Job& job) -> bool& { return job.config.early_stopping.enabled; }},

    {kBrowser, "--browser", "browser", "", text, words_of<kBrowserChoice>(), "",
     "read pages in a browser tab: `auto` only those that need scripts", "",
     [](Job& job) -> Text& { return job.browser; }},
    {kBrowser, "--browser-kind", "", "", text, "chromium|firefox", "", "which browser", "",
     [](Job& job) -> Text& { return job.browser_kind; }},
    {kBrowser, "--show-browser", "", "", flag, "", "", "show the browser's window", "",
     [](Job& job) -> bool& { return job.show_browser; }},
    {kBrowser, "--page-time", "", "", time, "TIME", "30s",
     "how long a page in a tab may take, up to `10m`; pages that go on showing more share twenty "
     "times as long",
     "", [](Job& job) -> Number& { return job.page_time_ms; }},
    {kBrowser, "--profile", "", "", text, "DIR", "a fresh one",
     "browser profile to use, for sites behind a login; no other browser may be using it",
     "#sites-that-need-a-login", [](Job& job) -> Text& { return job.profile; }},
    {kBrowser, "--open-acting", "", "acting", text, "none|doubtful|all|ADDRESS...",
     "none with a browser, else doubtful",
     "links that do something (delete, order, log out) to open: `none`, `doubtful` (all but the "
     "certain ones), `all`, or those that are built as these addresses are (`tagtrail acts` lists "
     "them), also when a job is continued",
     "#links-that-act", [](Job& job) -> Text& { return job.open_acting; }},
    {kBrowser, "--administration", "administration", "", flag, "", "",
     "with a browser: also crawl the pages from which the site is run (`/wp-admin/`)", "",
     [](Job& job) -> bool& { return job.administration; }},
    {kBrowser, "--allow-posts", "allowPosts", "", flag, "", "",
     "with a login of yours: scripts of pages may send by POST what is not known to only ask for "
     "something",
     "#what-scripts-send", [](Job& job) -> bool& { return job.allow_posts; }},

    {kManners, "--delay", "delayMs", "", time, "TIME", "1s", "pause between requests to one host",
     "politeness.md", [](Job& job) -> Number& { return job.delay_ms; }},
    {kManners, "--max-crawl-delay", "", "", time, "TIME", "5m",
     "longest `Crawl-delay` of a robots.txt that is obeyed", "politeness.md",
     [](Job& job) -> Number& { return job.max_crawl_delay_ms; }},
    {kManners, "--max-wait", "", "", time, "TIME", "1h",
     "give up on a host that demands a longer wait (`Retry-After`, 429, 503), or that is away for "
     "longer (for 10 minutes at most)",
     "politeness.md", [](Job& job) -> Number& { return job.max_wait_ms; }},
    {kManners, "--connections", "", "inFlight", count, "N", "1",
     "requests in flight, up to 64; more than 1 only with `--delay 0`. A job keeps its number; at "
     "most 8 tabs",
     "", [](Job& job) -> Number& { return job.connections; }},
    {kManners, "--contact", "contact", "", text, "WHO", "none",
     "mail address or URL for the site's operators, sent with the user agent", "",
     [](Job& job) -> Text& { return job.contact; }},
    {kManners, "--user-agent", "", "", text, "TEXT", TAGTRAIL_PRODUCT " (...)",
     "what Tagtrail calls itself", "", [](Job& job) -> Text& { return job.user_agent; }},
    {kManners, "--ignore-robots", "robots", "", flag_off, "", "",
     "do not obey robots.txt; the manifest says so", "",
     [](Job& job) -> bool& { return job.robots; }},
    {kManners, "--allow-private", "allowPrivate", "", flag, "", "",
     "allow addresses in private networks", "",
     [](Job& job) -> bool& { return job.allow_private; }},
    {kManners, "--proxy", "", "", text, "URL", "the environment's",
     "load everything through `http://`, `https://` or `socks5://[USER:PASSWORD@]HOST:PORT`; "
     "`none`: directly",
     "#proxies-and-certificates", [](Job& job) -> Text& { return job.proxy; }},
    {kManners, "--cookies", "", "", text, "FILE", "those that the sites set",
     "begin with the cookies of this file (Netscape format, as curl, wget and browsers' exporters "
     "write it), as whoever they are of: needs `--browser never`, and is not kept; `none`: forget "
     "those that the job has",
     "#sites-that-need-a-login", [](Job& job) -> Text& { return job.cookies; }},
    {kManners, "--ca-file", "", "", text, "FILE", "$SSL_CERT_FILE",
     "trust these certificates (PEM) besides the system's", "#proxies-and-certificates",
     [](Job& job) -> Text& { return job.ca_file; }},

    {kChoice, "--policy", "policy", "policy", text, "NAME", "", "which policy", "policies.md",
     [](Job& job) -> Text& { return job.config.policy; }},
    {kChoice, "--about", "", "about", text, "WORDS", "none",
     "files about these words come first, all others later: `--about \"unemployment by region\"`; "
     "only with `trail`",
     "policies.md#files-about-a-topic", [](Job& job) -> Text& { return job.config.about; }},
    {kChoice, "--about-in", "", "", text, "LANGUAGES", "none",
     "take translations of `--about` as well: `de,fr` from English, `fr-en` from French; by the "
     "free "
     "dictionaries of FreeDict, as Debian has them (`dict-freedict-eng-deu`)",
     "policies.md#topics-in-other-languages", [](Job& job) -> Text& { return job.about_in; }},
    {kChoice, "--recipe", "", "", text, "FILE", "none",
     "begin with what was learnt of the site before: `recipe.json` of an earlier job, or its "
     "folder, or what the panel has exported",
     "#what-was-learnt", [](Job& job) -> Text& { return job.recipe; }},
    {kChoice, "--objective", "objective", "objective", text, "NAME", "",
     "what is looked for: `data-files` (`--targets`), the same with those first that hold "
     "`statistics`, pages with `markup` for machines, with search `forms`, or with new text "
     "(`content`)",
     "#pages-instead-of-files", [](Job& job) -> Text& { return job.config.objective; }},
    {kChoice, "--markup", "markup", "markup", text, "LIST", "",
     "kinds of markup that count with `--objective markup`", "#pages-instead-of-files",
     [](Job& job) -> Text& { return job.config.markup.syntaxes; }},
    {kChoice, "--markup-min", "", "markup", count, "N", "",
     "statements of one kind that make a page one of the wanted", "",
     [](Job& job) -> Number& { return job.config.markup.at_least; }},
    {kChoice, "--markup-count", "", "markup", flag, "", "",
     "prefer pages with many statements, instead of many pages with some", "",
     [](Job& job) -> bool& { return job.config.markup.count; }},
    {kChoice, "--seed", "seed", "seed", count, "N", "", "seed of the random choices", "",
     [](Job& job) -> Number& { return job.config.seed; }},
    {kChoice, "--classifier", "", "sb", text, "lr|svm|nb|pa", "",
     "learner that tells files' URLs from pages' in `sb-classifier`: logistic regression, support "
     "vectors, naive Bayes, or passive-aggressive",
     "policies.md#sb-classifier", [](Job& job) -> Text& { return job.config.sb.classifier; }},
    {kChoice, "--classifier-features", "", "sb", text, "url|url+context", "",
     "what that learner looks at: the URL alone, or also the anchor, the tag path and the text "
     "around",
     "", [](Job& job) -> Text& { return job.config.sb.classifier_features; }},
    {kChoice, "--action-index", "", "sb", text, "exact|hnsw", "",
     "how links find their group in `sb-classifier`: `exact`, or `hnsw` as published (approximate, "
     "slow)",
     "policies.md#sb-classifier", [](Job& job) -> Text& { return job.config.sb.action_index; }},
    {kChoice, "--host-function", "", "anthelion", text, "NAME", "",
     "how `anthelion` chooses among hosts: `success-rate`, `negative-bad`, `best-score`, "
     "`thompson`, `good-best`, `thompson-best`, `success-best`",
     "policies.md#anthelion", [](Job& job) -> Text& { return job.config.anthelion.host_function; }},
    {kChoice, "--link-classifier", "", "anthelion", text, "nb|ht", "",
     "what tells results from other links in `anthelion`: naive Bayes, or a Hoeffding tree", "",
     [](Job& job) -> Text& { return job.config.anthelion.classifier; }},
    {kChoice, "--link-features", "", "anthelion", text, "url|parents|both", "",
     "what it looks at: words of the URL, results that link there, or both", "",
     [](Job& job) -> Text& { return job.config.anthelion.features; }},
    {kChoice, "--acebot-sample", "", "acebot", count, "N", "",
     "requests from which `acebot` learns its navigation patterns", "policies.md#acebot",
     [](Job& job) -> Number& { return job.config.acebot.sample; }},
    {kChoice, "--acebot-steps", "", "acebot", count, "N", "",
     "steps of a pattern at most (the paper's `k`)", "",
     [](Job& job) -> Number& { return job.config.acebot.k; }},
    {kChoice, "--acebot-completion", "", "acebot", share, "SHARE", "95%",
     "share of the sample's word pairs that the patterns are to cover (`cr`)", "",
     [](Job& job) -> double& { return job.config.acebot.cr; }},
    {kChoice, "--acebot-labels", "", "acebot", text, "id|class|both", "",
     "which attributes tell links' places apart", "",
     [](Job& job) -> Text& { return job.config.acebot.labels; }},
    {kChoice, "--patterns", "", "acebot", text, "FILE", "none",
     "navigation patterns that `acebot` starts with instead of a sample: `patterns.txt` of an "
     "earlier job, or its folder",
     "policies.md#acebot", [](Job& job) -> Text& { return job.patterns; }},
    {kChoice, "--ache-model", "", "ache", text, "FILE", "none",
     "what `tagtrail train` has learnt: which pages are on topic (`ache`, `forms`), which forms "
     "are wanted (`forms`)",
     "policies.md#ache", [](Job& job) -> Text& { return job.ache_model; }},
    {kChoice, "--ache-mode", "", "ache", text, "NAME", "",
     "what ranks links in `ache`: `baseline` (their pages), `offline` (the model's link "
     "classifier), `offline-online` (which learns on), `online` (one learnt during the crawl)",
     "policies.md#ache", [](Job& job) -> Text& { return job.config.ache.mode; }},
    {kChoice, "--ache-learn-every", "", "ache", count, "N", "",
     "new results after which `ache` learns anew", "",
     [](Job& job) -> Number& { return job.config.ache.learn_every; }},
    {kChoice, "--ache-site-results", "", "ache", count, "N", "",
     "results after which `ache` leaves a host; 0: never", "",
     [](Job& job) -> Number& { return job.config.ache.site_results; }},
    {kChoice, "--ache-site-pages", "", "ache", count, "N", "",
     "answers after which `ache` leaves a host; 0: never", "",
     [](Job& job) -> Number& { return job.config.ache.site_pages; }},
    {kChoice, "--replica", "", "", text, "FILE", "none",
     "answer from a recorded site, or record one; needs `--browser never`",
     "replicas.md#harvest-with-a-replica", [](Job& job) -> Text& { return job.replica; }},
    {kChoice, "--replica-mode", "", "", text, words_of<kReplicaChoice>(), "",
     "`only`: no network; `prefer`: fetch and add what it lacks; `record`: fetch all", "",
     [](Job& job) -> Text& { return job.replica_mode; }},

    {kOutput, "--dry-run", "", "", flag, "", "",
     "load only the start page, show which kinds of its links would be opened and which not, and "
     "why, and leave nothing behind",
     "#before-a-harvest", [](Job& job) -> bool& { return job.dry_run; }},
    {kOutput, "--json", "", "", flag, "", "",
     "print one JSON object on standard output at the end; if the harvest failed it has `error`, "
     "with "
     "`code` and `message`",
     "", [](Job& job) -> bool& { return job.json; }},
    {kOutput, "--quiet", "", "", flag, "", "", "no progress on standard error", "",
     [](Job& job) -> bool& { return job.quiet; }},
    {kOutput, "--stats", "", "", text, "FILE", "none",
     "write statistics as JSON into it, every 5 s and at the end", "#watching-a-run",
     [](Job& job) -> Text& { return job.stats; }},
    {kOutput, "--metrics", "", "", count, "PORT", "none",
     "answer Prometheus at `http://127.0.0.1:PORT/metrics`; 0: any free port", "",
     [](Job& job) -> std::optional<Number>& { return job.metrics; }},
});

}  // namespace

std::span<const Option> job_options() { return kOptions; }

}  // namespace tagtrail::host
