// Forms as the engine may ask them, read from HTML; tests/e2e/page_reader.test.mjs has the same for
// live documents.
#include "content/query_forms.hpp"

#include <algorithm>
#include <boost/test/unit_test.hpp>

#include "content/read_content.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

std::vector<QueryForm> forms_of(std::string_view html) {
  return read_page_with_content(html, {"http://e.org/a/b?c=d", "text/html; charset=utf-8", false},
                                {.queries = true})
      .forms;
}

QueryForm form_of(std::string_view html) {
  const auto forms = forms_of(html);
  BOOST_REQUIRE_EQUAL(forms.size(), 1);
  return forms.front();
}

/// `kind name=value*,value(label)`, a line for each input; `*` what is chosen, `!` what is
/// required.
std::string text_of(const QueryForm& form) {
  std::string text;
  for (const QueryInput& input : form.inputs) {
    text += input.kind + (input.required ? "! " : " ") + input.name + "=";
    for (const QueryValue& value : input.values) {
      if (&value != input.values.data()) text += ",";
      text += value.value + (value.chosen ? "*" : "");
      if (!value.label.empty()) text += "(" + value.label + ")";
    }
    text += "\n";
  }
  return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(query_forms)

BOOST_AUTO_TEST_CASE(where_forms_are_sent) {
  BOOST_TEST(form_of("<form><input name=q></form>").action == "http://e.org/a/b?c=d");
  BOOST_TEST(form_of("<form action=' ../s#x '><input name=q></form>").action == "http://e.org/s");
  BOOST_TEST(form_of("<base href=/z/><form action=s><input name=q></form>").action ==
             "http://e.org/z/s");
  BOOST_TEST(!form_of("<form method=' GET '><input name=q></form>").post);
  BOOST_TEST(form_of("<form method=Post><input name=q value=x></form>").post);
  BOOST_TEST(form_of("<form method=post><input name=q value=x></form>").inputs[0].values.empty());
  BOOST_TEST(forms_of("<form action=javascript:x()><input name=q></form>").empty());
  BOOST_TEST(forms_of("<form method=dialog><input name=q></form>").empty());
  BOOST_TEST(forms_of("<form></form><template><form><input name=q></form></template>").empty());
  BOOST_TEST(form_of("<div id=m><form class='s t'><input name=q></form></div>").tag_path ==
             "/html/body/div#m/form.s t");
}

BOOST_AUTO_TEST_CASE(what_inputs_send) {
  BOOST_TEST(text_of(form_of(R"(<form><input name=q value=" x "><input type=hidden name=h value=1>
      <input type=checkbox name=c><input type=checkbox name=c value=2 checked required>
      <input type=strange name=s><input disabled name=no><input value=no><textarea name=t></textarea>
      <input type=reset name=no><button type=button name=no>x</button><input type=image name=i alt=Go>
      <button name=b value=v> Press
      <b>me</b></button><input type=submit value=Send></form>)")) ==
             "text q= x *\nhidden h=1*\ncheckbox c=on\ncheckbox! c=2*\ntext s=*\ntextarea t=*\n"
             "image i=*(Go)\nsubmit b=v*(Press me)\nsubmit =Send*(Send)\n");
}

// HTML: `formaction` and `formmethod` of the button that is pressed stand in for the form's own.
BOOST_AUTO_TEST_CASE(buttons_that_send_their_form_otherwise) {
  const auto sent = [](const std::string& html) {
    std::string all;
    for (const QueryForm& form : forms_of(html)) {
      all.append(form.post ? "post " : "get ").append(form.action).append(": ");
      for (const QueryInput& input : form.inputs) all.append(input.kind).append(input.name) += ' ';
      all += '\n';
    }
    return all;
  };
  BOOST_TEST(sent("<form action=/s><input name=q><button formaction=/a.csv name=b>A</button>"
                  "<button name=c>S</button><input type=submit formmethod=post></form>") ==
             "get http://e.org/s: textq submitc \nget http://e.org/a.csv: textq submitb \n"
             "post http://e.org/s: textq submit \n");
  // The form's own way is taken by no button.
  BOOST_TEST(sent("<form method=post><button formaction=/a.csv formmethod=get>A</button></form>") ==
             "get http://e.org/a.csv: submit \n");
  BOOST_TEST(sent("<form><input type=image formaction=javascript:x()></form>").empty());
  BOOST_TEST(sent("<form><button formmethod=dialog>x</button><input name=q></form>").empty());
}

BOOST_AUTO_TEST_CASE(what_lists_offer) {
  BOOST_TEST(
      text_of(form_of("<form><select name=s><option value=''>All<optgroup label=g><option> B "
                      " c <option value=d disabled>D</optgroup></select></form>")) ==
      "select s=*(All),B c(B c)\n");
  BOOST_TEST(text_of(form_of("<form><select name=s><option>a<option selected>b<option selected>c"
                             "</select></form>")) == "select s=a(a),b(b),c*(c)\n");
  BOOST_TEST(text_of(form_of("<form><select name=s multiple><option>a<option>b</select></form>")) ==
             "select s=a(a),b(b)\n");
}

BOOST_AUTO_TEST_CASE(what_a_fieldset_or_a_group_switches_off_is_not_sent) {
  BOOST_TEST(
      text_of(form_of("<form><fieldset disabled><legend><input name=a value=1></legend><p>"
                      "<input name=b><select name=c><option>1</select></p><legend><input "
                      "name=d></legend></fieldset><fieldset><input name=e value=2></fieldset>"
                      "</form>")) == "text a=1*\ntext e=2*\n");
  BOOST_TEST(text_of(form_of("<form><select name=s><optgroup disabled><option>a</optgroup><option>b"
                             "</select></form>")) == "select s=b*(b)\n");
}

BOOST_AUTO_TEST_CASE(what_the_page_calls_its_controls) {
  BOOST_TEST(text_of(form_of("<form><label>Your <b>mail</b> <input name=a><input name=b></label>"
                             "<label for=c>Topic</label><input id=c name=c placeholder=any title=t>"
                             "<label><input type=hidden name=h><input type=checkbox name=d> I agree"
                             "</label><input type=submit title=Go></form>")) ==
             "text a=*(Your mail)\ntext b=*\ntext c=*(Topic any t)\nhidden h=*\n"
             "checkbox d=on(I agree)\nsubmit =*(Go)\n");
}

BOOST_AUTO_TEST_CASE(controls_elsewhere_that_name_the_form) {
  BOOST_TEST(text_of(form_of("<input form=f name=q><form id=f><input form=none name=no>"
                             "<input name=r></form><input name=no>")) == "text q=*\ntext r=*\n");
}

// A list in a button took the button's text, and a list without options had no place for it: one
// page ended the harvest.
BOOST_AUTO_TEST_CASE(buttons_may_have_anything_in_them) {
  BOOST_TEST(text_of(form_of("<form><button name=b>Go <select name=s></select></button></form>")) ==
             "submit b=*(Go)\nselect s=\n");
  BOOST_TEST(
      text_of(form_of("<form><button name=b>Go <select name=s><option>a<option>b</select> now"
                      "</button></form>")) == "submit b=*(Go ab now)\nselect s=a*(a),b(b)\n");
  BOOST_TEST(text_of(form_of("<form><button name=b>Delete<table><tr><td><button name=c>all</button>"
                             "<input name=q></table> now</button></form>")) ==
             "submit b=*(Deleteall now)\nsubmit c=*(all)\ntext q=*\n");
  BOOST_TEST(text_of(form_of("<button>x<form><input name=q></form>")) == "text q=*\n");
  std::string deep;
  for (int depth = 0; depth < 1000; ++depth) deep += "<button name=b>x<table><tr><td>";
  BOOST_TEST(form_of("<form>" + deep).cut);
}

// Old pages put forms into tables, where the tree has them empty, and close them elsewhere than
// they open: such forms were taken for empty ones, and what they ask for was not found.
BOOST_AUTO_TEST_CASE(controls_belong_to_the_form_between_whose_tags_they_stand) {
  BOOST_TEST(
      text_of(form_of("<table><form action=/s><tr><td><input name=q></td></tr></form></table>"
                      "<input name=no>")) == "text q=*\n");
  BOOST_TEST(text_of(form_of("<table><tr><form><td><input name=q><select name=s><option>a</select>"
                             "</td></form></tr><tr><td><input name=no></table>")) ==
             "text q=*\nselect s=a*(a)\n");
  BOOST_TEST(text_of(form_of("<div><form></div><input name=q></form><input name=no>")) ==
             "text q=*\n");
  BOOST_TEST(text_of(form_of("<form><!--</form>--><script>'</form>'</script></p><input name=q>"
                             "</form>")) == "text q=*\n");
  const auto two = forms_of(
      "<form action=/a><div><input name=a></form><form action=/b>"
      "<input name=b><input name=c></form></div><input name=no>");
  BOOST_REQUIRE_EQUAL(two.size(), 2);
  BOOST_TEST(text_of(two[0]) == "text a=*\n");
  BOOST_TEST(text_of(two[1]) == "text b=*\ntext c=*\n");
}

BOOST_AUTO_TEST_CASE(limits_hold) {
  std::string html;
  for (int form = 0; form < 300; ++form) {
    html += "<form action=/f" + std::to_string(form) + "><input name=q></form>";
  }
  const auto many = forms_of(html);
  BOOST_TEST(many.size() == limits::kQueryFormsSeen);
  const auto whole =
      std::count_if(many.begin(), many.end(), [](const QueryForm& form) { return !form.cut; });
  BOOST_TEST(whole == static_cast<std::ptrdiff_t>(limits::kQueryForms));
  html = "<form>";
  for (int input = 0; input < 10'000; ++input)
    html += "<input name=n" + std::to_string(input) + ">";
  const QueryForm inputs = form_of(html);
  BOOST_TEST(inputs.inputs.size() == limits::kQueryInputs);
  BOOST_TEST(inputs.cut);
  html = "<form><select name=s>";
  for (int option = 0; option < 100'000; ++option) html += "<option>" + std::to_string(option);
  BOOST_TEST(form_of(html).inputs[0].values.size() == limits::kQueryValues);
  const QueryForm huge = form_of(
      "<form><input name=q><input name=h type=hidden value=" + std::string(1 << 20, 'x') + ">");
  BOOST_TEST(huge.cut);
  BOOST_TEST(huge.inputs.size() == 1);
}

BOOST_AUTO_TEST_CASE(records_hold_forms) {
  Response response;
  response.is_page = true;
  response.page.forms = forms_of("<form><input name=q><select name=s><option>a<option>b</form>");
  const Bytes bytes = encode_response(response);
  const auto read = decode_response(bytes.data(), bytes.size());
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST((read->page.forms == response.page.forms));
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
    BOOST_TEST(!decode_response(bytes.data(), cut).has_value());
  }
}

BOOST_AUTO_TEST_CASE(fields_with_bounds_have_all_that_is_between) {
  const auto values = [](const std::string& attributes) {
    return text_of(form_of("<form><input name=x " + attributes + "></form>"));
  };
  BOOST_TEST(values("type=number min=1 max=7 step=3 value=4") == "number x=4*,1,7\n");
  BOOST_TEST(values("type=number min=1 max=2") == "number x=*,1,2\n");
  BOOST_TEST(values("type=number min=1 value=3") == "number x=3*\n");
  BOOST_TEST(values("type=number min=1 max=999 value=3") == "number x=3*\n");
  BOOST_TEST(values("type=number min=0 max=1 step=0.1 value=0") == "number x=0*\n");
  BOOST_TEST(values("type=range max=2") == "range x=1*,0,2\n");
  BOOST_TEST(values("type=month min=2023-12 max=2024-01") == "month x=*,2023-12,2024-01\n");
  BOOST_TEST(values("type=date min=2024-02-28 max=2024-03-01") ==
             "date x=*,2024-02-28,2024-02-29,2024-03-01\n");
  BOOST_TEST(values("type=date min=2024-02-30 max=2024-03-01") == "date x=*\n");
}

BOOST_AUTO_TEST_SUITE_END()
