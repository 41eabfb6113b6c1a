// CDXJ: the index of WARC files, a line a capture.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "store/archive_index.hpp"

namespace tagtrail::host {

/// Whether readers look the record up: answers to GET and documents.
bool is_indexed(const ArchiveRecord& record);

/// `SURT timestamp {"url": ...}` and a line end.
std::string cdxj_line(const ArchiveRecord& record);

/// All lines of an index, in the order of their bytes, as readers search them.
std::string cdxj_index(std::vector<std::string> lines);

}  // namespace tagtrail::host
