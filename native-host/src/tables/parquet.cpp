// Parquet files: the schema and the number of rows, from the footer (FileMetaData of
// parquet.thrift, in Thrift's compact protocol). Rows are not read.
#include <fcntl.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "system/posix_file.hpp"
#include "tables/readers.hpp"
#include "tables/record_bytes.hpp"
#include "tables/table_builder.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kFooterBytes = 64 << 20;
constexpr std::size_t kTailBytes = 8;  ///< the footer's size and the magic bytes
constexpr std::size_t kSchemaElements = 100'000;
constexpr unsigned kDeepestStruct = 32;

// Types of Thrift's compact protocol.
enum class Wire : std::uint8_t {
  stop = 0,
  yes = 1,
  no = 2,
  byte = 3,
  i16 = 4,
  i32 = 5,
  i64 = 6,
  real = 7,
  binary = 8,
  list = 9,
  set = 10,
  map = 11,
  structure = 12,
};

struct WireField {
  std::int64_t id = 0;
  Wire type = Wire::stop;
};

/// Values one after the other. Whatever goes wrong makes ok() false and everything zero.
class ThriftReader {
 public:
  explicit ThriftReader(std::string_view bytes) : bytes_(bytes) {}

  bool ok() const { return ok_ && bytes_.ok(); }
  std::size_t left() const { return bytes_.left().size(); }

  /// The next field of a structure of which `last` was the field before; stop after the last.
  WireField field(std::int64_t last) {
    constexpr unsigned kStepShift = 4;
    constexpr unsigned kTypeBits = 15;
    const unsigned head = bytes_.u8();
    WireField field;
    field.type = type_of(head & kTypeBits);
    if (field.type == Wire::stop || !ok()) return {};
    const unsigned step = head >> kStepShift;
    field.id = step == 0 ? integer() : last + step;
    return field;
  }

  std::int64_t integer() {
    const std::uint64_t zigzag = number();
    return static_cast<std::int64_t>(zigzag >> 1) ^ -static_cast<std::int64_t>(zigzag & 1);
  }

  std::string_view text() { return bytes_.text(number()); }

  /// How many of which type follow; no more than there are bytes for.
  std::uint64_t list(Wire& type) {
    constexpr unsigned kCountShift = 4;
    constexpr unsigned kTypeBits = 15;
    constexpr std::uint64_t kCountFollows = 15;
    const unsigned head = bytes_.u8();
    type = type_of(head & kTypeBits);
    std::uint64_t count = head >> kCountShift;
    if (count == kCountFollows) count = number();
    if (count > left()) ok_ = false;
    return ok() ? count : 0;
  }

  void skip(Wire type, unsigned depth = 0) {
    if (depth > kDeepestStruct) ok_ = false;
    if (!ok()) return;
    switch (type) {
      case Wire::byte:
        return bytes_.skip(1);
      case Wire::i16:
      case Wire::i32:
      case Wire::i64:
        return static_cast<void>(number());
      case Wire::real:
        return bytes_.skip(8);
      case Wire::binary:
        return static_cast<void>(text());
      case Wire::list:
      case Wire::set:
        return skip_list(depth);
      case Wire::map:
        return skip_map(depth);
      case Wire::structure:
        return skip_structure(depth);
      default:
        return;
    }
  }

 private:
  Wire type_of(unsigned code) {
    if (code > static_cast<unsigned>(Wire::structure)) ok_ = false;
    return ok_ ? static_cast<Wire>(code) : Wire::stop;
  }

  std::uint64_t number() {
    constexpr unsigned kBits = 7;
    constexpr std::uint64_t kMore = 0x80;
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += kBits) {
      const std::uint64_t byte = bytes_.u8();
      number |= (byte & (kMore - 1)) << shift;
      if ((byte & kMore) == 0) return number;
    }
    ok_ = false;
    return 0;
  }

  void skip_list(unsigned depth) {
    Wire type = Wire::stop;
    const std::uint64_t count = list(type);
    // In lists, a truth value is a byte.
    if (type == Wire::yes || type == Wire::no) type = Wire::byte;
    for (std::uint64_t at = 0; at < count && ok(); ++at) skip(type, depth + 1);
  }
  void skip_map(unsigned depth) {
    constexpr unsigned kKeyShift = 4;
    constexpr unsigned kTypeBits = 15;
    const std::uint64_t count = number();
    if (count == 0) return;
    if (count > left()) ok_ = false;
    const unsigned types = bytes_.u8();
    for (std::uint64_t at = 0; at < count && ok(); ++at) {
      skip(type_of(types >> kKeyShift), depth + 1);
      skip(type_of(types & kTypeBits), depth + 1);
    }
  }
  void skip_structure(unsigned depth) {
    std::int64_t last = 0;
    for (WireField each = field(last); each.type != Wire::stop; each = field(last)) {
      last = each.id;
      skip(each.type, depth + 1);
    }
  }

  RecordBytes bytes_;
  bool ok_ = true;
};

/// SchemaElement.
struct SchemaElement {
  std::string name;
  std::int64_t type = -1;       ///< of what is stored; -1: a group of others
  std::int64_t converted = -1;  ///< what that means, as older programs say it
  std::int64_t logical = -1;    ///< the same of newer ones
  std::int64_t children = 0;
  bool repeated = false;
};

struct Footer {
  std::vector<SchemaElement> schema;
  std::int64_t rows = 0;
};

/// LogicalType: which of its fields is there.
std::int64_t read_logical_type(ThriftReader& thrift) {
  std::int64_t kind = -1;
  std::int64_t last = 0;
  for (WireField each = thrift.field(last); each.type != Wire::stop; each = thrift.field(last)) {
    last = each.id;
    kind = each.id;
    thrift.skip(each.type);
  }
  return kind;
}

SchemaElement read_element(ThriftReader& thrift) {
  SchemaElement element;
  std::int64_t last = 0;
  for (WireField each = thrift.field(last); each.type != Wire::stop; each = thrift.field(last)) {
    last = each.id;
    if (each.id == 1 && each.type == Wire::i32) {
      element.type = thrift.integer();
    } else if (each.id == 3 && each.type == Wire::i32) {
      constexpr std::int64_t kRepeated = 2;
      element.repeated = thrift.integer() == kRepeated;
    } else if (each.id == 4 && each.type == Wire::binary) {
      element.name = to_valid_utf8(utf8_prefix(thrift.text(), look_limit::kNameBytes));
    } else if (each.id == 5 && each.type == Wire::i32) {
      element.children = thrift.integer();
    } else if (each.id == 6 && each.type == Wire::i32) {
      element.converted = thrift.integer();
    } else if (each.id == 10 && each.type == Wire::structure) {
      element.logical = read_logical_type(thrift);
    } else {
      thrift.skip(each.type);
    }
  }
  return element;
}

/// Nothing: it is damaged, or has more columns than a schema may.
std::optional<Footer> read_footer(std::string_view bytes) {
  ThriftReader thrift(bytes);
  Footer footer;
  std::int64_t last = 0;
  for (WireField each = thrift.field(last); each.type != Wire::stop; each = thrift.field(last)) {
    last = each.id;
    if (each.id == 2 && each.type == Wire::list) {
      Wire type = Wire::stop;
      const std::uint64_t count = thrift.list(type);
      if (type != Wire::structure || count > kSchemaElements) return std::nullopt;
      for (std::uint64_t at = 0; at < count && thrift.ok(); ++at) {
        footer.schema.push_back(read_element(thrift));
      }
    } else if (each.id == 3 && each.type == Wire::i64) {
      footer.rows = thrift.integer();
      // What comes behind it is of parts of the file.
      break;
    } else {
      thrift.skip(each.type);
    }
  }
  if (!thrift.ok() || footer.schema.empty() || footer.rows < 0) return std::nullopt;
  return footer;
}

const char* meaning_of_logical(std::int64_t logical) {
  switch (logical) {
    case 1:   // STRING
    case 4:   // ENUM
    case 12:  // JSON
    case 14:  // UUID
      return "string";
    case 5:  // DECIMAL
      return "number";
    case 6:  // DATE
      return "date";
    case 7:  // TIME
      return "time";
    case 8:  // TIMESTAMP
      return "datetime";
    case 10:  // INTEGER
      return "integer";
    default:
      return nullptr;
  }
}

const char* meaning_of_converted(std::int64_t converted) {
  constexpr std::int64_t kFirstInteger = 11;
  constexpr std::int64_t kLastInteger = 18;
  if (converted >= kFirstInteger && converted <= kLastInteger) return "integer";
  switch (converted) {
    case 0:   // UTF8
    case 4:   // ENUM
    case 19:  // JSON
      return "string";
    case 5:  // DECIMAL
      return "number";
    case 6:  // DATE
      return "date";
    case 7:  // TIME_MILLIS, TIME_MICROS
    case 8:
      return "time";
    case 9:  // TIMESTAMP_MILLIS, TIMESTAMP_MICROS
    case 10:
      return "datetime";
    default:
      return nullptr;
  }
}

std::string type_of_element(const SchemaElement& element) {
  constexpr auto kStored = std::to_array<const char*>(
      {"boolean", "integer", "integer", "datetime", "number", "number", "any", "any"});
  if (const char* meaning = meaning_of_logical(element.logical)) return meaning;
  if (const char* meaning = meaning_of_converted(element.converted)) return meaning;
  const auto stored = static_cast<std::size_t>(element.type);
  return element.type >= 0 && stored < kStored.size() ? kStored.at(stored) : "any";
}

/// The columns of a schema, which lists a tree from its root on, children after their parents.
class Columns {
 public:
  Columns(const std::vector<SchemaElement>& schema, LookEffort& effort)
      : schema_(schema), effort_(effort) {}

  /// False: it is no tree.
  bool read(TableLook& table) {
    const std::int64_t top = schema_.front().children;
    at_ = 1;
    for (std::int64_t child = 0; child < top; ++child) {
      if (!read_one({}, false, 0, table)) return false;
    }
    if (count_ > look_limit::kColumns) effort_.leave_columns(count_ - look_limit::kColumns);
    table.fields_more = count_ - table.fields.size();
    table.shape.columns = count_;
    return true;
  }

 private:
  bool read_one(const std::string& above, bool repeated, unsigned depth, TableLook& table) {
    if (at_ >= schema_.size() || depth > kDeepestStruct) return false;
    const SchemaElement& element = schema_[at_++];
    const std::string name = above.empty() ? element.name : above + "." + element.name;
    repeated = repeated || element.repeated;
    if (element.children <= 0) {
      add(std::string(utf8_prefix(name, look_limit::kNameBytes)),
          repeated ? "any" : type_of_element(element), table);
      return true;
    }
    for (std::int64_t child = 0; child < element.children; ++child) {
      if (!read_one(name, repeated, depth + 1, table)) return false;
    }
    return true;
  }

  void add(std::string name, std::string type, TableLook& table) {
    if (++count_ > look_limit::kFields) return;
    const bool is_number = type == "number" || type == "integer";
    if (is_number && !names_no_measure(ascii_lower(trim(name)))) {
      ++table.shape.measures;
    } else {
      table.shape.has_labels = true;
    }
    FieldLook field;
    field.name = std::move(name);
    field.type = std::move(type);
    table.fields.push_back(std::move(field));
  }

  const std::vector<SchemaElement>& schema_;
  LookEffort& effort_;
  std::size_t at_ = 0;
  std::size_t count_ = 0;
};

std::string end_of_file(const LookInput& input, std::size_t size) {
  if (input.whole) {
    return std::string(input.bytes.substr(input.bytes.size() - std::min(size, input.bytes.size())));
  }
  const auto opened = open_file(input.file, O_RDONLY);
  if (!opened) return {};
  const off_t end = ::lseek(opened->get(), 0, SEEK_END);
  std::string bytes(std::min<std::size_t>(size, static_cast<std::size_t>(std::max<off_t>(0, end))),
                    '\0');
  const ssize_t got =
      ::pread(opened->get(), bytes.data(), bytes.size(), end - static_cast<off_t>(bytes.size()));
  return got == static_cast<ssize_t>(bytes.size()) ? bytes : std::string();
}

}  // namespace

void look_into_parquet(const LookInput& input, LookEffort& effort, Look& look) {
  look.format = "parquet";
  const char* damaged = "it is damaged or cut short";
  const std::string tail = end_of_file(input, kTailBytes);
  if (tail.ends_with("PARE")) return add_note(look, "a password protects it");
  if (tail.size() < kTailBytes || !tail.ends_with("PAR1")) return add_note(look, damaged);
  const std::size_t size = RecordBytes(tail).u32();
  if (size > kFooterBytes) return add_note(look, "its list of columns is too large");
  const std::string bytes = end_of_file(input, size + kTailBytes);
  if (bytes.size() < size + kTailBytes) return add_note(look, damaged);
  const auto footer = read_footer(std::string_view(bytes).substr(0, size));
  TableLook table;
  if (!footer || !Columns(footer->schema, effort).read(table)) return add_note(look, damaged);
  table.rows = static_cast<std::uint64_t>(footer->rows);
  table.shape.has_names = true;
  const std::uint64_t rows = std::min(table.rows, look_limit::kCells);
  table.shape.cells = table.shape.columns * rows;
  table.shape.number_cells = table.shape.measures * rows;
  add_table(look, std::move(table));
  add_note(look, "of its rows only the number is known");
}

}  // namespace tagtrail::host
