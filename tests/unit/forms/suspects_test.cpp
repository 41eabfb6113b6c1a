// Links that may act by where they stand, in whatever language, and honest ones beside them.
#include "tagtrail/suspects.hpp"

#include <boost/test/unit_test.hpp>
#include <set>

#include "tagtrail/url.hpp"

using namespace tagtrail;

namespace {

struct Written {
  std::string path;
  std::string text;
  bool acts = false;
  std::string tag_path = "/html/body/table/tr/td/a";
  std::uint8_t hints = 0;
  std::string rel = {};
};

constexpr bool kActs = true;

std::string key_of(const std::string& path) {
  const auto key = canonical_url("https://h.example" + path);
  BOOST_REQUIRE_MESSAGE(key.has_value(), path);
  return *key;
}

/// Fails for each link that is judged otherwise than it says.
void check(const std::string& page, const std::vector<Written>& links) {
  std::vector<LinkObservation> seen;
  for (const Written& written : links) {
    LinkObservation link;
    link.url = key_of(written.path);
    link.written = written.path;
    link.anchor = written.text;
    link.tag_path = written.tag_path;
    link.hints = written.hints;
    link.rel = written.rel;
    seen.push_back(std::move(link));
  }
  std::set<std::size_t> suspect;
  for (const Suspect& one : suspects_on(key_of(page), seen)) {
    suspect.insert(one.link);
    BOOST_TEST(one.shape == link_shape(seen[one.link].url));
    BOOST_TEST(!to_words(one.act).empty());
  }
  for (std::size_t i = 0; i < links.size(); ++i) {
    // What words tell already is left by them.
    const bool left = suspect.contains(i) || assess_link(seen[i]).strength != ActStrength::none;
    BOOST_TEST(left == links[i].acts, links[i].path << " (" << links[i].text << ") on " << page);
  }
}

/// `columns` in each of three rows, with the number of the row for `#`.
std::vector<Written> rows(const std::vector<Written>& columns) {
  constexpr int kRows = 3;
  std::vector<Written> links;
  for (int row = 0; row < kRows; ++row) {
    const std::string number = std::to_string(31 + row * 7);
    for (Written link : columns) {
      for (std::string* text : {&link.path, &link.text}) {
        for (std::size_t at = text->find('#'); at != std::string::npos; at = text->find('#')) {
          text->replace(at, 1, number);
        }
      }
      if (link.text == "TITLE") link.text = "Title " + std::string(1, char('a' + row)) + " here";
      links.push_back(std::move(link));
    }
  }
  return links;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(suspects)

BOOST_AUTO_TEST_CASE(nobody_knows_when_a_script_sends_the_browser) {
  check("/list", {{"/next", "", kActs, "/html/head/script/@sends"},
                  {"/a.csv", "", !kActs, "/html/head/script/@sends"},
                  {"/more", "More of it", !kActs, "/html/body/a"}});
}

BOOST_AUTO_TEST_CASE(commands_of_rows_in_many_languages) {
  check("/talepler", rows({{"/talep/#", "TITLE"},
                           {"/talep/#/onayla", "Onayla", kActs},
                           {"/talep/#/devret", "Devret", kActs},
                           {"/talep/#/kapat", "Kapat", kActs}}));
  check("/tilaukset", rows({{"/tilaus/#", "TITLE"},
                            {"/hyvaksy/#", "Hyv\u00e4ksy", kActs},
                            {"/peruuta/#", "Peruuta", kActs}}));
  check("/zadosti", rows({{"/zadost?id=#", "TITLE"},
                          {"/zadost?schvalit=#", "Schv\u00e1lit", kActs},
                          {"/zadost?zamknout=#", "Zamknout", kActs}}));
  check("/shinsei", rows({{"/shinsei/#", "TITLE"},
                          {"/shinsei/#/shonin", "\u627f\u8a8d", kActs},
                          {"/shinsei/#/kyakka", "\u5374\u4e0b", kActs}}));
  check("/kerelmek", rows({{"/kerelem.php?id=#", "TITLE"},
                           {"/kerelem.php?id=#&muvelet=lezar", "Lez\u00e1r", kActs},
                           {"/kerelem.php?id=#&muvelet=atad", "\u00c1tad", kActs}}));
  check("/zayavki",
        rows({{"/zayavka/#/", "TITLE"},
              {"/zayavka/#/prinyat/", "\u041f\u0440\u0438\u043d\u044f\u0442\u044c", kActs},
              {"/zayavka/#/otklonit/", "\u041e\u0442\u043a\u043b\u043e\u043d\u0438\u0442\u044c",
               kActs}}));
  check("/aitiseis",
        rows({{"/aitisi/#", "TITLE"},
              {"/aitisi/#/egkrisi", "\u0388\u03b3\u03ba\u03c1\u03b9\u03c3\u03b7", kActs}}));
  check("/permintaan", rows({{"/permintaan/#", "TITLE"},
                             {"/permintaan/#/setujui", "Setujui", kActs},
                             {"/permintaan/#/arsipkan", "Arsipkan", kActs}}));
}

BOOST_AUTO_TEST_CASE(commands_without_a_language) {
  check("/keys", rows({{"/keys/#", "TITLE"},
                       {"/keys/#/regenerate", "", kActs},
                       {"/keys/#/freeze", "\u2744", kActs}}));
  check("/list", rows({{"/show/#", "TITLE"}, {"/x/#", "\u2716", kActs}, {"/y/#", "", kActs}}));
  check("/users", rows({{"/users/#", "TITLE"}, {"/users/#/impersonate", "Act as", kActs}}));
  check("/bills", rows({{"/bills/#", "TITLE"}, {"/bills/#/pay/now", "Settle", kActs}}));
  check("/t", rows({{"/t/2f9e11c0-aa0#", "TITLE"}, {"/t/2f9e11c0-aa0#/take", "Take", kActs}}));
}

BOOST_AUTO_TEST_CASE(commands_of_one_thing) {
  const std::string bar = "/html/body/div/p/a";
  check("/items/17", {{"/items/17/approve", "Approve", kActs, bar},
                      {"/items/17/zamknij", "Zamknij", kActs, bar},
                      {"/items/17/escalate", "Escalate", kActs, bar},
                      {"/items/17/files", "Files", false, bar},
                      {"/items/17/history", "History", false, bar},
                      {"/items/17/fr", "Fran\u00e7ais", false, bar},
                      {"/items/17.csv", "CSV", false, bar}});
  check("/ticket.php?id=9", {{"/ticket.php?id=9&x=done", "\u2713", kActs, bar},
                             {"/ticket.php?id=9&uzavrit=1", "Uzav\u0159\u00edt", kActs, bar},
                             {"/ticket.php?id=9&page=2", "2", false, bar}});
}

BOOST_AUTO_TEST_CASE(other_verbs_for_the_thing_of_a_page) {
  const std::string bar = "/html/body/div/p/a";
  check("/view/12", {{"/recarregar/12", "Recarregar", kActs, bar},
                     {"/delete/12", "Suprimir", kActs, bar},
                     {"/export/12.pdf", "PDF", !kActs, bar},
                     {"/view/13", "La seguenta", !kActs, bar},
                     {"/other/view/12", "Version", !kActs, bar},
                     {"/history/12", "Istoric", !kActs, bar}});
  // As plain links, with nothing that acts beside them, these may be what is known of the thing.
  check("/wpisy/12",
        {{"/tabele/12", "Tabele", !kActs, bar}, {"/oznacz/12", "Oznacz", !kActs, bar}});
  const std::string button = "/html/body/div/a.button";
  check("/view/12", {{"/partir/12", "Partir", kActs, button}});
  check("/lists/info/rain", {{"/lists/distribute/rain/9fa0c1?quiet=1", "Distribuir", kActs, button},
                             {"/lists/arc/rain/2024-05/", "maio", !kActs, bar},
                             {"/lists/review/rain", "Subscritores", !kActs, bar}});
  check("/su/rain",
        {{"/su/rain/-/members/request_access", "Bi\u00f0ja um", kActs, bar, 0, "nofollow"},
         {"/su/rain/-/members", "F\u00f3lk", !kActs, bar}});
}

BOOST_AUTO_TEST_CASE(who_is_to_come_back_was_sent_to_do_something) {
  check("/servers/", {{"/servers/halt.cgi?redir=%2Fservers%2F", "Halt", kActs},
                      {"/servers/zaustavi?na=/servers", "Zaustavi", kActs},
                      {"/servers/show.cgi?name=/data", "Podaci", !kActs}});
}

BOOST_AUTO_TEST_CASE(what_programs_call_showing_shows_in_any_language) {
  check("/index.cgi?host=x", rows({{"/index.cgi?action=browse&host=x&num=#", "#"},
                                   {"/index.cgi?action=view&type=LOG&num=#&host=x", "Logi", !kActs},
                                   {"/index.cgi?action=view&type=Err&num=#&host=x", "Vead", !kActs},
                                   {"/index.cgi?action=kustuta&num=#&host=x", "Kustuta", kActs}}));
  check("/jobs", rows({{"/jobs/#", "TITLE"},
                       {"/-/artifacts/download?job=#", "Afur\u00f0ir", !kActs},
                       {"/-/artifacts/geyma?job=#", "Geyma", kActs}}));
  // A list that does something with one of its own in passing.
  check("/?page=messages", rows({{"/?page=message&id=#", "TITLE"},
                                 {"/?page=messages&requeue=#", "Weer", kActs},
                                 {"/?page=messages&opskort=#", "Opskort", kActs}}));
  check("/?page=messages", rows({{"/?page=message&id=#", "TITLE"},
                                 {"/?page=figures&id=#", "Statistiek", !kActs},
                                 {"/?page=export&list=#", "Uitvoer", !kActs},
                                 {"/?page=send&id=#", "Stuur", kActs}}));
  check("/changes",
        rows({{"/change/#", "TITLE"}, {"/diff?from=a9e21bb0#&to=trunk", "Rozd\u00edl", !kActs}}));
  check("/goto?target=1",
        {{"/go?cmd=view&cmdClass=gui", "Inhalt", !kActs}, {"/go?cmd_typ=48", "Schwelle", kActs}});
}

BOOST_AUTO_TEST_CASE(names_that_programs_give_to_what_they_show) {
  check("/z.php?action=host.view",
        rows({{"/z.php?action=host.dashboard.view&hostid=#", "TITLE"},
              {"/z.php?action=latest.view&hostids=#", "M\u0259lumat", !kActs},
              {"/z.php?action=showgraph&itemids=#", "Qrafik", !kActs},
              {"/z.php?action=host.sondur&hostids=#", "S\u00f6nd\u00fcr", kActs}}));
  check("/z.php?action=problem.view",
        {{"/z.php?action=problem.view&sort=clock&sortorder=ASC", "Vaxt"},
         {"/z.php?action=problem.view&filter_severity=4", "Y\u00fcks\u0259k"},
         {"/z.php?set_filter=1", "B\u00fct\u00fcn"},
         {"/z.php?action=problem.view&tesdiq=4", "T\u0259sdiq", kActs}});
  check("/utilities.php", {{"/utilities.php?action=view_tech", "Dettalji"},
                           {"/utilities.php?action=rebuild_resource_cache", "Erga", kActs}});
  check("/301/", {{"/home?screen=User::SaveSearch&cache=88", "Cadw", kActs},
                  {"/home?screen=User::View&id=88", "Dangos", !kActs}});
  // The address of the thing itself has no verb.
  check("/home", rows({{"/home?screen=View&eprintid=#", "TITLE"},
                       {"/home?screen=Symud&eprintid=#", "Symud", kActs},
                       {"/#/", "Dangos", !kActs}}));
}

BOOST_AUTO_TEST_CASE(words_and_a_number_in_one) {
  check("/bug-browse-1.html", rows({{"/bug-view-#.html", "TITLE"},
                                    {"/bug-batlah-#.html", "Batlah", kActs},
                                    {"/bug-show-#.html", "Zurag", !kActs}}));
  BOOST_TEST(link_shape("http://h/bug-close-41.html") == link_shape("http://h/bug-close-57.html"));
  BOOST_TEST(link_shape("http://h/a-long-title-of-some-5.html") !=
             link_shape("http://h/a-long-title-of-some-6.html"));
}

BOOST_AUTO_TEST_CASE(other_verbs_by_query) {
  const std::string button = "/html/body/div/a.btn";
  check("/station/view?id=31", {{"/station/eiche?id=31", "Eiche", kActs, button},
                                {"/station/csv?id=31", "CSV", !kActs, button},
                                {"/station/verlauf?id=31", "Verlauf", !kActs},
                                {"/station/view?id=32", "Rhy", !kActs, button}});
  check("/ui.php?operation=details&class=Ask&id=31",
        {{"/ui.php?operation=stimulus&stimulus=ev_assign&class=Ask&id=31", "Assiner", kActs},
         {"/ui.php?operation=details&class=Person&id=3", "Djozef", !kActs},
         {"/ajax.document.php?operation=download_document&id=7", "aiwe", !kActs}});
  check("/forum.php?mod=list&fid=2",
        rows({{"/forum.php?mod=viewthread&tid=#&extra=page%3D1", "TITLE"}}));
  check("/forum.php?mod=viewthread&tid=812",
        {{"/forum.php?mod=viewthread&tid=812&authorid=3", "Only", !kActs},
         {"/forum.php?mod=viewthread&tid=812&action=printable", "Print it", !kActs},
         {"/forum.php?mod=viewthread&tid=812&ding=3", "Ding", kActs}});
}

BOOST_AUTO_TEST_CASE(methods_have_their_verb_first) {
  check("/reports/monthly.action", {{"/reports/closeMonth.action?month=5", "Bit", kActs},
                                    {"/reports/recalculateAll.action", "Kana", kActs},
                                    {"/reports/order_history.action", "Old", !kActs},
                                    {"/station/index?StationSearch%5Bkanton%5D=BE", "BE", !kActs}});
  check("/station/index", {{"/station/index?StationSearch%5Bkanton%5D=BE", "Barn", !kActs},
                           {"/station/index?q%5Bname_eq%5D=Aare", "Aare", !kActs}});
  check("/list.action", rows({{"/viewOrder.action?id=#", "TITLE"},
                              {"/printOrder.action?id=#", "Bohpum", !kActs},
                              {"/freezeOrder.action?id=#", "Bangkok", kActs}}));
}

BOOST_AUTO_TEST_CASE(routes_that_are_paths) {
  check("/index.php?route=product/category&path=20",
        {{"/index.php?route=account/order", "Orders"},
         {"/index.php?route=account/order.info&order_id=5", "More"},
         {"/index.php?route=account/order.reorder&order_id=5", "Again", kActs},
         {"/index.php?route=checkout/cart.add&product_id=4", "Cart", kActs}});
  const std::string button = "/html/body/table/tr/td/a.btn";
  check("/index.php?route=account/download",
        {{"/index.php?route=account/download.download&download_id=7", "", !kActs, button}});
}

BOOST_AUTO_TEST_CASE(a_button_pressed_by_its_name) {
  check("/account", {{"/index.php?controller=order&submitReorder=&id_order=41", "Riporosit", kActs},
                     {"/index.php?controller=detail&id_order=41", "Details", !kActs}});
  // A button that leads to its own page is no verb for a thing.
  check("/desk/tickets.php?id=41",
        {{"/desk/tickets.php?id=41&format=print", "Pecati", !kActs, "/html/body/a.action-button"}});
}

BOOST_AUTO_TEST_CASE(what_sets_something_on_its_own_page) {
  check("/inbox", {{"/inbox?x=done", "Done", kActs},
                   {"/inbox?gelesen=1", "Alle gelesen", kActs},
                   {"/inbox?star=5", "\u2605", kActs},
                   {"/inbox?star=6", "\u2605", kActs},
                   {"/inbox?page=2", "2"},
                   {"/inbox?sort=date", "Date"},
                   {"/inbox?kind=a", "First kind"},
                   {"/inbox?lang=fr", "fr"},
                   {"/inbox?jahr=2019", "2019"},
                   {"/inbox?ort=bonn", "Bonn"},
                   {"/inbox?ort=kiel", "Kiel"}});
}

BOOST_AUTO_TEST_CASE(tokens) {
  check("/", {{"/renew?key=9f31c0aa42", "Renew", kActs},
              {"/a?zz=k3J9xPq72LmN4", "One", kActs},
              {"/b?zz=k3J9xPq72LmN4", "Two", kActs},
              {"/list?tag=trees", "Trees"},
              {"/list?tag=birds", "Birds"},
              {"/list?tag=fish", "Fish"},
              {"/get.csv?key=9f31c0aa42", "CSV"}});
  // A session that stands in every address is no token of one.
  check("/?sid=k3J9xPq72LmN4", {{"/a?sid=k3J9xPq72LmN4", "One"}, {"/b?sid=k3J9xPq72LmN4", "Two"}});
}

BOOST_AUTO_TEST_CASE(what_a_script_handles) {
  check("/rooms", rows({{"/r/#", "Book it", kActs, "/html/body/ul/li/a", link_hint::kHandles}}));
  check("/rooms", rows({{"/r/#", "TITLE", false, "/html/body/ul/li/a", link_hint::kHandles}}));
}

BOOST_AUTO_TEST_CASE(what_stands_beside_one_that_acts) {
  check("/files", {{"/files/spring", "Spring"},
                   {"/files/spring/delete", "Delete", kActs},
                   {"/files/spring/kopyala", "Kopyala", kActs},
                   {"/files/autumn", "Autumn"}});
}

/// Keys that lead to the pages of an application at one address are no state of a page.
BOOST_AUTO_TEST_CASE(applications_at_one_address) {
  const std::string page = "/?controller=Task&action=show&task_id=31";
  check(page, {{"/?controller=Board&action=show&project_id=1", "Tablica"},
               {"/?controller=Task&action=transitions&task_id=31", "Przej\u015bcia"},
               {"/?controller=Export&action=tasks&project_id=1", "Zadania"},
               {"/?controller=Status&action=close&task_id=31", "Zamknij", kActs},
               {"/?controller=Mail&action=sendmdn&task_id=31", "Potwierdzenie", kActs}});
  check("/index.php?/photo/3", {{"/index.php?/photo/4", "Barrage"},
                                {"/index.php?/list/start-15", "Suite"},
                                {"/index.php?/photo/3&panier=1", "Panier", kActs}});
}

BOOST_AUTO_TEST_CASE(names_that_programs_give) {
  const std::string bar = "/html/body/p/a";
  check("/", {{"/job/rain/toggleLogKeep", "Behalten", kActs, bar},
              {"/user/generate_key/kim", "\uc7ac\uc0dd\uc131", kActs, bar},
              {"/lib/ajax.php?call=x", "Ewa", kActs, bar},
              {"/r/action/star?redirect_to=%2Fr", "Stern", kActs, bar},
              {"/p?workflow_action=retire", "Retira", kActs, bar},
              {"/cgi/cmd?cmd_typ=48", "Onemogu\u0107i", kActs, bar},
              {"/wiki/Set_theory", "Set theory", false, bar},
              {"/shop/order_history", "Bestellungen", false, bar},
              {"/my/orders/61?access_token=k3J9xPq72LmN4", "Bestellung", false, bar}});
}

BOOST_AUTO_TEST_CASE(things_without_a_number) {
  const std::string button = "/html/body/p/a.btn";
  check("/dataset/rain", {{"/dataset/follow/rain", "\ud314\ub85c\uc6b0", kActs, button},
                          {"/dataset/members/rain", "Leute", false, button},
                          {"/dataset/rain/build", "Bauen", kActs, button},
                          {"/dataset/rain/files", "Dateien", false, button}});
  check("/ticket/41", {{"/ticket/41/haal/+1", "\u25b2", kActs}});
}

/// `?status=open` chooses from a list, and sets the one thing that a page is about.
BOOST_AUTO_TEST_CASE(fields_of_the_page) {
  check("/ticket?id=118",
        {{"/ticket?id=118&status=open", "Openen", kActs}, {"/ticket?id=118&view=print", "Afdruk"}});
  check("/tickets", {{"/tickets?status=open", "Openen"}});
}

BOOST_AUTO_TEST_CASE(views_in_rows) {
  check("/list", rows({{"/topic?id=#", "TITLE"}, {"/topic?id=#&view=unread", ""}}));
  check("/list", rows({{"/topic?id=#", "TITLE"}, {"/topic?id=#&diff=prev&oldid=#", "edell."}}));
  check("/timeline", rows({{"/change/#/name", "Muudatus [#]"}}));
}

BOOST_AUTO_TEST_CASE(honest_rows) {
  check("/reports", rows({{"/reports/#", "TITLE"},
                          {"/reports/#.pdf", "PDF"},
                          {"/reports/#/download", "Download"},
                          {"/reports/#/tables", "Tables"},
                          {"/reports/#/csv", "csv"},
                          {"/reports/#/indir", "\u0130ndir"},
                          {"/export/#", "Export (# KB)"}}));
  check("/berichte", rows({{"/berichte/#", "TITLE"},
                           {"/berichte/#", "Weiterlesen"},
                           {"/berichte/#/anhang", "Bericht ansehen"},
                           {"/berichte/#/daten", "Daten"}}));
  check("/raporlar", rows({{"/rapor/#", "G\u00f6r\u00fcnt\u00fcle"}, {"/rapor/#/dosya", "Dosya"}}));
  check("/tables", rows({{"/tables/#/table.html", "v#"}, {"/old/#.html", "Ticket #"}}));
  check("/group-30/", {{"/group-30/docs", "Documents"},
                       {"/group-30/language-wg", "Language Bindings"},
                       {"/group-30/memory-wg", "Remote Memory"},
                       {"/group-30/tools-wg", "Tools"},
                       {"/group-30/hybrid-wg", "Hybrid"},
                       {"/group-30/chapters", "Chapters"},
                       {"/group-30/io-wg", "Input and Output"},
                       {"/group-30/ft-wg", "Fault Tolerance"}});
  check("/news", rows({{"/news/#-a-title", "TITLE"}, {"/news/#-a-title", ""}}));
  check("/gallery", rows({{"/photo/#", ""}}));
}

// Of a recorded site half of the files were left: buttons lead to the parts that a menu leads to,
// and pages that have moved say so by a script, too.
BOOST_AUTO_TEST_CASE(where_a_page_leads_plainly_no_button_and_no_script_makes_it_a_command) {
  const std::string button = "/html/body/div/a.btn btn-primary";
  const std::string menu = "/html/body/ul/li/a";
  const std::string script = "/html/head/script/@sends";
  check("/community/ops/", {{"/community/ops/plans/", "Planer", false, button},
                            {"/community/ops/plans/", "Planer", false, menu},
                            {"/community/ops/skjut/", "Skjut", kActs, button}});
  check("/old", {{"/new/17/", "", false, script}, {"/new/17/", "Click here", false, menu}});
  check("/old", {{"/new/17/", "", kActs, script}, {"/new/18/", "Click here", false, menu}});
}

BOOST_AUTO_TEST_CASE(things_that_are_listed_are_no_commands) {
  const std::string bar = "/html/body/div/p/a";
  check("/fair/17", {{"/fair/17/contributions/", "Bidrag", false, bar},
                     {"/fair/17/participants", "Deltagere", false, bar},
                     {"/fair/17/frys", "Frys", kActs, bar}});
}

BOOST_AUTO_TEST_CASE(honest_navigation) {
  const std::string nav = "/html/body/nav/ul/li/a";
  check("/a", {{"/category/3/health", "Health"},
               {"/category/5/schools", "Schools"},
               {"/category/8/traffic", "Traffic"},
               {"/2019/05", "May 2019"},
               {"/2019/06", "June 2019"},
               {"/archive/2019/may", "May"},
               {"/archive/2020/may", "May"},
               {"/archive/2020/june", "June"},
               {"/a?page=3", "3"},
               {"/a?start=20", "\u00bb"},
               {"/a?C=N;O=D", "Name"},
               {"/a?view=table", "Table"},
               {"/a?order=asc", "\u25b2"},
               {"/project/4/wiki", "Wiki", false, nav},
               {"/project/4/planung", "Planung", false, nav},
               {"/a?print", "Print"},
               {"/tag/spring", "spring"},
               {"/fr/", "fr"},
               {"/docs/v2/install.html", "Install"},
               {"/docs/17/intro.html", "Intro"},
               {"/docs/17/merge-sort-of-many-lists", "Sorting"},
               {"/page/2", "2"},
               {"/story/17/winter", "How the winter came to the valley of the long river"}});
}

BOOST_AUTO_TEST_CASE(shapes) {
  const auto shape = [](const std::string& path) { return link_shape(key_of(path)); };
  BOOST_TEST(shape("/items/17/approve") == "h.example/items/{}/approve");
  BOOST_TEST(shape("/items/item-18/approve/") == shape("/items/17/approve"));
  BOOST_TEST(shape("/a.php?b=x&id=3") == shape("/a.php?id=4&b=x"));
  BOOST_TEST(shape("/a.php?b=x&id=3") != shape("/a.php?id=4&b=y"));
  BOOST_TEST(shape("/api/v2/x") == "h.example/api/v2/x");
}

BOOST_AUTO_TEST_CASE(a_sign_without_any_text_acts_where_a_script_takes_its_press) {
  check("/Ticket/Display.html?id=30",
        {{"/Helpers/Merki?id=30", "", kActs, "/html/body/div/span/a", link_hint::kHandles},
         {"/Photo/Merki?id=30", "", false, "/html/body/div/p/a"},
         {"/Helpers/Merki", "", false, "/html/body/div/span/a", link_hint::kHandles}});
}

BOOST_AUTO_TEST_CASE(a_class_that_names_what_following_does) {
  const std::string in_list = "/html/body/ul/li/a";
  check("/view/12", {{"/reread/12", "Tornar", kActs, in_list + ".refresh"},
                     {"/domain/12", "Lo site", false, in_list},
                     {"/setup/cards", "view_cards", kActs, in_list + ".change-layout"},
                     {"/setup/news", "Novetats", false, in_list + ".change-log"},
                     {"/tags/rain", "Pluja", false, in_list + ".link"},
                     {"/rates/7", "4.5 %", false, in_list + ".change"},
                     {"/view/12?by=date", "Data", false, in_list + ".change-order"}});
  check("/", {{"/private-first", "Primero los privados", kActs, "/html/body/div/a.filter-off"},
              {"/rain", "Lluvia", false, "/html/body/ul/li/a.tab-off"},
              {"/snow", "Nieve", false, "/html/body/nav/a.view-on"},
              {"/carry-on", "Sigue", false, "/html/body/p/a"}});
}

BOOST_AUTO_TEST_CASE(methods_that_have_a_thing_for_their_object) {
  const std::string text = "/html/body/p/a";
  check("/parts/5", {{"/Users/ActAs/31", "Wie diese", kActs, text},
                     {"/parts/move_to/31", "Dorthin", kActs, text},
                     {"/Users/ActAs?id=31", "Wie diese", kActs, text},
                     {"/Users/Profile/31", "Wer", false, text},
                     {"/HowTo/31", "Anleitung", false, text},
                     {"/guide-to/31", "Anleitung", false, text},
                     {"/LinksTo/31", "Verweise", false, text},
                     {"/ActAs", "Wie diese", false, text}});
}

BOOST_AUTO_TEST_CASE(orders_with_a_word_that_says_how) {
  const std::string bar = "/html/body/ul.bar/li/a";
  check("/Rain", {{"/Rain?action=masslink", "Pautan", kActs, bar},
                  {"/Rain?action=quickadd", "Tambah", kActs, bar},
                  {"/Rain?action=info", "Maklumat", false, bar},
                  {"/Rain?action=permalink", "Alamat", false, bar},
                  {"/Rain?action=remarks", "Catatan", false, bar},
                  {"/Rain?action=recall", "Lihat", false, bar}});
}

BOOST_AUTO_TEST_CASE(methods_beside_the_list_that_a_page_is) {
  const std::string text = "/html/body/a";
  check("/report/index", {{"/report/year?id=17", "2017", false, text},
                          {"/report/neu-rechne", "Neu r\u00e4chne", kActs, text},
                          {"/report/overview", "Overview", false, text},
                          {"/report/baeche", "B\u00e4che", false, "/html/body/nav/a"}});
  check("/report/index", {{"/station/index", "Stationen", false, text},
                          {"/report/abgliche", "Abgliche", kActs, text}});
  // Pages of a folder, as far as anybody can tell.
  check("/report/index", {{"/report/baeche", "B\u00e4che", false, text},
                          {"/report/fluesse", "Fl\u00fcsse", false, text}});
  check("/report/index.html", {{"/station/index.html", "Stationen", false, text},
                               {"/report/baeche.html", "B\u00e4che", false, text}});
}

BOOST_AUTO_TEST_SUITE_END()
