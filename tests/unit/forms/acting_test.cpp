// Which links are taken for ones that act: by tables, harmless ones too.
#include "tagtrail/acting.hpp"

#include <boost/test/unit_test.hpp>

#include "tagtrail/plain_words.hpp"
#include "tagtrail/url.hpp"

using namespace tagtrail;

namespace {

ActStrength strength(const std::string& path) {
  const auto key = canonical_url("https://h.example" + path);
  BOOST_REQUIRE_MESSAGE(key.has_value(), path);
  return assess_url(*key).strength;
}

LinkObservation link_to(std::string path, std::string anchor = "x") {
  LinkObservation link;
  link.url = "https://h.example" + path;
  link.anchor = std::move(anchor);
  link.tag_path = "/html/body/a";
  return link;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(acting)

// A bin without a word was no sign, whatever the page called it.
BOOST_AUTO_TEST_CASE(signs_in_place_of_words) {
  for (const char* names : {"fa fa-trash", "bi bi-trash3-fill", "glyphicon glyphicon-remove",
                            "icon-sign-out", "fa-solid fa-right-from-bracket", "iconDelete"}) {
    BOOST_TEST(sign_acts(names), names);
  }
  for (const char* names : {"fa fa-download", "icon-archive", "binary", "bi bi-box-arrow-up-right",
                            "fa fa-external-link", "table-remover", ""}) {
    BOOST_TEST(!sign_acts(names), names);
  }
  for (const char* label : {"Delete", "Delete item 17", "Eintrag löschen", "Log out"}) {
    BOOST_TEST(label_acts(label), label);
  }
  for (const char* label : {"", "Download", "What to do before you delete a file", "Details"}) {
    BOOST_TEST(!label_acts(label), label);
  }
  LinkObservation link = link_to("/items/7/x", "");
  BOOST_TEST((assess_link(link).strength == ActStrength::none));
  link.hints = link_hint::kSign;
  BOOST_TEST((assess_link(link).strength == ActStrength::doubtful));
  link.url = "https://h.example/items/7.csv";
  BOOST_TEST((assess_link(link).strength == ActStrength::none));
}

/// Without a session, too, what is asked for with such a token is a file, or the next part.
BOOST_AUTO_TEST_CASE(tokens_that_let_read_are_no_signs) {
  for (const char* path :
       {"/t.csv?X-Amz-Signature=ab12&X-Amz-Security-Token=FwoGZXIvYXdzEB",
        "/t.csv?bug_stick_token=2026ab", "/oai?verb=ListRecords&resumptionToken=7a",
        "/list?page_token=Cg0K", "/file/7?access_token=ab12"}) {
    BOOST_TEST((assess_link(link_to(path)).strength == ActStrength::none), path);
  }
  for (const char* path : {"/bug/7?bug_stick_token=2026ab", "/poll/7?ChallengeToken=ab12"}) {
    BOOST_TEST((assess_link(link_to(path)).strength == ActStrength::doubtful), path);
  }
  LinkObservation red = link_to("/download/5", "PDF");
  red.tag_path = "/html/body/a.btn btn-danger";
  BOOST_TEST((assess_link(red).strength == ActStrength::none));
}

BOOST_AUTO_TEST_CASE(no_doubt) {
  for (const char* path : {"/items/7/delete",
                           "/delete/7",
                           "/items/8?action=delete",
                           "/unsubscribe?u=1",
                           "/logout",
                           "/log%6fut",
                           "/users/sign_out",
                           "/se-deconnecter",
                           "/Abmeldung",
                           "/cerrar_sesion",
                           "/logga-ut",
                           "/uitlog",
                           "/esci",
                           "/session/destroy",
                           "/cart/add?id=3",
                           "/order/confirm?id=9",
                           "/account/close?confirm=1",
                           "/wp-login.php?action=logout&_wpnonce=1",
                           "/comment.php?c=4&action=trashcomment&_wpnonce=8f",
                           "/comment.php?action=spamcomment&c=2",
                           "/comment.php?action=approvecomment&c=2",
                           "/doku.php?id=start&do=revert&sectok=8c",
                           "/index.php?title=A&action=rollback&token=1",
                           "/post.php?post=3&action=delete",
                           "/upload.php?action=trash&post=4",
                           "/%D0%B2%D1%8B%D0%B9%D1%82%D0%B8",
                           "/%E3%83%AD%E3%82%B0%E3%82%A2%E3%82%A6%E3%83%88",
                           "/usuarios/9/eliminar",
                           "/artikel/4/l%C3%B6schen",
                           "/shop?add-to-cart=12",
                           "/member/logOut.do",
                           "/auth/log-off",
                           "/a?do=logout",
                           "/deleteItem?id=4&csrf_token=1"}) {
    BOOST_TEST((strength(path) == ActStrength::sure), path);
  }
}

BOOST_AUTO_TEST_CASE(doubtful) {
  for (const char* path :
       {"/quit", "/exit", "/bye", "/disconnect", "/salir", "/admin/reset", "/vote?up=1",
        "/posts/7/edit", "/x?_wpnonce=12", "/x?token=12", "/doku.php?id=a&do=edit",
        "/index.php?title=A&action=edit", "/thing?delete=7", "/wiki/Special:UserLogout",
        "/index.php?title=Special:UserLogout&x=1", "/page?confirm=1", "/posts/12/publish",
        "/subscribe?list=3"}) {
    BOOST_TEST((strength(path) == ActStrength::doubtful), path);
  }
}

/// The second half are addresses as real statistics offices, libraries and standards have them.
BOOST_AUTO_TEST_CASE(harmless) {
  for (const char* path :
       {"/", "/downloads/delete-records-2019.csv", "/news/how-to-unsubscribe",
        "/news/how-to-log-out-safely", "/statistics/votes/2021.csv", "/statistics/vote/",
        "/orders/2020.pdf", "/exit-polls/", "/exit-polls/2019/results.xlsx", "/data/removal-2020/",
        "/deleted-scenes", "/deletions/2020", "/docs/delete.html", "/docs/ref/remove.htm",
        "/docs/quit.html", "/delete.csv", "/logout-statistics.csv", "/reports/approved-budgets",
        "/reports/approval-2020", "/spam-report-2020", "/security/spam-trends",
        "/trash-collection/", "/waste/trash-statistics.xlsx", "/trade/imports?year=2020",
        "/trade/import?year=2020", "/trade/export?year=2020", "/data/update?year=2020",
        "/search?q=delete", "/search?s=logout", "/?query=unsubscribe", "/tables?action=view&id=4",
        "/tables?do=show&id=4", "/get?op=download&id=3", "/download?id=17",
        "/download?token=abc123", "/files/9?token=1f", "/export?format=csv&token=9",
        "/data.csv?token=abc", "/data.csv?nonce=", "/a?mode=list", "/buy/",
        "/buy/accessible-products/", "/sell/buy", "/order", "/orders", "/checkouts/2020",
        "/cart-statistics", "/account", "/accounts/national/2020", "/session/3", "/sessions/2020",
        "/subscriptions", "/newsletter", "/newsletter/2020/05", "/closed-schools.csv",
        "/close-contacts/", "/reset-password-guide", "/confirmations/2020", "/like-minded/",
        "/edit-distance/", "/publish/", "/publications/", "/following-pages", "/votes?page=2",
        // like those of recorded sites
        "/indicadores/ods/objetivo_1.html", "/en/sdg/goal-10/target-10-7.html",
        "/elementos/ele0012300/tbl0012345_i.html", "/productosServicios/datos/tabla.xls",
        "/blog/accessibility-bytes-no-3/", "/content/conformance-reporting/",
        "/create/documents/training-videos/", "/test/web-software/", "/manage/policy-management/",
        "/manage/laws-and-policies/quick-reference-guide/",
        "/buy/request-accessibility-information/",
        "/Data/cf-standard-names/79/build/cf-standard-name-table.html",
        "/cf-conventions/cf-conventions-1.8/build/apa.html", "/faq/", "/meetings/2019.html",
        "/training/reference/concepts/updates/", "/reference/niem-management/", "/releases/5.0/",
        "/docs/mpi-1.1/mpi-11-html/node63.html", "/docs/mpi-3.1/mpi31-report/node262.htm",
        "/meetings/2016/secretary/minutes.pdf", "/elimination/",
        "/elimination-programme/report.pdf", "/library/items/123/",
        "/media/uploads/pacelf_12.pdf"}) {
    BOOST_TEST((strength(path) == ActStrength::none), path);
  }
}

/// A library's own history of "cancel" and "delete" is no command: functions are named so.
BOOST_AUTO_TEST_CASE(text_alone_says_little) {
  BOOST_TEST((assess_link(link_to("/docs/node7.html", "Delete")).strength == ActStrength::none));
  BOOST_TEST((assess_link(link_to("/topics/remove-x", "Remove")).strength == ActStrength::none));
  BOOST_TEST((assess_link(link_to("/items?id=7", "Delete")).strength == ActStrength::doubtful));
  BOOST_TEST((assess_link(link_to("/i/7", "L\xC3\xB6schen")).strength == ActStrength::doubtful));
  BOOST_TEST((assess_link(link_to("/x",
                                  "D\xC3\xA9"
                                  "connexion"))
                  .strength == ActStrength::doubtful));
  BOOST_TEST((assess_link(link_to("/files/7.csv", "Delete")).strength == ActStrength::none));
}

/// A library's pages all had <a href="#">Logout</a>, and so each of them was taken for a logout.
BOOST_AUTO_TEST_CASE(what_leads_to_its_own_page_is_no_command) {
  LinkObservation link = link_to("/library", "Logout");
  BOOST_TEST((assess_link(link).strength == ActStrength::doubtful));
  link.written = "#";
  BOOST_TEST((assess_link(link).strength == ActStrength::none));
}

BOOST_AUTO_TEST_CASE(what_the_page_says) {
  LinkObservation link = link_to("/items/x");
  link.hints = link_hint::kConfirms;
  BOOST_TEST((assess_link(link) == Act{ActStrength::doubtful, ActSign::confirmation, ""}));
  link.hints = link_hint::kAll;
  BOOST_TEST((assess_link(link).strength == ActStrength::sure));
  link = link_to("/items/x");
  link.tag_path = "/html/body/div/a.submitdelete deletion";
  BOOST_TEST((assess_link(link) == Act{ActStrength::doubtful, ActSign::names, "submitdelete"}));
  link.tag_path = "/html/body/div.delete/a.item";
  BOOST_TEST((assess_link(link).strength == ActStrength::none));
}

BOOST_AUTO_TEST_CASE(a_row_of_commands) {
  LinkObservation link = link_to("/posts/remove-it", "Delete");
  BOOST_TEST((assess_link(link).strength == ActStrength::none));
  link.around = "Edit | Delete | View";
  BOOST_TEST((assess_link(link).strength != ActStrength::none));
  link = link_to("/posts/x/vote");
  BOOST_TEST((assess_link(link).strength == ActStrength::none));
  link.rel = "nofollow";
  BOOST_TEST((assess_link(link).strength == ActStrength::doubtful));
}

BOOST_AUTO_TEST_CASE(sessions_end) {
  for (const char* path : {"/logout", "/wp-login.php?reauth=1&redirect_to=x", "/a?do=logout",
                           "/w/Special:UserLogout", "/index.php?action=SignOut"}) {
    BOOST_TEST(ends_session("https://h.example" + std::string(path)), path);
  }
  for (const char* path : {"/login", "/x?q=logout", "/logout-statistics.csv", "/exit-polls"}) {
    BOOST_TEST(!ends_session("https://h.example" + std::string(path)), path);
  }
}

BOOST_AUTO_TEST_CASE(words_of_all_scripts) {
  BOOST_TEST(plain_words("Se D\xC3\x89"
                         "CONNECTER!") == "se deconnecter");
  BOOST_TEST(plain_words("\xD0\x92\xD1\x8B\xD0\xB9\xD1\x82\xD0\xB8") ==
             "\xD0\xB2\xD1\x8B\xD0\xB8\xD1\x82\xD0\xB8");
  BOOST_TEST(plain_words("\xC4\x8C\xC5\x99\xC5\xBE \xFF a") == "crz a");
  BOOST_TEST(words_of_name("deleteItem_now") == "delete item now");
}

BOOST_AUTO_TEST_CASE(administration) {
  BOOST_TEST(administration_by_name("http://h/wp-admin/edit.php") == "http://h/wp-admin/");
  BOOST_TEST(administration_by_name("http://h/news/administrator-wanted").empty());
  Page page;
  for (int i = 0; i < 8; ++i) page.links.push_back(link_to("/admin/x" + std::to_string(i)));
  BOOST_TEST(administration_of("https://h.example/admin/list", page).empty());
  for (int i = 0; i < 4; ++i) {
    page.links.push_back(link_to("/admin/" + std::to_string(i) + "/delete"));
  }
  // What somebody has to do is a list with one kind of command, in every row.
  BOOST_TEST(administration_of("https://h.example/admin/list", page).empty());
  page.links.push_back(link_to("/logout"));
  BOOST_TEST(administration_of("https://h.example/admin/list", page).empty());
  page.links.push_back(link_to("/admin/1/unpublish"));
  BOOST_TEST(administration_of("https://h.example/admin/list", page) == "https://h.example/admin/");
  BOOST_TEST(administration_of("https://h.example/forum/list", page).empty());
  page.links.front().tag_path = "/html/body.wp-admin wp-core-ui/div/a";
  BOOST_TEST(administration_of("https://h.example/verwalten/seite", page) ==
             "https://h.example/verwalten/");
}

BOOST_AUTO_TEST_SUITE_END()
