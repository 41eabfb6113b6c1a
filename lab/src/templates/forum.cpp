// A forum in tables, all of it behind a few scripts with queries: forums, topics in pages, and
// every message, member and topic again under other addresses.
//
// Assumed: topics of 90 words with 9 answers of 60, 15 a page, in 14 forums over 8 years; 25 topics
// a page. Messages have addresses of their own that show their whole topic page; by seed, there are
// print views (3 of 4) and lists of what a member wrote (1 of 2). Answering leads to the login
// page.
#include <fmt/format.h>

#include "templates/family.hpp"
#include "templates/parts.hpp"

namespace tagtrail::host::templates {
namespace {

enum ForumKind : std::uint32_t {
  kForums,
  kForum,        ///< forum, page
  kThread,       ///< topic, page
  kMessage,      ///< topic, message (0: the topic itself): the topic page that has it
  kThreadPrint,  ///< topic, page
  kAnswerForm,   ///< topic: the login page
  kProfile,      ///< person
  kWritten,      ///< person, page
  kMembers,      ///< page, order
  kLogin,
  kHelp
};

constexpr std::uint32_t kTopicsInForum = 25;
constexpr std::uint32_t kMessagesInTopic = 15;
constexpr std::uint32_t kMembersOnPage = 30;
constexpr std::uint32_t kMemberOrders = 4;

StockPlan forum_plan(std::uint32_t texts) {
  StockPlan plan;
  plan.texts = texts;
  plan.subjects = 14;
  plan.texts_per_person = 3;
  plan.answers = 9;
  plan.words = 90;
  plan.answer_words = 60;
  plan.outside_links = 0.3;
  return plan;
}

class Forum final : public Family {
 public:
  Forum(std::uint32_t texts, std::uint64_t seed)
      : stock_(forum_plan(texts), seed),
        print_views_(stock_.draw(0, 900) % 4 < 3),
        written_lists_(stock_.draw(0, 901) % 2 == 0) {}

  std::string path(const Ref& ref) const override;
  Reply answer(const Ref& ref, Sheet& sheet) const override;

 private:
  void write_body(const Ref& ref, Sheet& sheet) const;
  void index(Sheet& sheet) const;
  void forum(const Ref& ref, Sheet& sheet) const;
  void topic_row(std::uint32_t topic, Sheet& sheet) const;
  void topic(std::uint32_t topic, std::uint32_t page, Sheet& sheet) const;
  void message(std::uint32_t topic, std::uint32_t place, Sheet& sheet) const;
  void print(const Ref& ref, Sheet& sheet) const;
  void profile(std::uint32_t person, Sheet& sheet) const;
  void written(const Ref& ref, Sheet& sheet) const;
  void members(const Ref& ref, Sheet& sheet) const;
  void form(std::string_view title, Sheet& sheet) const;
  std::uint32_t author(std::uint32_t topic, std::uint32_t place) const {
    return place == 0 ? stock_.author(topic) : stock_.author(Stock::Answer{topic, place - 1});
  }
  std::uint32_t pages(std::uint32_t topic) const {
    return pages_of(stock_.answers(topic) + 1, kMessagesInTopic);
  }

  Stock stock_;
  bool print_views_;
  bool written_lists_;
};

std::string starting(std::uint32_t page, std::uint32_t size) {
  return page > 0 ? fmt::format("&start={}", page * size) : "";
}

std::string Forum::path(const Ref& ref) const {
  switch (ref.kind) {
    case kForum:
      return fmt::format("/forum.php?f={}{}", ref.a + 1, starting(ref.b, kTopicsInForum));
    case kThread:
      return fmt::format("/topic.php?f={}&t={}{}", stock_.subject(ref.a) + 1, ref.a + 1,
                         starting(ref.b, kMessagesInTopic));
    case kMessage:
      return fmt::format("/topic.php?p={}", ref.a + 1 + stock_.number({ref.a, 0}) + ref.b);
    case kThreadPrint:
      return path({kThread, ref.a, ref.b}) + "&view=print";
    case kAnswerForm:
      return fmt::format("/post.php?mode=answer&f={}&t={}", stock_.subject(ref.a) + 1, ref.a + 1);
    case kProfile:
      return fmt::format("/members.php?mode=profile&u={}", ref.a + 2);
    case kWritten:
      return fmt::format("/find.php?author={}{}", ref.a + 2, starting(ref.b, kTopicsInForum));
    case kMembers:
      return fmt::format("/members.php?order={}{}", ref.b, starting(ref.a, kMembersOnPage));
    case kLogin:
      return "/account.php?mode=login";
    case kHelp:
      return "/help.php";
    default:
      return "/";
  }
}

Reply Forum::answer(const Ref& ref, Sheet& sheet) const {
  sheet.open("html");
  if (ref.kind == kThreadPrint) {
    print(ref, sheet);
    return {};
  }
  sheet.open("body#board.ltr");
  sheet.open("div#wrap");
  sheet.open("div#page-header");
  sheet.link({}, "All forums", "a.logo");
  sheet.open("ul.linklist");
  for (const auto& [kind, name] :
       {std::pair{kMembers, "Members"}, std::pair{kLogin, "Login"}, std::pair{kHelp, "Help"}}) {
    sheet.open("li");
    sheet.link({static_cast<std::uint32_t>(kind)}, name);
    sheet.close();
  }
  sheet.close(2);
  sheet.open("div#page-body");
  write_body(ref, sheet);
  sheet.close();
  sheet.open("div#page-footer");
  sheet.outside("http://forumsoftware.example/", "Forum machine");
  return {};
}

void Forum::write_body(const Ref& ref, Sheet& sheet) const {
  switch (ref.kind) {
    case kForum:
      return forum(ref, sheet);
    case kThread:
      return topic(ref.a, ref.b, sheet);
    case kMessage:
      return topic(ref.a, ref.b / kMessagesInTopic, sheet);
    case kAnswerForm:
    case kLogin:
      return form("Log in to write", sheet);
    case kProfile:
      return profile(ref.a, sheet);
    case kWritten:
      return written(ref, sheet);
    case kMembers:
      return members(ref, sheet);
    case kHelp:
      return sheet.element("div.panel", stock_.prose().text(stock_.draw(2, 910), 0, 900));
    default:
      return index(sheet);
  }
}

void Forum::index(Sheet& sheet) const {
  sheet.open("ul.topiclist.forums");
  for (std::uint32_t i = 0; i < stock_.plan().subjects; ++i) {
    if (stock_.of_subject(i).empty()) continue;
    const std::uint32_t newest = stock_.of_subject(i).front();
    sheet.open("li.row");
    sheet.open("dt");
    sheet.link({kForum, i}, stock_.subject_name(i), "a.forumtitle");
    sheet.text(stock_.prose().text(stock_.draw(i, 911), i, 12));
    sheet.close();
    sheet.open("dd.lastpost");
    sheet.link({kMessage, newest, stock_.answers(newest)}, stock_.title(newest));
    sheet.link({kProfile, author(newest, stock_.answers(newest))}, "its author", "a.username");
    sheet.close(2);
  }
  sheet.close();
}

void Forum::forum(const Ref& ref, Sheet& sheet) const {
  const auto topics = stock_.of_subject(ref.a);
  sheet.element("h2", stock_.subject_name(ref.a));
  sheet.open("div.forumbg");
  sheet.open("ul.topiclist.topics");
  for (const std::uint32_t topic : page_of(topics, ref.b, kTopicsInForum)) topic_row(topic, sheet);
  sheet.close(2);
  write_pager(sheet, {"div.topic-actions", "a", "a.left", "a.right"}, ref.b,
              pages_of(topics.size(), kTopicsInForum), [&](std::uint32_t page) {
                return Ref{kForum, ref.a, page};
              });
}

void Forum::topic_row(std::uint32_t topic, Sheet& sheet) const {
  const std::uint32_t last = stock_.answers(topic);
  sheet.open("li.row");
  sheet.open("dt");
  sheet.link({kThread, topic}, stock_.title(topic), "a.topictitle");
  sheet.open("span.pages");
  for (std::uint32_t page = 1; page < std::min(pages(topic), 4U); ++page) {
    sheet.link({kThread, topic, page}, std::to_string(page + 1));
  }
  sheet.close();
  sheet.link({kProfile, author(topic, 0)}, stock_.person_name(author(topic, 0)), "a.username");
  sheet.close();
  sheet.open("dd.lastpost");
  sheet.link({kProfile, author(topic, last)}, stock_.person_name(author(topic, last)),
             "a.username");
  sheet.link({kMessage, topic, last}, "newest", "a.newest");
  sheet.close(2);
}

void Forum::topic(std::uint32_t topic, std::uint32_t page, Sheet& sheet) const {
  const auto pager = [&] {
    write_pager(sheet, {"div.pagination", "a", "a.left", "a.right"}, page, pages(topic),
                [&](std::uint32_t other) {
                  return Ref{kThread, topic, other};
                });
  };
  sheet.open("h2");
  sheet.link({kThread, topic}, stock_.title(topic));
  sheet.close();
  sheet.open("div.topic-actions");
  sheet.link({kAnswerForm, topic}, "Answer", "a.reply-icon");
  if (print_views_) sheet.link({kThreadPrint, topic, page}, "Print view", "a.print");
  pager();
  sheet.close();
  const std::uint32_t end = std::min(stock_.answers(topic) + 1, (page + 1) * kMessagesInTopic);
  for (std::uint32_t i = page * kMessagesInTopic; i < end; ++i) message(topic, i, sheet);
  pager();
  sheet.open("p.jumpbox");
  sheet.link({kForum, stock_.subject(topic)}, stock_.subject_name(stock_.subject(topic)));
  sheet.close();
}

void Forum::message(std::uint32_t topic, std::uint32_t place, Sheet& sheet) const {
  const std::uint32_t person = author(topic, place);
  sheet.open(fmt::format("div#p{}.post", topic + 1 + stock_.number({topic, 0}) + place));
  sheet.open("div.postbody");
  sheet.open("p.author");
  sheet.link({kMessage, topic, place}, "#", "a.permalink");
  sheet.link({kProfile, person}, stock_.person_name(person), "a.username");
  sheet.close();
  sheet.open("div.content");
  if (place == 0) {
    write_text(sheet, stock_, topic);
  } else {
    sheet.text(stock_.answer_text({topic, place - 1}));
  }
  sheet.close();
  if (person % 4 == 0) {
    sheet.open("div.signature");
    sheet.text(stock_.prose().text(stock_.draw(person, 921), 0, 8) + " ");
    sheet.outside(stock_.outside_url(stock_.draw(person, 920)), "my site");
    sheet.close();
  }
  sheet.close(2);
}

void Forum::print(const Ref& ref, Sheet& sheet) const {
  sheet.open("body#printed");
  sheet.element("h1", stock_.title(ref.a));
  const std::uint32_t end = std::min(stock_.answers(ref.a) + 1, (ref.b + 1) * kMessagesInTopic);
  for (std::uint32_t i = ref.b * kMessagesInTopic; i < end; ++i) {
    sheet.open("div.post");
    sheet.element("b", stock_.person_name(author(ref.a, i)));
    if (i == 0) {
      write_text(sheet, stock_, ref.a);
    } else {
      sheet.element("div.content", stock_.answer_text({ref.a, i - 1}));
    }
    sheet.close();
  }
}

void Forum::profile(std::uint32_t person, Sheet& sheet) const {
  sheet.element("h2", stock_.person_name(person));
  sheet.open("div.panel");
  sheet.open("dl.details");
  sheet.element("dd", stock_.prose().text(stock_.draw(person, 921), 0, 8));
  if (person % 4 == 0) {
    sheet.outside(stock_.outside_url(stock_.draw(person, 920)), "web site", "a.www");
  }
  if (written_lists_) sheet.link({kWritten, person}, "What this member wrote", "a.written");
  sheet.close(2);
}

void Forum::written(const Ref& ref, Sheet& sheet) const {
  const auto topics = stock_.of_person(ref.a);
  sheet.element("h2", "Found");
  for (const std::uint32_t topic : page_of(topics, ref.b, kTopicsInForum)) {
    sheet.open("div.search");
    sheet.open("h3");
    sheet.link({kMessage, topic, 0}, stock_.title(topic));
    sheet.close();
    sheet.element("div.content", stock_.excerpt(topic, 40));
    sheet.close();
  }
  write_pager(sheet, {"div.pagination", "a", "a.left", "a.right"}, ref.b,
              pages_of(topics.size(), kTopicsInForum), [&](std::uint32_t page) {
                return Ref{kWritten, ref.a, page};
              });
}

/// In four orders, each with all pages.
void Forum::members(const Ref& ref, Sheet& sheet) const {
  const std::uint32_t all = stock_.persons();
  sheet.open("table#memberlist");
  sheet.open("tr");
  for (std::uint32_t order = 0; order < kMemberOrders; ++order) {
    sheet.open("th");
    sheet.link({kMembers, 0, order}, std::to_string(order));
    sheet.close();
  }
  sheet.close();
  const std::uint32_t begin = ref.a * kMembersOnPage;
  for (std::uint32_t i = begin; i < std::min(all, begin + kMembersOnPage); ++i) {
    const std::uint32_t person = (i + ref.b * (all / kMemberOrders)) % all;
    sheet.open("tr");
    sheet.open("td");
    sheet.link({kProfile, person}, stock_.person_name(person), "a.username");
    sheet.close(2);
  }
  sheet.close();
  write_pager(sheet, {"div.pagination", "a", "a.left", "a.right"}, ref.a,
              pages_of(all, kMembersOnPage), [&](std::uint32_t page) {
                return Ref{kMembers, page, ref.b};
              });
}

void Forum::form(std::string_view title, Sheet& sheet) const {
  sheet.element("h2", title);
  sheet.open("form#login");
  sheet.element("p", "The administrators ask you to give a name and a password");
  sheet.close();
}

}  // namespace

std::unique_ptr<Family> make_forum(std::uint32_t texts, std::uint64_t seed) {
  return std::make_unique<Forum>(texts, seed);
}

}  // namespace tagtrail::host::templates
