#include "critic/form_structure.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail;

namespace {

Form with_fields(std::vector<FormField> fields) {
  Form form;
  form.action = "http://h/";
  form.fields = std::move(fields);
  return form;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(form_structure)

BOOST_AUTO_TEST_CASE(the_search_form_of_a_site) {
  Form form = with_fields({{"text", "q", "", 0, 20}, {"submit", "", "Search", 0, 0}});
  const FormStructure expected{0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 20, 0, 1};
  BOOST_TEST((structure_of(form) == expected));
}

BOOST_AUTO_TEST_CASE(every_kind_has_its_place) {
  Form form = with_fields({{"hidden", "", "", 0, 0},
                           {"checkbox", "", "", 0, 0},
                           {"checkbox", "", "", 0, 0},
                           {"radio", "", "", 0, 0},
                           {"file", "", "", 0, 0},
                           {"submit", "", "", 0, 0},
                           {"select", "", "", 7, 0},
                           {"select", "", "", 5, 0},
                           {"image", "", "", 0, 0},
                           {"button", "", "", 0, 0},
                           {"reset", "", "", 0, 0},
                           {"password", "", "", 0, 30},
                           {"text", "", "", 0, 12},
                           {"email", "", "", 0, 8},
                           {"textarea", "", "", 0, 0},
                           {"color", "", "", 0, 0}});
  form.post = true;
  const FormStructure expected{1, 2, 1, 1, 1, 2, 1, 1, 1, 1, 2, 12, 20, 1, 0};
  BOOST_TEST((structure_of(form) == expected));
}

BOOST_AUTO_TEST_CASE(search_may_be_said_anywhere) {
  const auto says_search = [](const Form& form) { return structure_of(form).back() == 1; };
  Form form = with_fields({{"text", "q", "Words", 0, 20}});
  BOOST_TEST(!says_search(form));
  form.text = "Re-SEARCH";
  BOOST_TEST(says_search(form));
  form.text.clear();
  form.action = "http://h/search.php";
  BOOST_TEST(says_search(form));
  BOOST_TEST(says_search(with_fields({{"text", "SearchBox", "", 0, 20}})));
  BOOST_TEST(says_search(with_fields({{"text", "", "Search for", 0, 20}})));
}

BOOST_AUTO_TEST_CASE(attributes_in_order) {
  BOOST_TEST(kFormAttributes.front() == "hidden");
  BOOST_TEST(kFormAttributes[13] == "method");
  BOOST_TEST((structure_of(Form{}) == FormStructure{}));
}

BOOST_AUTO_TEST_SUITE_END()
