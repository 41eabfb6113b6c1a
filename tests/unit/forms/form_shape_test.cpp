// Which forms are asked, and by which inputs.
#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "forms/form_links.hpp"
#include "made_forms.hpp"
#include "tagtrail/url.hpp"

using namespace tagtrail;

BOOST_AUTO_TEST_SUITE(form_shape)

BOOST_AUTO_TEST_CASE(inputs_have_roles) {
  const FormShape shape = shape_of(form(
      {box("hidden", "do", "search"), box("search", "q", "before"), list("topic", {"", "a", "b"}),
       list("sort", {"date", "title"}), list("per_page", {"10", "50", "20"}), button("Search")}));
  const std::vector<InputRole> wanted{InputRole::fixed, InputRole::words, InputRole::choice,
                                      InputRole::shown, InputRole::shown};
  BOOST_REQUIRE_EQUAL(shape.inputs.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    BOOST_TEST((shape.inputs[i].role == wanted[i]), shape.inputs[i].name);
  }
  BOOST_TEST(query_address(shape, {{1, "two words & more"}, {2, "b"}}) ==
             "http://e.org/search?do=search&q=two+words+%26+more&topic=b&sort=date&per_page=50");
}

BOOST_AUTO_TEST_CASE(the_same_form_on_another_page_is_one) {
  QueryForm other = form({box("hidden", "id", "page2"), box("text", "q")});
  other.tag_path = "/html/body/main/form";
  BOOST_TEST(shape_of(form({box("hidden", "id", "page1"), box("text", "q")})).identity() ==
             shape_of(other).identity());
}

BOOST_AUTO_TEST_CASE(forms_that_act_or_send_are_left) {
  const auto acts = [](std::vector<QueryInput> inputs, std::string action = "http://e.org/x") {
    inputs.insert(inputs.begin(), list("what", {"a", "b"}));
    return read_form({form(std::move(inputs), std::move(action))}).kind == FormKind::acts;
  };
  BOOST_TEST(acts({box("password", "p")}));
  BOOST_TEST(acts({box("email", "mail")}));
  BOOST_TEST(acts({box("tel", "call")}));
  BOOST_TEST(acts({box("file", "up")}));
  BOOST_TEST(acts({box("textarea", "message")}));
  BOOST_TEST(acts({box("hidden", "csrf_token", "8f2a")}));
  for (const char* words :
       {"Delete", "Log out", "Subscribe", "Add to cart", "Vote", "Abmelden", "Supprimer"}) {
    BOOST_TEST(acts({button(words)}), words);
  }
  BOOST_TEST(acts({}, "http://e.org/items/delete"));
  BOOST_TEST(acts({}, "http://e.org/logout"));
  BOOST_TEST(!acts({button("Submit")}));
  BOOST_TEST(!acts({}));
  QueryForm post = form({box("text", "q")});
  post.post = true;
  BOOST_TEST((read_form({post}).kind == FormKind::sends));
}

BOOST_AUTO_TEST_CASE(what_a_search_by_post_looks_like) {
  BOOST_TEST(looks_like_search(form({{"text", "q", false, {}}})));
  BOOST_TEST(!looks_like_search(form({{"text", "user", false, {}}, {"password", "p", false, {}}})));
  BOOST_TEST(!looks_like_search(form({button("Go")})));
}

BOOST_AUTO_TEST_CASE(nothing_to_ask) {
  BOOST_TEST((read_form({form({})}).kind == FormKind::empty));
  BOOST_TEST((read_form({form({button("Go")})}).kind == FormKind::links));
  BOOST_TEST((read_form({form({list("sort", {"a", "b"})})}).kind == FormKind::empty));
  QueryForm cut = form({box("text", "q")});
  cut.cut = true;
  BOOST_TEST((read_form({cut}).kind == FormKind::empty));
}

BOOST_AUTO_TEST_CASE(boxes_of_one_name_are_one_list) {
  QueryInput first = box("checkbox", "f", "csv");
  QueryInput second = box("checkbox", "f", "pdf");
  first.values[0].chosen = second.values[0].chosen = false;
  const FormShape shape = shape_of(form({first, second}));
  BOOST_REQUIRE_EQUAL(shape.inputs.size(), 1);
  BOOST_TEST(shape.inputs[0].values.size() == 2);
  BOOST_TEST(query_address(shape, {}) == "http://e.org/search");
}

// Forms after the twentieth of a page were dropped, and a run said that all was found.
BOOST_AUTO_TEST_CASE(of_many_forms_it_is_known_that_they_are_there) {
  const QueryForm button =
      form({box("hidden", "id", "7"), {"submit", "", false, {{"", "Get", true}}}});
  std::vector<QueryForm> forms(limits::kQueryForms, form({box("text", "q")}));
  forms.push_back(form({list("topic", {"", "a", "b"})}));
  forms.push_back(button);
  forms.resize(10'000, forms.back());
  keep_to_limits(forms);
  BOOST_REQUIRE_EQUAL(forms.size(), limits::kQueryFormsSeen);
  BOOST_TEST(!forms[limits::kQueryForms - 1].cut);
  const QueryForm& left = forms[limits::kQueryForms];
  BOOST_TEST(left.cut);
  BOOST_REQUIRE_EQUAL(left.inputs.size(), 1);
  BOOST_TEST(left.inputs[0].name == "topic");
  BOOST_TEST(left.inputs[0].values.size() == 1);
  BOOST_TEST(looks_like_search(left));
  BOOST_TEST((read_form({left}).kind == FormKind::empty));
  // One that is a link in other words stays what it is.
  BOOST_TEST((forms[limits::kQueryForms + 1] == button));
}

BOOST_AUTO_TEST_CASE(spreading_visits_all) {
  for (const std::uint64_t count : {1ULL, 2ULL, 3ULL, 10ULL, 500ULL, 1618ULL}) {
    std::vector<bool> seen(count);
    for (std::uint64_t i = 0; i < count; ++i) seen[spread(i, count)] = true;
    BOOST_TEST(std::count(seen.begin(), seen.end(), true) == static_cast<std::ptrdiff_t>(count));
  }
}

BOOST_AUTO_TEST_CASE(menus_of_actions_act) {
  const auto kind = [](const std::string& name, const std::vector<std::string>& values) {
    return read_form({form({box("hidden", "id", "start"), list(name, values)})}).kind;
  };
  BOOST_TEST((kind("do", {"", "edit", "revisions", "login"}) == FormKind::acts));
  BOOST_TEST((kind("do", {"", "recent", "login"}) == FormKind::acts));
  BOOST_TEST((kind("action", {"", "history", "delete"}) == FormKind::acts));
  BOOST_TEST((kind("event", {"", "storm", "flood"}) == FormKind::asks));
  BOOST_TEST((kind("topic", {"", "edit"}) == FormKind::asks));
}

BOOST_AUTO_TEST_CASE(a_form_with_more_hidden_inputs_is_the_same) {
  const FormShape plain = shape_of(form({box("hidden", "do", "s"), box("text", "q")}));
  const FormShape more =
      shape_of(form({box("hidden", "do", "s"), box("hidden", "min", "week"), box("text", "q")}));
  BOOST_TEST(plain.is_part_of(more));
  BOOST_TEST(!more.is_part_of(plain));
  const auto other = [&](std::vector<QueryInput> inputs, const std::string& action) {
    return plain.is_part_of(shape_of(form(std::move(inputs), action)));
  };
  const std::string at = "http://e.org/search";
  BOOST_TEST(!other({box("hidden", "do", "media"), box("text", "q")}, at));
  BOOST_TEST(!other({box("hidden", "do", "s"), box("text", "q"), list("topic", {"", "a"})}, at));
  BOOST_TEST(!other({box("hidden", "do", "s"), box("text", "word")}, at));
  BOOST_TEST(!other({box("hidden", "do", "s"), box("text", "q")}, "http://e.org/find"));
}

// Of several buttons only the first was ever pressed, and forms of a button alone were dropped.
BOOST_AUTO_TEST_CASE(each_button_that_gets_a_file_is_pressed) {
  const auto named = [](const std::string& label, const std::string& name, std::string value) {
    return QueryInput{"submit", name, false, {{std::move(value), label, true}}};
  };
  const auto alone = as_sent(form({box("hidden", "id", "7"), named("CSV", "a", "1"),
                                   named("Excel", "b", "1"), named("SPSS", "a", "2")}));
  BOOST_REQUIRE_EQUAL(alone.size(), 3);
  for (const SentForm& sent : alone) BOOST_TEST((read_form(sent).kind == FormKind::links));
  BOOST_TEST(query_address(read_form(alone[2]).shape, {}) == "http://e.org/search?id=7&a=2");
  const auto chosen =
      as_sent(form({list("year", {"1", "2"}), named("CSV", "f", "c"), named("TSV", "f", "t")}));
  BOOST_REQUIRE_EQUAL(chosen.size(), 1);
  BOOST_TEST(read_form(chosen[0]).shape.inputs[1].values == std::vector<std::string>{"t"},
             boost::test_tools::per_element());
  const auto second = as_sent(
      form({box("text", "q"), button("Search"), named("Reset", "r", "1"), named("CSV", "f", "c")}));
  BOOST_REQUIRE_EQUAL(second.size(), 2);
  const ReadForm csv = read_form(second[1]);
  BOOST_TEST(query_address(csv.shape, {}) == "http://e.org/search?q=&f=c");
  BOOST_TEST(!read_form(second[0]).shape.is_part_of(csv.shape));
}

BOOST_AUTO_TEST_CASE(buttons_alone_lead_on_or_are_named) {
  const auto kind = [](const std::string& label, const FormPlace& place = {}) {
    QueryForm asked = form({button(label)}, "http://e.org/x");
    asked.tag_path = "/html/body/form";
    return read_form({asked}, place).kind;
  };
  for (const char* label : {"Next page", "Continue", "Enter the data section", "Weiter zu"}) {
    BOOST_TEST((kind(label) == FormKind::links), label);
    BOOST_TEST((kind(label, {.only_way = true, .session = true}) == FormKind::acts), label);
  }
  for (const char* label :
       {"Delete", "Log out", "Subscribe", "Vote", "Add to cart", "Continue and buy"}) {
    BOOST_TEST((kind(label, {.only_way = true}) == FormKind::acts), label);
    BOOST_TEST(!may_lead_on(form({button(label)}, "http://e.org/x")), label);
  }
  // The number of the page is what it is about; in a search it is the first one, which comes
  // unasked.
  const auto next = read_form({form({box("hidden", "page", "2"), button("Next page")})});
  BOOST_TEST(query_address(next.shape, {}) == "http://e.org/search?page=2");
  BOOST_TEST((kind("Xyzzy") == FormKind::acts));
  BOOST_TEST((kind("Xyzzy", {.only_way = true}) == FormKind::links));
  BOOST_TEST(may_lead_on(form({button("Xyzzy")}, "http://e.org/x")));
}

BOOST_AUTO_TEST_CASE(fields_of_numbers_are_asked) {
  QueryInput year = box("number", "year", "2023");
  const auto open = read_form({form({year, button("Download data")})});
  BOOST_TEST((open.kind == FormKind::asks));
  BOOST_TEST((open.shape.open && open.shape.cut));
  BOOST_TEST(query_address(open.shape, {}) == "http://e.org/search?year=2023");
  year.values.push_back({"2022", "", false});
  const auto few = read_form({form({year, button("Download data")})});
  BOOST_TEST((few.kind == FormKind::asks && !few.shape.open && !few.shape.cut));
  BOOST_TEST(few.shape.inputs[0].values.size() == 1);
  QueryInput unfilled = box("number", "year");
  unfilled.required = true;
  BOOST_TEST((read_form({form({unfilled, button("Download")})}).kind == FormKind::empty));
  BOOST_TEST(may_lead_on(form({unfilled, button("Download")})));
}

BOOST_AUTO_TEST_SUITE_END()
