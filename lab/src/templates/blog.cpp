// A blog: posts in a stream, archives of every sort, answers below each post.
//
// Assumed: posts of 250 words, 4 answers of 35, 3 tags, in 12 categories over 8 years. By seed, a
// blog shows whole posts (2 of 5 do) or excerpts in its lists, has links that answer an answer (7
// of 10) and print views (1 of 2). Each page repeats the sidebar.
#include <fmt/format.h>

#include <array>

#include "templates/family.hpp"
#include "templates/parts.hpp"

namespace tagtrail::host::templates {
namespace {

enum BlogKind : std::uint32_t {
  kStream,    ///< page
  kPost,      ///< post, page of answers
  kCategory,  ///< category, page
  kTag,       ///< tag, page
  kMonth,     ///< month, page
  kDay,       ///< day
  kWriter,    ///< person, page
  kReply,     ///< post, answer: the post again
  kPrint,     ///< post
  kFeed,      ///< of the site, of a category (+ 1), of a post's answers (+ 1 + categories)
  kStatic     ///< about, contact, rules
};

constexpr std::uint32_t kInList = 10;
constexpr std::uint32_t kAnswersOnPage = 50;
constexpr std::uint32_t kExcerptWords = 55;
constexpr std::uint32_t kInWidget = 5;
constexpr std::uint32_t kInCloud = 40;
constexpr std::array<std::string_view, 3> kStaticPages{"about", "contact", "rules"};

StockPlan blog_plan(std::uint32_t texts) {
  StockPlan plan;
  plan.texts = texts;
  plan.tags_per_text = 3;
  plan.texts_per_person = 40;
  plan.answers = 4;
  plan.words = 250;
  plan.answer_words = 35;
  plan.outside_links = 1.5;
  return plan;
}

class Blog final : public Family {
 public:
  Blog(std::uint32_t texts, std::uint64_t seed)
      : stock_(blog_plan(texts), seed),
        whole_in_lists_(stock_.draw(0, 900) % 10 < 4),
        reply_links_(stock_.draw(0, 901) % 10 < 7),
        print_views_(stock_.draw(0, 902) % 10 < 5) {}

  std::string path(const Ref& ref) const override;
  Reply answer(const Ref& ref, Sheet& sheet) const override;

 private:
  std::string post_path(std::uint32_t post) const;
  Reply feed_of(std::uint32_t number) const;
  void write_main(const Ref& ref, Sheet& sheet) const;
  void list(const Ref& ref, Stock::List posts, std::string_view title, Sheet& sheet) const;
  void entry(std::uint32_t post, Sheet& sheet) const;
  void meta(std::uint32_t post, Sheet& sheet) const;
  void post(const Ref& ref, Sheet& sheet) const;
  void comments(const Ref& ref, Sheet& sheet) const;
  void print(std::uint32_t post, Sheet& sheet) const;
  void header(Sheet& sheet) const;
  void sidebar(const Ref& ref, Sheet& sheet) const;
  void calendar(std::uint32_t month, Sheet& sheet) const;

  Stock stock_;
  bool whole_in_lists_;
  bool reply_links_;
  bool print_views_;
};

std::string paged(std::string path, std::uint32_t page) {
  return page > 0 ? fmt::format("{}page/{}/", path, page + 1) : path;
}

std::string Blog::post_path(std::uint32_t post) const {
  const std::uint32_t day = stock_.day(post);
  return fmt::format("/{}/{:02}/{}-{}/", 2004 + day / 360, day / 30 % 12 + 1,
                     slug(stock_.title(post)), post);
}

std::string Blog::path(const Ref& ref) const {
  switch (ref.kind) {
    case kPost:
      return post_path(ref.a) + (ref.b > 0 ? fmt::format("comment-page-{}/", ref.b + 1) : "");
    case kCategory:
      return paged(fmt::format("/category/{}-{}/", slug(stock_.subject_name(ref.a)), ref.a), ref.b);
    case kTag:
      return paged(fmt::format("/tag/{}/", stock_.tag_name(ref.a)), ref.b);
    case kMonth:
      return paged(fmt::format("/{}/{:02}/", 2004 + ref.a / 12, ref.a % 12 + 1), ref.b);
    case kDay:
      return fmt::format("/{}/{:02}/{:02}/", 2004 + ref.a / 360, ref.a / 30 % 12 + 1,
                         ref.a % 30 + 1);
    case kWriter:
      return paged(fmt::format("/author/{}/", slug(stock_.person_name(ref.a))), ref.b);
    case kReply:
      return fmt::format("{}?replytocom={}", post_path(ref.a), stock_.number({ref.a, ref.b}));
    case kPrint:
      return post_path(ref.a) + "print/";
    case kFeed:
      if (ref.a == 0) return "/feed/";
      return ref.a <= stock_.plan().subjects
                 ? path({kCategory, ref.a - 1}) + "feed/"
                 : post_path(ref.a - 1 - stock_.plan().subjects) + "feed/";
    case kStatic:
      return fmt::format("/{}/", kStaticPages[ref.a]);
    default:
      return paged("/", ref.a);
  }
}

Reply Blog::feed_of(std::uint32_t number) const {
  const bool of_category = number > 0 && number <= stock_.plan().subjects;
  const auto posts = of_category ? stock_.of_subject(number - 1) : stock_.all();
  Reply reply;
  reply.mime = "application/rss+xml";
  reply.file = feed(*this, stock_, posts, [](std::uint32_t post) { return Ref{kPost, post}; });
  return reply;
}

Reply Blog::answer(const Ref& ref, Sheet& sheet) const {
  if (ref.kind == kFeed) return feed_of(ref.a);
  if (ref.kind == kPrint) {
    print(ref.a, sheet);
    return {};
  }
  sheet.open("html");
  sheet.open(ref.kind == kPost || ref.kind == kReply ? fmt::format("body.single.postid-{}", ref.a)
                                                     : "body.archive");
  sheet.open("div#page.site");
  header(sheet);
  sheet.open("div#content");
  sheet.open("main#main");
  write_main(ref, sheet);
  sheet.close();
  sidebar(ref, sheet);
  sheet.close();
  sheet.open("div#footer");
  sheet.link({kStatic, 2}, "Rules");
  sheet.outside("http://software.example/", "Made with a blog machine");
  return {};
}

void Blog::write_main(const Ref& ref, Sheet& sheet) const {
  switch (ref.kind) {
    case kPost:
    case kReply:
      return post(ref, sheet);
    case kCategory:
      return list(ref, stock_.of_subject(ref.a), stock_.subject_name(ref.a), sheet);
    case kTag:
      return list(ref, stock_.of_tag(ref.a), stock_.tag_name(ref.a), sheet);
    case kMonth:
      return list(ref, stock_.of_month(ref.a), date(ref.a * 30), sheet);
    case kDay:
      return list(ref, stock_.of_day(ref.a), date(ref.a), sheet);
    case kWriter:
      return list(ref, stock_.of_person(ref.a), stock_.person_name(ref.a), sheet);
    case kStatic:
      sheet.element("h1.entry-title", kStaticPages[ref.a]);
      sheet.element("div.entry", stock_.prose().text(stock_.draw(ref.a, 910), 0, 150));
      return;
    default:
      return list(ref, stock_.all(), "", sheet);
  }
}

void Blog::list(const Ref& ref, Stock::List posts, std::string_view title, Sheet& sheet) const {
  const bool is_stream = ref.kind == kStream;
  const std::uint32_t page = is_stream ? ref.a : ref.b;
  if (!title.empty()) sheet.element("h1.page-title", title);
  for (const std::uint32_t post : page_of(posts, page, kInList)) entry(post, sheet);
  write_pager(sheet, {"nav.navigation.pagination"}, page, pages_of(posts.size(), kInList),
              [&](std::uint32_t other) {
                return is_stream ? Ref{kStream, other} : Ref{ref.kind, ref.a, other};
              });
}

void Blog::entry(std::uint32_t post, Sheet& sheet) const {
  sheet.open(fmt::format("article#post-{}.post", post));
  sheet.open("h2.entry-title");
  sheet.link({kPost, post}, stock_.title(post));
  sheet.close();
  meta(post, sheet);
  sheet.open("div.entry-content");
  if (whole_in_lists_) {
    write_text(sheet, stock_, post);
  } else {
    sheet.element("p", stock_.excerpt(post, kExcerptWords));
    sheet.link({kPost, post}, "Continue reading", "a.more-link");
  }
  sheet.close();
  sheet.open("footer.entry-meta");
  for (const std::uint32_t tag : stock_.tags_of(post)) {
    sheet.link({kTag, tag}, stock_.tag_name(tag));
  }
  sheet.close(2);
}

void Blog::meta(std::uint32_t post, Sheet& sheet) const {
  sheet.open("div.entry-meta");
  sheet.element("time", date(stock_.day(post)));
  const std::uint32_t author = stock_.author(post);
  sheet.link({kWriter, author}, stock_.person_name(author), "a.author");
  const std::uint32_t subject = stock_.subject(post);
  sheet.link({kCategory, subject}, stock_.subject_name(subject), "a.category");
  sheet.close();
}

void Blog::post(const Ref& ref, Sheet& sheet) const {
  const std::uint32_t post = ref.a;
  sheet.open(fmt::format("article#post-{}.post", post));
  sheet.element("h1.entry-title", stock_.title(post));
  meta(post, sheet);
  sheet.open("div.entry-content");
  write_text(sheet, stock_, post);
  sheet.close();
  sheet.open("footer.entry-meta");
  for (const std::uint32_t tag : stock_.tags_of(post)) {
    sheet.link({kTag, tag}, stock_.tag_name(tag), "a.tag");
  }
  if (print_views_) sheet.link({kPrint, post}, "Print", "a.print");
  sheet.outside(fmt::format("http://share.example/?to={}", post), "Share", "a.share");
  sheet.close(2);
  sheet.open("nav#nav-below");
  if (post > 0) sheet.link({kPost, post - 1}, stock_.title(post - 1), "a.nav-previous");
  if (post + 1 < stock_.texts()) {
    sheet.link({kPost, post + 1}, stock_.title(post + 1), "a.nav-next");
  }
  sheet.close();
  comments(ref, sheet);
}

void Blog::comments(const Ref& ref, Sheet& sheet) const {
  const std::uint32_t all = stock_.answers(ref.a);
  const std::uint32_t page = ref.kind == kReply ? ref.b / kAnswersOnPage : ref.b;
  sheet.open("div#comments");
  sheet.element("h2", fmt::format("{} thoughts", all));
  sheet.open("ol.commentlist");
  for (std::uint32_t i = page * kAnswersOnPage; i < std::min(all, (page + 1) * kAnswersOnPage);
       ++i) {
    const Stock::Answer answer{ref.a, i};
    const std::uint32_t number = stock_.number(answer);
    sheet.open(fmt::format("li#comment-{}.comment", number));
    const std::string name = stock_.person_name(stock_.author(answer));
    if (number % 3 == 0) {
      sheet.outside(stock_.outside_url(stock_.draw(stock_.author(answer), 920)), name, "a.url");
    } else {
      sheet.element("cite", name);
    }
    sheet.element("p", stock_.answer_text(answer));
    if (reply_links_) sheet.link({kReply, ref.a, i}, "Reply", "a.comment-reply-link");
    sheet.close();
  }
  sheet.close();
  write_pager(sheet, {"div.comment-navigation"}, page, pages_of(all, kAnswersOnPage),
              [&](std::uint32_t other) {
                return Ref{kPost, ref.a, other};
              });
  sheet.link({kFeed, ref.a + 1 + stock_.plan().subjects}, "Answers as a feed", "a.feed");
  sheet.close();
}

void Blog::print(std::uint32_t post, Sheet& sheet) const {
  sheet.open("html");
  sheet.open("body.print");
  sheet.element("h1", stock_.title(post));
  write_text(sheet, stock_, post);
  sheet.link({kPost, post}, "Back to the post");
}

void Blog::header(Sheet& sheet) const {
  sheet.open("div#masthead");
  sheet.link({}, "Home", "a.logo");
  sheet.open("ul#menu");
  for (std::uint32_t i = 0; i < kStaticPages.size(); ++i) {
    sheet.open("li.menu-item");
    sheet.link({kStatic, i}, kStaticPages[i]);
    sheet.close();
  }
  sheet.close(2);
}

void Blog::sidebar(const Ref& ref, Sheet& sheet) const {
  sheet.open("div#sidebar");
  sheet.open("ul#recent-posts.widget");
  for (const std::uint32_t post : page_of(stock_.all(), 0, kInWidget)) {
    sheet.open("li");
    sheet.link({kPost, post}, stock_.title(post));
    sheet.close();
  }
  sheet.close();
  sheet.open("ul#categories.widget");
  for (std::uint32_t i = 0; i < stock_.plan().subjects; ++i) {
    sheet.open("li");
    sheet.link({kCategory, i}, stock_.subject_name(i));
    sheet.link({kFeed, i + 1}, "feed", "a.rss");
    sheet.close();
  }
  sheet.close();
  sheet.open("ul#archives.widget");
  for (std::uint32_t i = stock_.months(); i-- > 0;) {
    if (stock_.of_month(i).empty()) continue;
    sheet.open("li");
    sheet.link({kMonth, i}, date(i * 30));
    sheet.close();
  }
  sheet.close();
  sheet.open("div#tag-cloud.widget");
  for (std::uint32_t i = 0; i < std::min(kInCloud, stock_.tags()); ++i) {
    if (!stock_.of_tag(i).empty()) sheet.link({kTag, i}, stock_.tag_name(i), "a.tag-link");
  }
  sheet.close();
  const bool of_month = ref.kind == kMonth || ref.kind == kDay;
  calendar(of_month ? (ref.kind == kDay ? ref.a / 30 : ref.a) : stock_.months() - 1, sheet);
  sheet.link({kFeed}, "Posts as a feed", "a.feed");
  sheet.close();
}

void Blog::calendar(std::uint32_t month, Sheet& sheet) const {
  sheet.open("table#calendar.widget");
  sheet.open("tr");
  for (std::uint32_t day = month * 30; day < month * 30 + 30; ++day) {
    sheet.open("td");
    if (stock_.of_day(day).empty()) {
      sheet.text(std::to_string(day % 30 + 1));
    } else {
      sheet.link({kDay, day}, std::to_string(day % 30 + 1));
    }
    sheet.close();
  }
  sheet.close();
  sheet.open("tr");
  sheet.open("td.prev");
  if (month > 0) sheet.link({kMonth, month - 1}, "earlier");
  sheet.close(3);
}

}  // namespace

std::unique_ptr<Family> make_blog(std::uint32_t texts, std::uint64_t seed) {
  return std::make_unique<Blog>(texts, seed);
}

}  // namespace tagtrail::host::templates
