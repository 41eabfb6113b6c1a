#include "content/json_lines.hpp"

#include <nlohmann/json.hpp>

namespace tagtrail::host {
namespace {

using JsonLine = nlohmann::ordered_json;

void append_line(std::string& lines, const JsonLine& line) {
  lines += line.dump(-1, ' ', false, JsonLine::error_handler_t::replace);
  lines += '\n';
}

JsonLine as_json(const FormField& field) {
  JsonLine json{{"kind", field.kind}, {"name", field.name}, {"label", field.label}};
  if (field.options > 0) json["options"] = field.options;
  if (field.size > 0) json["size"] = field.size;
  return json;
}

}  // namespace

std::string statements_as_json_lines(const std::vector<Statement>& statements,
                                     std::string_view page_url) {
  std::string lines;
  for (const Statement& statement : statements) {
    JsonLine line{{"page", page_url},
                  {"syntax", to_string(statement.syntax)},
                  {"subject", statement.subject},
                  {"predicate", statement.predicate},
                  {"object", statement.object}};
    if (statement.literal) line["literal"] = true;
    append_line(lines, line);
  }
  return lines;
}

std::string forms_as_json_lines(const std::vector<Form>& forms, std::string_view page_url) {
  std::string lines;
  for (const Form& form : forms) {
    JsonLine fields = JsonLine::array();
    for (const FormField& field : form.fields) fields.push_back(as_json(field));
    append_line(lines, {{"page", page_url},
                        {"action", form.action},
                        {"method", form.post ? "post" : "get"},
                        {"text", form.text},
                        {"fields", std::move(fields)}});
  }
  return lines;
}

}  // namespace tagtrail::host
