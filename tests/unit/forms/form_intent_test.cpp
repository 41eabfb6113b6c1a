// Forms that do something are never sent, whatever language they are in; searches are asked. Forms
// by GET for newsletters, bookings and votes were once sent when their buttons said so in words
// that were on no list.
#include "forms/form_intent.hpp"

#include <boost/test/unit_test.hpp>

#include "forms/form_shape.hpp"

using namespace tagtrail;

namespace {

QueryInput box(std::string name, std::string label = "", std::string kind = "text") {
  return {std::move(kind), std::move(name), false, {{"", std::move(label), true}}};
}

QueryInput button(std::string label, std::string name = "") {
  return {"submit", std::move(name), false, {{"", std::move(label), true}}};
}

QueryInput list(std::string name, const std::vector<std::string>& values = {"", "a", "b"}) {
  QueryInput input{"select", std::move(name), false, {}};
  for (const std::string& value : values)
    input.values.push_back({value, value, input.values.empty()});
  return input;
}

QueryInput tick(std::string name, std::string value, std::string label,
                std::string kind = "checkbox") {
  return {std::move(kind), std::move(name), false, {{std::move(value), std::move(label), false}}};
}

FormKind kind_of(std::vector<QueryInput> inputs, std::string action = "http://e.org/x",
                 std::string token = "form") {
  return read_form({{std::move(action), "/html/body/" + token, false, false, std::move(inputs)}})
      .kind;
}

bool acts(std::vector<QueryInput> inputs, std::string action = "http://e.org/x") {
  return kind_of(std::move(inputs), std::move(action)) == FormKind::acts;
}

bool asks(std::vector<QueryInput> inputs, std::string action = "http://e.org/x",
          std::string token = "form") {
  return kind_of(std::move(inputs), std::move(action), std::move(token)) == FormKind::asks;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(form_intent)

BOOST_AUTO_TEST_CASE(boxes_for_mail_addresses_and_the_like_are_no_searches) {
  for (const char* name :
       {"email", "EMAIL", "your-email", "userEmail", "mc4wp[mail]", "adresse_mail", "courriel",
        "correo", "epost", "phone", "telefon", "captcha", "comment", "message", "passwd",
        "newsletter", "first_name", "coupon"}) {
    BOOST_TEST(acts({box(name), button("OK")}), name);
    BOOST_TEST(acts({box(name), list("topic"), button("Search")}), name);
  }
  for (const char* label :
       {"Your e-mail", "E-Mail-Adresse", "Ihre E-Mail", "Votre adresse e-mail", "name@example.org",
        "Su correo electrónico", "Din e-post", "Twój adres e-mail", "Váš e-mail", "Ваша почта",
        "メールアドレス", "Enter the captcha", "Your name", "Phone number"}) {
    BOOST_TEST(acts({box("field_1", label), button("OK")}), label);
    BOOST_TEST(acts({box("q", label), button("→")}), label);
  }
  BOOST_TEST(asks({box("q", "Search by name, phone or e-mail"), button("Search")}));
  for (const char* name : {"automobile", "pollution", "cubic", "liban"}) {
    BOOST_TEST(asks({box(name), button("Search")}), name);
  }
}

BOOST_AUTO_TEST_CASE(buttons_that_do_something) {
  for (const char* label :
       {"Add",          "Subscribe",    "Send",         "Save",
        "Remember",     "Book now",     "Join",         "Register",
        "Sign up",      "Log in",       "Contact us",   "Post comment",
        "Reply",        "Vote",         "Rate this",    "Add to list",
        "Apply now",    "Confirm",      "I agree",      "Update account",
        "Notify me",    "Get started",  "Donate",       "Newsletter abonnieren",
        "Jetzt buchen", "Anmelden",     "Absenden",     "Eintragen",
        "Speichern",    "Kommentieren", "Merken",       "Bewertung abgeben: abstimmen",
        "S'inscrire",   "Je m'abonne",  "Envoyer",      "Ajouter",
        "Enregistrer",  "Voter",        "Réserver",     "Connexion",
        "Suscribirse",  "Enviar",       "Guardar",      "Añadir",
        "Reservar",     "Votar",        "Iscriviti",    "Invia",
        "Salva",        "Prenota",      "Inscrever-se", "Assinar",
        "Adicionar",    "Aanmelden",    "Verzenden",    "Reserveren",
        "Prenumerera",  "Skicka",       "Boka",         "Tilmeld",
        "Bestil",       "Lagre",        "Tilaa",        "Lähetä",
        "Varaa",        "Zapisz się",   "Wyślij",       "Dodaj",
        "Přihlásit se", "Odeslat",      "Uložit",       "Feliratkozás",
        "Küldés",       "Abone ol",     "Gönder",       "Kaydet",
        "Abonare",      "Trimite",      "Prijava",      "Εγγραφή",
        "Подписаться",  "Отправить",    "Сохранить",    "Забронировать",
        "订阅",         "登录",         "登録する",     "送信",
        "구독하기",     "اشترك",        "Đăng ký",      "Zarezervovat",
        "Rezervovať",   "Registreeru",  "Balsot",       "Swipe",
        "Jiandikishe",  "Mag-sign up"}) {
    BOOST_TEST(acts({box("field_1"), button(label)}), label);
    BOOST_TEST(acts({list("which"), button(label)}), label);
  }
  // What a search says of itself is believed where nothing else speaks against it.
  BOOST_TEST(asks({box("q"), button("Envoyer")}, "http://e.org/recherche"));
  BOOST_TEST(asks({box("x", "", "search"), button("Senden")}));
  BOOST_TEST(acts({box("q"), button("Save search")}, "http://e.org/search"));
  BOOST_TEST(acts({box("q"), button("Subscribe")}, "http://e.org/search"));
  BOOST_TEST(acts({box("q", "Ask us"), button("Send")}));
}

// Forms whose address says nothing of a file were left without a word: their button says "save".
BOOST_AUTO_TEST_CASE(a_copy_for_the_reader_is_saved_nowhere_else) {
  for (const char* label : {"Save as CSV", "Save CSV", "Save table as XLSX", "Als CSV speichern",
                            "CSV opslaan", "Enregistrer en PDF", "Guardar CSV", "Salva in Excel",
                            "Zapisz jako CSV", "Uložit CSV", "Сохранить в Excel", "CSV 保存"}) {
    BOOST_TEST(asks({list("year"), button(label)}), label);
  }
  for (const char* label : {"Save", "Save export settings", "Save changes", "Save download folder",
                            "Save my account as it stands in PDF"}) {
    BOOST_TEST(acts({list("year"), button(label)}), label);
  }
  QueryInput token{"hidden", "csrf_token", false, {{"8f14e45f", "", true}}};
  BOOST_TEST(acts({list("year"), std::move(token), button("Save as CSV")}));
}

BOOST_AUTO_TEST_CASE(polls_carts_consents_and_overrides) {
  const QueryInput yes = tick("answer", "yes", "Yes", "radio");
  const QueryInput no = tick("answer", "no", "No", "radio");
  BOOST_TEST(acts({yes, no, button("Submit")}));
  BOOST_TEST(acts({yes, no, button("OK")}));
  BOOST_TEST(acts({list("size"), button("Buy")}));
  BOOST_TEST(acts({list("size"), button("In den Warenkorb")}));
  BOOST_TEST(acts({list("topic"), tick("c", "1", "I agree to the terms"), button("Show")}));
  BOOST_TEST(acts({list("topic"), tick("r", "1", "Remember me"), button("Go")}));
  BOOST_TEST(acts({list("topic"), tick("r", "1", "Ich stimme der Verarbeitung zu")}));
  for (const char* method : {"delete", "put", "patch", "post"}) {
    QueryInput hidden{"hidden", "_method", false, {{method, "", true}}};
    BOOST_TEST(acts({box("q"), std::move(hidden), button("Search")}, "http://e.org/search"),
               method);
  }
  BOOST_TEST(acts({list("bulk", {"", "Delete", "Export"}), button("Apply")}));
  BOOST_TEST(acts({list("topic"), {"hidden", "g-recaptcha-response", false, {{"", "", true}}}}));
}

BOOST_AUTO_TEST_CASE(a_box_that_nothing_calls_a_search_is_left) {
  BOOST_TEST(acts({box("x")}));
  BOOST_TEST(acts({box("x"), button("OK")}));
  BOOST_TEST(acts({box("x"), button("Submit")}));
  BOOST_TEST(acts({box("x"), button("")}));
}

// In a person's name a list and "Update" changed what was chosen there.
BOOST_AUTO_TEST_CASE(with_a_session_only_what_says_that_it_searches_or_turns_pages_is_asked) {
  const auto kind = [](std::vector<QueryInput> inputs, const std::string& action = "http://e.org/x",
                       const std::string& token = "form") {
    const QueryForm form{action, "/html/body/" + token, false, false, std::move(inputs)};
    return read_form({form}, {.session = true}).kind;
  };
  for (const char* label : {"OK", "Go", "Update", "Apply", "", "Aktualisieren", "Los", "確定"}) {
    BOOST_TEST(asks({list("status"), button(label)}), label);
    BOOST_TEST((kind({list("status"), button(label)}) == FormKind::acts), label);
    BOOST_TEST((kind({list("status"), button(label)}, "http://e.org/search") == FormKind::asks));
    BOOST_TEST((kind({list("status"), list("sort"), button(label)}) == FormKind::asks), label);
  }
  BOOST_TEST((kind({list("topic")}) == FormKind::acts));
  BOOST_TEST((kind({list("topic")}, "http://e.org/x", "form.filter") == FormKind::asks));
  for (const char* label : {"Search", "Filter", "Suchen", "Show", "Download", "検索"}) {
    BOOST_TEST((kind({list("topic"), button(label)}) == FormKind::asks), label);
  }
  BOOST_TEST((kind({box("q"), button("OK")}) == FormKind::asks));
  BOOST_TEST((kind({list("per_page", {"10", "50"}), button("OK")}) != FormKind::acts));
  BOOST_TEST((kind({button("Go")}) == FormKind::acts));
}

BOOST_AUTO_TEST_CASE(searches_of_many_languages_are_asked) {
  for (const char* label : {"Search",
                            "Find data",
                            "Go",
                            "Show",
                            "Filter",
                            "Apply",
                            "Apply filters",
                            "Display",
                            "Browse",
                            "Download",
                            "Export",
                            "Get data",
                            "🔍",
                            "Search books",
                            "Find contacts",
                            "Suchen",
                            "Suche",
                            "Anzeigen",
                            "Daten suchen",
                            "Filtern",
                            "Ergebnisse zeigen",
                            "Rechercher",
                            "Chercher",
                            "Afficher",
                            "Filtrer",
                            "Télécharger",
                            "Buscar",
                            "Mostrar",
                            "Consultar",
                            "Descargar",
                            "Cerca",
                            "Ricerca",
                            "Mostra",
                            "Scarica",
                            "Pesquisar",
                            "Procurar",
                            "Filtrar",
                            "Zoeken",
                            "Toon",
                            "Sök",
                            "Visa",
                            "Søg",
                            "Vis",
                            "Søk",
                            "Hae",
                            "Näytä",
                            "Szukaj",
                            "Pokaż",
                            "Hledat",
                            "Zobrazit",
                            "Vyhľadať",
                            "Keresés",
                            "Ara",
                            "Göster",
                            "Caută",
                            "Traži",
                            "Išči",
                            "Otsi",
                            "Meklēt",
                            "Ieškoti",
                            "Paieška",
                            "Αναζήτηση",
                            "Поиск",
                            "Найти",
                            "Показать",
                            "Пошук",
                            "Търсене",
                            "搜索",
                            "查询",
                            "検索",
                            "검색",
                            "بحث",
                            "חיפוש",
                            "Tìm kiếm",
                            "Cari",
                            "ค้นหา"}) {
    BOOST_TEST(asks({box("x"), button(label)}), label);
    BOOST_TEST(asks({list("x"), button(label)}), label);
  }
  BOOST_TEST(asks({list("topic")}));
  BOOST_TEST(asks({list("topic"), button("Submit")}));
  BOOST_TEST(asks({list("topic"), button("OK")}));
  BOOST_TEST(asks({list("topic"), button("Weiter")}));
  BOOST_TEST(asks({tick("f", "csv", "CSV"), tick("f", "pdf", "PDF"), button("")}));
  BOOST_TEST(asks({box("q")}));
  BOOST_TEST(asks({box("suchbegriff"), button("OK")}));
  BOOST_TEST(asks({box("tx_indexedsearch[sword]"), box("x"), button("OK")}, "http://e.org/x",
                  "form#search"));
  BOOST_TEST(asks({box("x", "Search…")}));
  BOOST_TEST(asks({box("x", "", "search")}));
  BOOST_TEST(asks({box("x"), button("OK")}, "http://e.org/suche.php"));
  BOOST_TEST(asks({box("x"), button("OK")}, "http://e.org/x", "form.site-search"));
}

BOOST_AUTO_TEST_SUITE_END()
