#include "tables/workbook_package.hpp"

#include <algorithm>
#include <utility>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

class RelationsPart final : public XmlListener {
 public:
  void on_start(std::string_view name, const XmlAttributes& attributes) override {
    if (name != "Relationship" || parts_.size() >= look_limit::kMembers * 10) return;
    std::string target(attributes.get("Target"));
    target = target.starts_with('/') ? target.substr(1) : "xl/" + target;
    parts_.emplace(attributes.get("Id"), ascii_lower(target));
  }
  void on_end(std::string_view) override {}
  void on_text(std::string_view) override {}
  std::map<std::string, std::string> take() { return std::move(parts_); }

 private:
  std::map<std::string, std::string> parts_;
};

}  // namespace

std::string part_name(const PackedMember& member) { return ascii_lower(member.path); }

bool read_xml_part(PackedFile& packed, XmlListener& listener, LookEffort& effort, Look& look) {
  XmlStream stream(listener);
  const bool all = packed.each_piece(
      [&](std::string_view piece) { return stream.feed(piece) && effort.is_going(); });
  const bool whole = all && stream.finish();
  // What else may end it is told of the whole file.
  if (!whole && effort.is_going() && packed.fault().empty()) add_note(look, stream.why_not());
  return whole;
}

std::map<std::string, std::string> read_relations(PackedFile& packed, LookEffort& effort,
                                                  Look& look) {
  RelationsPart listener;
  read_xml_part(packed, listener, effort, look);
  return listener.take();
}

void find_parts(const std::map<std::string, std::string>& relations,
                std::vector<PackagedSheet>& sheets) {
  for (PackagedSheet& sheet : sheets) {
    const auto part = relations.find(sheet.relation);
    if (part != relations.end()) sheet.part = part->second;
  }
}

void look_into_sheets(const LookInput& input, std::vector<PackagedSheet> sheets,
                      std::string_view extension,
                      const std::function<TableLook(PackedFile&, const PackagedSheet&)>& read,
                      LookEffort& effort, Look& look) {
  const bool listed = !sheets.empty();
  std::map<std::size_t, TableLook> tables;
  PackedFile packed(input, PackedFile::Kind::zip, effort);
  while (const auto member = packed.next()) {
    const std::string part = part_name(*member);
    auto sheet = std::find_if(sheets.begin(), sheets.end(),
                              [&](const PackagedSheet& each) { return each.part == part; });
    if (sheet == sheets.end()) {
      const bool is_sheet = part.starts_with("xl/worksheets/") && part.ends_with(extension);
      if (listed || !is_sheet) continue;
      sheet = sheets.insert(sheets.end(), PackagedSheet{{}, {}, part});
    }
    tables.emplace(static_cast<std::size_t>(sheet - sheets.begin()), read(packed, *sheet));
  }
  for (auto& [order, table] : tables) add_table(look, std::move(table));
  if (!effort.is_going()) return add_note(look, effort.why_not());
  if (!packed.fault().empty()) return add_note(look, packed.fault());
  if (tables.empty()) add_note(look, "no sheet in it can be read");
}

}  // namespace tagtrail::host
