// What the tests of tables share: looks into texts, and workbooks and archives made on the spot.
#pragma once

#include <archive.h>
#include <archive_entry.h>

#include <boost/test/unit_test.hpp>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scratch_folder.hpp"
#include "tables/kin.hpp"
#include "tables/look_into.hpp"
#include "tables/look_json.hpp"

namespace tagtrail::host::testing {

using Members = std::vector<std::pair<std::string, std::string>>;

/// A sanitizer makes a look ten times as slow: time is no bound but where a test is about it.
inline constexpr LookBounds kWithoutHurry{.time = std::chrono::hours(1)};

/// What is found in a file of this name with these bytes, which must not change.
inline Look look_into_text(std::string_view bytes, const std::string& name) {
  const ScratchFolder folder;
  const auto file = folder.path() / name;
  std::ofstream(file, std::ios::binary) << bytes;
  auto look = look_into(file, name, kWithoutHurry);
  BOOST_REQUIRE(look.has_value());
  std::ifstream again(file, std::ios::binary);
  BOOST_TEST((std::string(std::istreambuf_iterator<char>(again), {}) == bytes));
  return std::move(*look);
}

/// The only table of it.
inline TableLook table_in(std::string_view bytes, const std::string& name) {
  Look look = look_into_text(bytes, name);
  BOOST_REQUIRE_MESSAGE(look.tables.size() == 1, to_json(look));
  return std::move(look.tables.front());
}

inline std::string kin_of(std::string_view bytes, const std::string& name) {
  return kin_of_tables(look_into_text(bytes, name).tables);
}

/// `name:type name:type`, with what else is said of a field in brackets.
inline std::string fields_of(const TableLook& table) {
  std::string all;
  for (const FieldLook& field : table.fields) {
    all += (all.empty() ? "" : " | ") + field.name + ":" + field.type;
    if (!field.format.empty()) all += "(" + field.format + ")";
    if (!field.decimal_char.empty()) all += "[decimal " + field.decimal_char + "]";
    if (!field.group_char.empty()) all += "[group " + field.group_char + "]";
    if (!field.unit.empty()) all += "{" + field.unit + "}";
  }
  return all;
}

/// The bytes of an archive with these files.
inline std::string packed(const Members& members, int format = ARCHIVE_FORMAT_ZIP) {
  std::string bytes;
  archive* made = archive_write_new();
  archive_write_set_format(made, format);
  archive_write_open(
      made, &bytes, nullptr,
      [](archive*, void* to, const void* data, std::size_t size) -> la_ssize_t {
        static_cast<std::string*>(to)->append(static_cast<const char*>(data), size);
        return static_cast<la_ssize_t>(size);
      },
      nullptr);
  for (const auto& [path, content] : members) {
    archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, path.c_str());
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_size(entry, static_cast<la_int64_t>(content.size()));
    archive_write_header(made, entry);
    archive_write_data(made, content.data(), content.size());
    archive_entry_free(entry);
  }
  archive_write_close(made);
  archive_write_free(made);
  return bytes;
}

struct SheetMade {
  std::string name;
  std::string rows;  ///< `<row>...</row>`
  std::string state = "visible";
};

/// A workbook with these sheets. Styles: 0 plain, 1 a date. `texts`: the shared ones, as XML.
inline std::string xlsx_of(const std::vector<SheetMade>& sheets, const std::string& texts = "",
                           const std::string& workbook_properties = "") {
  std::string list;
  std::string relations;
  Members members;
  for (std::size_t at = 0; at < sheets.size(); ++at) {
    const std::string number = std::to_string(at + 1);
    list += "<sheet name='" + sheets[at].name + "' sheetId='" + number + "' state='" +
            sheets[at].state + "' r:id='r" + number + "'/>";
    relations += "<Relationship Id='r" + number + "' Target='worksheets/s" + number + ".xml'/>";
    // The last sheet first: what counts is the workbook's list.
    members.insert(members.begin(),
                   {"xl/worksheets/s" + number + ".xml",
                    "<worksheet><sheetData>" + sheets[at].rows + "</sheetData></worksheet>"});
  }
  members.push_back({"xl/workbook.xml", "<workbook xmlns:r='r'>" + workbook_properties +
                                            "<sheets>" + list + "</sheets></workbook>"});
  members.push_back(
      {"xl/_rels/workbook.xml.rels", "<Relationships>" + relations + "</Relationships>"});
  members.push_back({"xl/styles.xml",
                     "<styleSheet><numFmts><numFmt numFmtId='164' formatCode='yyyy\\-mm\\-dd'/>"
                     "</numFmts><cellXfs><xf numFmtId='0'/><xf numFmtId='164'/></cellXfs>"
                     "</styleSheet>"});
  members.push_back({"xl/sharedStrings.xml", "<sst>" + texts + "</sst>"});
  return packed(members);
}

inline std::string ods_of(const std::string& tables, const std::string& styles = "") {
  return packed({{"mimetype", "application/vnd.oasis.opendocument.spreadsheet"},
                 {"content.xml",
                  "<office:document-content xmlns:office='o' xmlns:table='t' xmlns:text='x' "
                  "xmlns:style='s'><office:automatic-styles>" +
                      styles + "</office:automatic-styles><office:body><office:spreadsheet>" +
                      tables + "</office:spreadsheet></office:body></office:document-content>"}});
}

}  // namespace tagtrail::host::testing
