#include "content/forms.hpp"

#include <boost/test/unit_test.hpp>

#include "html/html_tree.hpp"
#include "said.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

std::vector<Form> read(std::string_view html) {
  const HtmlTree tree(html);
  return read_forms(tree.document(), kPage);
}

Form only_form(std::string_view html) {
  const auto forms = read(html);
  BOOST_REQUIRE_EQUAL(forms.size(), 1U);
  return forms[0];
}

std::string label_of_last(std::string_view controls) {
  const Form form = only_form("<form>" + std::string(controls) + "</form>");
  BOOST_REQUIRE(!form.fields.empty());
  return form.fields.back().label;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(forms)

BOOST_AUTO_TEST_CASE(everything_that_a_form_says) {
  const Form form = only_form(R"(<p>Outside</p><form action="../find?x#y" method=" POST ">
      <h2>Find  flights</h2><input type=hidden name=t value=secret>
      <label for=from>From</label> <input id=from name=from size=30>
      <select name=class><option>First<option selected>Second</select>
      <textarea name=notes>Notes</textarea>
      <input type=submit value=Go></form>)");
  BOOST_TEST(form.action == "https://example.org/find?x");
  BOOST_TEST(form.post);
  BOOST_TEST(form.text == "Find flights From First Second Notes Go");
  const std::vector<FormField> expected{{"hidden", "t", "", 0, 0},
                                        {"text", "from", "From", 0, 30},
                                        {"select", "class", "", 2, 0},
                                        {"textarea", "notes", "", 0, 0},
                                        {"submit", "", "Go", 0, 0}};
  BOOST_TEST((form.fields == expected));
}

BOOST_AUTO_TEST_CASE(kinds_are_those_that_browsers_take) {
  const Form form = only_form(
      "<form><input><input type=Search><input type=unheard-of><input type=IMAGE alt=Pic>"
      "<button>B</button><button type=reset>R</button><button type=button>P</button>"
      "<input type=checkbox><input type=radio><input type=file><input type=password></form>");
  std::string kinds;
  for (const FormField& field : form.fields) kinds += field.kind + " ";
  BOOST_TEST(kinds == "text search text image submit reset button checkbox radio file password ");
  BOOST_TEST(form.fields[3].label == "Pic");
  BOOST_TEST(form.fields[4].label == "B");
}

BOOST_AUTO_TEST_CASE(labels_by_their_order) {
  BOOST_TEST(label_of_last("<label>Name <input title=t></label>") == "Name");
  BOOST_TEST(label_of_last("<label><input type=checkbox> Yes</label>") == "Yes");
  BOOST_TEST(label_of_last("<label>Kind <select><option>a</select></label>") == "Kind");
  BOOST_TEST(label_of_last("<input id=a aria-label=aria placeholder=p><label for=a>L</label>") ==
             "L");
  BOOST_TEST(label_of_last("<input aria-label=aria placeholder=p title=t>") == "aria");
  BOOST_TEST(label_of_last("before <input placeholder=p title=t>") == "p");
  BOOST_TEST(label_of_last("before <input title=t>") == "t");
  BOOST_TEST(label_of_last("<input><td>From: <b>city</b></td> <input>") == "From: city");
  BOOST_TEST(label_of_last("before <button></button>") == "");
  BOOST_TEST(label_of_last("<label for=other>no</label><input id=a><input type=hidden>") == "");
}

BOOST_AUTO_TEST_CASE(of_long_text_before_a_control_the_end_is_taken) {
  const std::string label = label_of_last(repeat("\xC3\xA9", 500) + " near <input>");
  BOOST_TEST(label.size() <= limits::kFieldTextBytes);
  BOOST_TEST(label.ends_with("\xC3\xA9 near"));
  BOOST_TEST(label.starts_with("\xC3\xA9"));
}

BOOST_AUTO_TEST_CASE(controls_elsewhere_name_their_form) {
  const auto forms = read(
      "<input name=before form=f><form id=f></form><form id=g><input name=away form=f>"
      "<input name=lost form=none><input name=own></form><input name=free>");
  BOOST_REQUIRE_EQUAL(forms.size(), 2U);
  BOOST_REQUIRE_EQUAL(forms[0].fields.size(), 2U);
  BOOST_TEST(forms[0].fields[0].name == "before");
  BOOST_TEST(forms[0].fields[1].name == "away");
  BOOST_REQUIRE_EQUAL(forms[1].fields.size(), 1U);
  BOOST_TEST(forms[1].fields[0].name == "own");
}

BOOST_AUTO_TEST_CASE(actions) {
  BOOST_TEST(only_form("<form></form>").action == kPage);
  BOOST_TEST(only_form("<form action=' '></form>").action == kPage);
  BOOST_TEST(only_form("<form action='javascript:go()'></form>").action == kPage);
  BOOST_TEST(only_form("<base href=/b/><form action=x></form>").action ==
             "https://example.org/b/x");
  BOOST_TEST(!only_form("<form method=dialog></form>").post);
}

BOOST_AUTO_TEST_CASE(sizes_are_numbers_within_reason) {
  const Form form = only_form(
      "<form><input size=0><input size=-4><input size=x><input size='12px'><input "
      "size=99999999999999999999><input type=checkbox size=5></form>");
  std::vector<std::uint32_t> sizes;
  for (const FormField& field : form.fields) sizes.push_back(field.size);
  BOOST_TEST((sizes == std::vector<std::uint32_t>{20, 20, 20, 12, 10'000, 0}));
}

BOOST_AUTO_TEST_CASE(scripts_are_not_what_a_form_shows) {
  const Form form = only_form(
      "<form><p>a<script>b</script><style>c</style><template>d</template><noscript>e</noscript>"
      "<input type=password value=f>g</p></form>");
  BOOST_TEST(form.text == "a g");
}

BOOST_AUTO_TEST_CASE(limits_are_kept) {
  BOOST_TEST(read(repeat("<form></form>", 500)).size() == limits::kForms);
  const Form form = only_form("<form>" + repeat("text ", 2'000) +
                              repeat("<input name='" + std::string(500, 'n') + "'>", 1'000));
  BOOST_TEST(form.fields.size() == limits::kFormFields);
  BOOST_TEST(form.text.size() <= limits::kFormTextBytes);
  BOOST_TEST(form.fields[0].name.size() == limits::kFieldTextBytes);
}

BOOST_AUTO_TEST_CASE(hostile_forms) {
  BOOST_TEST(read(repeat("<form><div>", 20'000)).size() == 1U);
  BOOST_TEST(read(repeat("<label for=a>", 2'000) + "<form><input id=a>").size() == 1U);
  BOOST_TEST(only_form("<form><table><tr><input name=a><td><input name=b>").fields.size() == 2U);
  BOOST_TEST(only_form("<form><select>" + repeat("<option>", 200'000)).fields[0].options ==
             200'000U);
}

BOOST_AUTO_TEST_SUITE_END()
