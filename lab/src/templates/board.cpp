// A discussion board of another make than forum.cpp: threads under ids and tables, lists in several
// orders, a plain archive of all threads for machines, single messages, a calendar of birthdays.
//
// Assumed: threads of 100 words with 12 answers of 70, 10 a page, in 20 forums over 6 years; 20
// threads a page, in 3 orders; 1 tag. "Next thread" answers with a redirect. By seed, there is the
// archive (3 of 4), single messages (1 of 2) and the calendar (1 of 2).
#include <fmt/format.h>

#include <algorithm>

#include "templates/family.hpp"
#include "templates/parts.hpp"

namespace tagtrail::host::templates {
namespace {

enum BoardKind : std::uint32_t {
  kBoardIndex,
  kBoardForum,   ///< forum, page, order
  kBoardThread,  ///< thread, page
  kNextThread,   ///< thread: a redirect
  kSingle,       ///< thread, message (0: the thread itself)
  kPrintThread,  ///< thread
  kAnswerBox,    ///< thread: the login page
  kMember,       ///< person
  kMemberList,   ///< page
  kArchiveIndex,
  kArchiveForum,   ///< forum, page
  kArchiveThread,  ///< thread, page
  kBoardTag,       ///< tag, page
  kBirthdays,      ///< month
  kFaq
};

constexpr std::uint32_t kThreadsOnPage = 20;
constexpr std::uint32_t kThreadOrders = 3;
constexpr std::uint32_t kMessagesOnPage = 10;
constexpr std::uint32_t kArchivedOnPage = 50;
constexpr std::uint32_t kListedMembers = 30;

StockPlan board_plan(std::uint32_t texts) {
  StockPlan plan;
  plan.texts = texts;
  plan.years = 6;
  plan.subjects = 20;
  plan.tags_per_text = 1;
  plan.texts_per_tag = 10;
  plan.texts_per_person = 4;
  plan.answers = 12;
  plan.words = 100;
  plan.answer_words = 70;
  plan.outside_links = 0.4;
  return plan;
}

class Board final : public Family {
 public:
  Board(std::uint32_t texts, std::uint64_t seed)
      : stock_(board_plan(texts), seed),
        has_archive_(stock_.draw(0, 900) % 4 < 3),
        has_singles_(stock_.draw(0, 901) % 2 == 0),
        has_calendar_(stock_.draw(0, 902) % 2 == 0) {}

  std::string path(const Ref& ref) const override;
  Reply answer(const Ref& ref, Sheet& sheet) const override;

 private:
  void write_inside(const Ref& ref, Sheet& sheet) const;
  void index(Sheet& sheet) const;
  void forum(const Ref& ref, Sheet& sheet) const;
  void rows(Stock::List threads, Sheet& sheet) const;
  void thread(const Ref& ref, Sheet& sheet) const;
  void message(std::uint32_t thread, std::uint32_t place, Sheet& sheet) const;
  void words_of(std::uint32_t thread, std::uint32_t place, Sheet& sheet) const;
  void print(std::uint32_t thread, Sheet& sheet) const;
  void member(std::uint32_t person, Sheet& sheet) const;
  void members(std::uint32_t page, Sheet& sheet) const;
  void archive(const Ref& ref, Sheet& sheet) const;
  void archived_lines(const Ref& ref, Sheet& sheet) const;
  void birthdays(std::uint32_t month, Sheet& sheet) const;
  void navigation(Sheet& sheet) const;
  std::uint32_t author(std::uint32_t thread, std::uint32_t place) const {
    return place == 0 ? stock_.author(thread) : stock_.author(Stock::Answer{thread, place - 1});
  }
  std::uint32_t number(std::uint32_t thread, std::uint32_t place) const {
    return thread + 1 + stock_.number({thread, 0}) + place;
  }
  std::uint32_t pages(std::uint32_t thread, std::uint32_t size) const {
    return pages_of(stock_.answers(thread) + 1, size);
  }

  Stock stock_;
  bool has_archive_;
  bool has_singles_;
  bool has_calendar_;
};

std::string page_query(std::uint32_t page) {
  return page > 0 ? fmt::format("&page={}", page + 1) : "";
}

std::string Board::path(const Ref& ref) const {
  const std::string archived = ref.b > 0 ? fmt::format("-p-{}", ref.b + 1) : "";
  switch (ref.kind) {
    case kBoardForum:
      return fmt::format("/showforum.php?id={}{}{}", ref.a + 1,
                         ref.c > 0 ? fmt::format("&order={}", ref.c) : "", page_query(ref.b));
    case kBoardThread:
      return fmt::format("/show.php?thread={}{}", ref.a + 1, page_query(ref.b));
    case kNextThread:
      return fmt::format("/show.php?thread={}&go=next", ref.a + 1);
    case kSingle:
      return fmt::format("/single.php?message={}", number(ref.a, ref.b));
    case kPrintThread:
      return fmt::format("/print.php?thread={}", ref.a + 1);
    case kAnswerBox:
      return fmt::format("/answer.php?thread={}", ref.a + 1);
    case kMember:
      return fmt::format("/member.php?id={}", ref.a + 1);
    case kMemberList:
      return fmt::format("/memberlist.php?sort=name{}", page_query(ref.a));
    case kArchiveIndex:
      return "/archive/index.php";
    case kArchiveForum:
      return fmt::format("/archive/index.php/f-{}{}.html", ref.a + 1, archived);
    case kArchiveThread:
      return fmt::format("/archive/index.php/t-{}{}.html", ref.a + 1, archived);
    case kBoardTag:
      return fmt::format("/tags.php?tag={}{}", stock_.tag_name(ref.a), page_query(ref.b));
    case kBirthdays:
      return fmt::format("/calendar.php?month={}", ref.a + 1);
    case kFaq:
      return "/faq.php";
    default:
      return "/";
  }
}

Reply Board::answer(const Ref& ref, Sheet& sheet) const {
  if (ref.kind == kNextThread) {
    const auto threads = stock_.of_subject(stock_.subject(ref.a));
    const auto self = std::find(threads.begin(), threads.end(), ref.a);
    const std::uint32_t next = self == threads.begin() ? ref.a : *(self - 1);
    return {302, "text/html", {kBoardThread, next}};
  }
  sheet.open("html");
  if (ref.kind == kPrintThread) {
    print(ref.a, sheet);
    return {};
  }
  if (ref.kind == kArchiveIndex || ref.kind == kArchiveForum || ref.kind == kArchiveThread) {
    archive(ref, sheet);
    return {};
  }
  sheet.open("body");
  navigation(sheet);
  sheet.open("table#inside.tborder");
  sheet.open("tr");
  sheet.open("td.page");
  write_inside(ref, sheet);
  sheet.close(3);
  sheet.open("div.smallfont");
  if (has_archive_) sheet.link({kArchiveIndex}, "Archive");
  sheet.outside("http://boardsoftware.example/", "Board machine");
  return {};
}

void Board::navigation(Sheet& sheet) const {
  sheet.open("table#navbar");
  sheet.open("tr");
  const auto cell = [&](std::uint32_t kind, std::string_view name) {
    sheet.open("td.vbmenu");
    sheet.link({kind}, name);
    sheet.close();
  };
  cell(kBoardIndex, "Board");
  cell(kFaq, "Questions");
  cell(kMemberList, "Members");
  if (has_calendar_) cell(kBirthdays, "Calendar");
  sheet.close(2);
}

void Board::write_inside(const Ref& ref, Sheet& sheet) const {
  switch (ref.kind) {
    case kBoardForum:
      return forum(ref, sheet);
    case kBoardThread:
      return thread(ref, sheet);
    case kSingle:
      return message(ref.a, ref.b, sheet);
    case kAnswerBox:
      return sheet.element("form#login", "You are not logged in or may not see this page");
    case kMember:
      return member(ref.a, sheet);
    case kMemberList:
      return members(ref.a, sheet);
    case kBoardTag: {
      const auto threads = stock_.of_tag(ref.a);
      rows(page_of(threads, ref.b, kThreadsOnPage), sheet);
      return write_pager(sheet, {"div.pagenav", "a.smallfont", "a.previous", "a.next"}, ref.b,
                         pages_of(threads.size(), kThreadsOnPage), [&](std::uint32_t page) {
                           return Ref{kBoardTag, ref.a, page};
                         });
    }
    case kBirthdays:
      return birthdays(ref.a, sheet);
    case kFaq:
      return sheet.element("p", stock_.prose().text(stock_.draw(3, 910), 0, 700));
    default:
      return index(sheet);
  }
}

void Board::index(Sheet& sheet) const {
  sheet.open("table#forums");
  for (std::uint32_t i = 0; i < stock_.plan().subjects; ++i) {
    if (stock_.of_subject(i).empty()) continue;
    const std::uint32_t newest = stock_.of_subject(i).front();
    sheet.open("tr");
    sheet.open(fmt::format("td#f{}.alt1", i + 1));
    sheet.link({kBoardForum, i}, stock_.subject_name(i));
    sheet.close();
    sheet.open("td.alt2");
    sheet.link({kBoardThread, newest}, stock_.title(newest));
    sheet.close(2);
  }
  sheet.close();
}

/// The orders: newest first, oldest first, by a shuffle that stands for "most read".
void Board::forum(const Ref& ref, Sheet& sheet) const {
  const auto threads = stock_.of_subject(ref.a);
  std::vector<std::uint32_t> ordered(threads.begin(), threads.end());
  if (ref.c == 1) std::reverse(ordered.begin(), ordered.end());
  if (ref.c == 2) {
    std::sort(ordered.begin(), ordered.end(), [&](std::uint32_t a, std::uint32_t b) {
      return stock_.draw(a, 930) < stock_.draw(b, 930);
    });
  }
  sheet.element("h1", stock_.subject_name(ref.a));
  sheet.open("div#orders");
  for (std::uint32_t order = 0; order < kThreadOrders; ++order) {
    sheet.link({kBoardForum, ref.a, 0, order}, std::to_string(order), "a.order");
  }
  sheet.close();
  rows(page_of(ordered, ref.b, kThreadsOnPage), sheet);
  write_pager(sheet, {"div.pagenav", "a.smallfont", "a.previous", "a.next"}, ref.b,
              pages_of(threads.size(), kThreadsOnPage), [&](std::uint32_t page) {
                return Ref{kBoardForum, ref.a, page, ref.c};
              });
}

void Board::rows(Stock::List threads, Sheet& sheet) const {
  sheet.open("table#threadslist");
  for (const std::uint32_t thread : threads) {
    sheet.open("tr");
    sheet.open(fmt::format("td#td_title_{}.alt1", thread + 1));
    sheet.link({kBoardThread, thread}, stock_.title(thread));
    sheet.open("span.smallfont");
    for (std::uint32_t page = 1; page < std::min(pages(thread, kMessagesOnPage), 5U); ++page) {
      sheet.link({kBoardThread, thread, page}, std::to_string(page + 1));
    }
    sheet.close(2);
    sheet.open("td.alt2");
    sheet.link({kMember, author(thread, 0)}, stock_.person_name(author(thread, 0)));
    sheet.close(2);
  }
  sheet.close();
}

void Board::thread(const Ref& ref, Sheet& sheet) const {
  const std::uint32_t thread = ref.a;
  sheet.element("h1", stock_.title(thread));
  sheet.open("div#tools");
  sheet.link({kAnswerBox, thread}, "Answer", "a.answer");
  sheet.link({kPrintThread, thread}, "Print", "a.print");
  sheet.link({kNextThread, thread}, "Next thread", "a.next-thread");
  sheet.close();
  sheet.open("div#posts");
  const std::uint32_t end = std::min(stock_.answers(thread) + 1, (ref.b + 1) * kMessagesOnPage);
  for (std::uint32_t i = ref.b * kMessagesOnPage; i < end; ++i) message(thread, i, sheet);
  sheet.close();
  write_pager(sheet, {"div.pagenav", "a.smallfont", "a.previous", "a.next"}, ref.b,
              pages(thread, kMessagesOnPage), [&](std::uint32_t page) {
                return Ref{kBoardThread, thread, page};
              });
  sheet.open("div#tagbox");
  for (const std::uint32_t tag : stock_.tags_of(thread)) {
    sheet.link({kBoardTag, tag}, stock_.tag_name(tag));
  }
  sheet.close();
}

void Board::message(std::uint32_t thread, std::uint32_t place, Sheet& sheet) const {
  const std::uint32_t person = author(thread, place);
  sheet.open(fmt::format("table#post{}.tborder", number(thread, place)));
  sheet.open("tr");
  sheet.open("td.alt2");
  sheet.link({kMember, person}, stock_.person_name(person), "a.bigusername");
  if (has_singles_) sheet.link({kSingle, thread, place}, std::to_string(place + 1), "a.count");
  sheet.close();
  sheet.open("td.alt1");
  words_of(thread, place, sheet);
  if (person % 5 == 0) {
    sheet.open("div.signature");
    sheet.outside(stock_.outside_url(stock_.draw(person, 920)), "my site");
    sheet.close();
  }
  sheet.close(3);
}

void Board::words_of(std::uint32_t thread, std::uint32_t place, Sheet& sheet) const {
  if (place == 0) return write_text(sheet, stock_, thread);
  sheet.element("div", stock_.answer_text({thread, place - 1}));
}

void Board::print(std::uint32_t thread, Sheet& sheet) const {
  sheet.open("body#print");
  sheet.element("h1", stock_.title(thread));
  for (std::uint32_t i = 0; i < std::min(stock_.answers(thread) + 1, 40U); ++i) {
    sheet.open("div.printed");
    sheet.element("b", stock_.person_name(author(thread, i)));
    words_of(thread, i, sheet);
    sheet.close();
  }
  sheet.link({kBoardThread, thread}, "To the thread");
}

void Board::member(std::uint32_t person, Sheet& sheet) const {
  sheet.element("h1", stock_.person_name(person));
  sheet.open("div#profile");
  sheet.element("p", stock_.prose().text(stock_.draw(person, 921), 0, 10));
  if (person % 5 == 0) {
    sheet.outside(stock_.outside_url(stock_.draw(person, 920)), "web site", "a.homepage");
  }
  sheet.close();
}

void Board::members(std::uint32_t page, Sheet& sheet) const {
  sheet.open("table#members");
  const std::uint32_t end = std::min(stock_.persons(), (page + 1) * kListedMembers);
  for (std::uint32_t person = page * kListedMembers; person < end; ++person) {
    sheet.open("tr");
    sheet.open("td.alt1");
    sheet.link({kMember, person}, stock_.person_name(person));
    sheet.close(2);
  }
  sheet.close();
  write_pager(sheet, {"div.pagenav", "a.smallfont", "a.previous", "a.next"}, page,
              pages_of(stock_.persons(), kListedMembers), [](std::uint32_t other) {
                return Ref{kMemberList, other};
              });
}

void Board::archive(const Ref& ref, Sheet& sheet) const {
  sheet.open("body");
  sheet.open("div#archive");
  sheet.link({}, "The board", "a.full");
  archived_lines(ref, sheet);
  sheet.close();
}

void Board::archived_lines(const Ref& ref, Sheet& sheet) const {
  const Pager look{"div#pagenumbers", "a", "a.previous", "a.next"};
  if (ref.kind == kArchiveThread) {
    sheet.element("p.title", stock_.title(ref.a));
    const std::uint32_t end = std::min(stock_.answers(ref.a) + 1, (ref.b + 1) * kArchivedOnPage);
    for (std::uint32_t i = ref.b * kArchivedOnPage; i < end; ++i) {
      sheet.open("div.archived");
      words_of(ref.a, i, sheet);
      sheet.close();
    }
    return write_pager(sheet, look, ref.b, pages(ref.a, kArchivedOnPage), [&](std::uint32_t page) {
      return Ref{kArchiveThread, ref.a, page};
    });
  }
  sheet.open("ul.list");
  const auto entry = [&](const Ref& to, const std::string& name) {
    sheet.open("li");
    sheet.link(to, name);
    sheet.close();
  };
  if (ref.kind == kArchiveIndex) {
    for (std::uint32_t i = 0; i < stock_.plan().subjects; ++i) {
      entry({kArchiveForum, i}, stock_.subject_name(i));
    }
    return sheet.close();
  }
  const auto threads = stock_.of_subject(ref.a);
  for (const std::uint32_t thread : page_of(threads, ref.b, 4 * kArchivedOnPage)) {
    entry({kArchiveThread, thread}, stock_.title(thread));
  }
  sheet.close();
  write_pager(sheet, look, ref.b, pages_of(threads.size(), 4 * kArchivedOnPage),
              [&](std::uint32_t page) {
                return Ref{kArchiveForum, ref.a, page};
              });
}

/// Twelve months before and after each other, for as many years as the board has.
void Board::birthdays(std::uint32_t month, Sheet& sheet) const {
  sheet.open("table#calendar");
  for (std::uint32_t day = 0; day < 30; ++day) {
    const std::uint32_t person = (month * 30 + day) * 7 % stock_.persons();
    sheet.open("tr");
    sheet.open("td.day");
    sheet.link({kMember, person}, stock_.person_name(person));
    sheet.close(2);
  }
  sheet.close();
  sheet.open("div.pagenav");
  if (month > 0) sheet.link({kBirthdays, month - 1}, "earlier", "a.previous");
  if (month + 1 < stock_.months()) sheet.link({kBirthdays, month + 1}, "later", "a.next");
  sheet.close();
}

}  // namespace

std::unique_ptr<Family> make_board(std::uint32_t texts, std::uint64_t seed) {
  return std::make_unique<Board>(texts, seed);
}

}  // namespace tagtrail::host::templates
