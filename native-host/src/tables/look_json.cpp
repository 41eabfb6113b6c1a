#include "tables/look_json.hpp"

#include <nlohmann/json.hpp>

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

Json field_json(const FieldLook& field) {
  Json json = {{"name", field.name}, {"type", field.type}};
  if (!field.format.empty()) json["format"] = field.format;
  if (!field.decimal_char.empty()) json["decimalChar"] = field.decimal_char;
  if (!field.group_char.empty()) json["groupChar"] = field.group_char;
  if (!field.bare_number) json["bareNumber"] = false;
  if (!field.unit.empty()) json["unit"] = field.unit;
  return json;
}

Json dialect_json(const DialectLook& dialect) {
  Json json = {{"delimiter", std::string(1, dialect.delimiter)}};
  if (dialect.quote != '\0') json["quoteChar"] = std::string(1, dialect.quote);
  json["doubleQuote"] = true;
  if (dialect.skip_initial_space) json["skipInitialSpace"] = true;
  if (dialect.comment != '\0') json["commentChar"] = std::string(1, dialect.comment);
  json["header"] = dialect.header;
  return json;
}

Json table_json(const TableLook& table) {
  Json json = Json::object();
  if (!table.name.empty()) json["name"] = table.name;
  if (table.hidden) json["hidden"] = true;
  if (!table.encoding.empty()) json["encoding"] = table.encoding;
  if (table.dialect) json["dialect"] = dialect_json(*table.dialect);
  json["headerRow"] = table.header_row;
  json["rows"] = table.rows;
  if (table.rows_at_least) json["rowsAtLeast"] = true;
  json["fields"] = Json::array();
  for (const FieldLook& field : table.fields) json["fields"].push_back(field_json(field));
  if (table.fields_more > 0) json["fieldsMore"] = table.fields_more;
  if (!table.missing.empty()) json["missingValues"] = table.missing;
  if (table.plain) json["plain"] = true;
  if (!table.preview.empty()) json["preview"] = table.preview;
  return json;
}

}  // namespace

std::string to_json(const Look& look) {
  Json json = Json::object();
  if (!look.format.empty()) json["format"] = look.format;
  for (const TableLook& table : look.tables) json["tables"].push_back(table_json(table));
  if (look.tables_more > 0) json["tablesMore"] = look.tables_more;
  for (const MemberLook& member : look.members) {
    json["members"].push_back({{"path", member.path}, {"bytes", member.bytes}});
  }
  if (look.members_more > 0) json["membersMore"] = look.members_more;
  if (!look.text.empty()) json["text"] = look.text;
  if (look.statistics) json["statistics"] = *look.statistics;
  if (!look.note.empty()) json["note"] = look.note;
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tagtrail::host
