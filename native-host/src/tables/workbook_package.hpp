// Workbooks that are ZIP files of parts, XML (ECMA-376) or binary ([MS-XLSB]).
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tables/packed_file.hpp"
#include "tables/sheet_cells.hpp"
#include "tables/xml_stream.hpp"

namespace tagtrail::host {

struct PackagedSheet {
  SheetFacts facts;
  std::string relation;  ///< that tells the part
  std::string part;      ///< `xl/worksheets/sheet1.xml`, in lower case
};

/// The name of a part, of which case does not count: in lower case.
std::string part_name(const PackedMember& member);
/// Parts by the relations that name them, of the part that packed.next() told of.
std::map<std::string, std::string> read_relations(PackedFile& packed, LookEffort& effort,
                                                  Look& look);
/// Gives sheets their parts.
void find_parts(const std::map<std::string, std::string>& relations,
                std::vector<PackagedSheet>& sheets);
/// Whether the part that packed.next() told of was whole; a note tells why not.
bool read_xml_part(PackedFile& packed, XmlListener& listener, LookEffort& effort, Look& look);

/// Adds the tables of all sheets, in the order of the list. `read` gets a file at the part of a
/// sheet, and the sheet. Where the list is lost, all parts below xl/worksheets/ that end in
/// `extension` are sheets.
void look_into_sheets(const LookInput& input, std::vector<PackagedSheet> sheets,
                      std::string_view extension,
                      const std::function<TableLook(PackedFile&, const PackagedSheet&)>& read,
                      LookEffort& effort, Look& look);

}  // namespace tagtrail::host
