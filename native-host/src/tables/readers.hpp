// The readers of formats. Each fills a look from bytes or a file that may be anything: what can't
// be read leaves a note, and what was read until then stays.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "tables/limits.hpp"
#include "tables/look.hpp"

namespace tagtrail::host {

/// What a reader works on. Borrowed.
struct LookInput {
  std::filesystem::path file;  ///< to be read by readers of packed formats; never written to
  std::string_view bytes;      ///< the beginning, at most look_limit::kFileBytes
  bool whole = true;           ///< whether that is all
  std::string_view name;       ///< of the file or member; its extension is a hint
};

/// Delimited text. `named_so`: the file says that it is such; else it must look like a table
/// without doubt, and is text if it does not.
void look_into_delimited(const LookInput& input, bool named_so, LookEffort& effort, Look& look);
/// Arrays of objects or of arrays (RFC 8259), and GeoJSON (RFC 7946), whose features are rows.
void look_into_json(const LookInput& input, LookEffort& effort, Look& look);
/// One JSON value a line.
void look_into_json_lines(const LookInput& input, LookEffort& effort, Look& look);
/// Office Open XML workbooks (ECMA-376); hidden sheets are named as such.
void look_into_xlsx(const LookInput& input, LookEffort& effort, Look& look);
/// The same as records instead of XML ([MS-XLSB]).
void look_into_xlsb(const LookInput& input, LookEffort& effort, Look& look);
/// Excel's older workbooks (BIFF 2 to 8) that are nothing but their stream of records.
bool is_bare_xls(std::string_view bytes);
void look_into_xls(const LookInput& input, LookEffort& effort, Look& look);
/// The same in compound files. False: it is one of something else, and nothing was told.
bool look_into_compound(const LookInput& input, LookEffort& effort, Look& look);
/// Whether it is a workbook that Excel 2002 or 2003 saved as XML.
bool is_excel_xml(std::string_view bytes);
void look_into_excel_xml(const LookInput& input, LookEffort& effort, Look& look);
/// Tables of HTML that calls itself a spreadsheet.
void look_into_html_tables(const LookInput& input, LookEffort& effort, Look& look);
/// Columns and the number of rows.
void look_into_parquet(const LookInput& input, LookEffort& effort, Look& look);
/// OpenDocument spreadsheets (ISO/IEC 26300).
void look_into_ods(const LookInput& input, LookEffort& effort, Look& look);
/// Archives: their members, and the tables in those that are no archives themselves.
void look_into_archive(const LookInput& input, LookEffort& effort, Look& look);
/// The text of the first page, by pdftotext where that is installed.
void look_into_pdf(const LookInput& input, LookEffort& effort, Look& look);
/// `dbf`, `sav`, `por`, `dta`, `sas7bdat` or `xpt`, by tagtrail-reader.
void look_into_apart(const LookInput& input, const char* format, LookEffort& effort, Look& look);
/// What tagtrail-reader says of a file (table_frames.hpp), whatever that is. `next`: more of it;
/// empty: there is no more. A note, where it does not say that it has read all.
std::string look_into_frames(const std::function<std::string_view()>& next, const LookInput& input,
                             LookEffort& effort, Look& look);
/// XML, HTML and plain text: the beginning.
void look_into_text(const LookInput& input, Look& look);

/// By what it is, see look_into.hpp. `depth`: archives that it is in.
void look_into_bytes(const LookInput& input, unsigned depth, LookEffort& effort, Look& look);

/// Appends to the note what is not said yet.
void add_note(Look& look, std::string_view words);
/// Adds a table, unless there are too many or it holds nothing.
void add_table(Look& look, TableLook table);

}  // namespace tagtrail::host
