// Forms put together for tests.
#pragma once

#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>
#include <vector>

#include "forms/form_shape.hpp"

namespace tagtrail {

inline QueryInput box(std::string kind, std::string name, std::string value = "") {
  return {std::move(kind), std::move(name), false, {{std::move(value), "", true}}};
}

inline QueryInput button(std::string label, std::string kind = "submit", std::string name = "") {
  return {std::move(kind), std::move(name), false, {{"", std::move(label), true}}};
}

inline QueryInput list(std::string name, const std::vector<std::string>& values) {
  QueryInput input{"select", std::move(name), false, {}};
  for (const std::string& value : values)
    input.values.push_back({value, value, input.values.empty()});
  return input;
}

inline QueryForm form(std::vector<QueryInput> inputs, std::string action = "http://e.org/search") {
  return {std::move(action), "/html/body/form.search", false, false, std::move(inputs)};
}

inline FormShape shape_of(const QueryForm& form) {
  const ReadForm read = read_form({form});
  BOOST_REQUIRE(read.kind == FormKind::asks);
  return read.shape;
}

}  // namespace tagtrail
