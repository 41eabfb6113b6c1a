// The formats that are read by libraries of others. Whatever is in the file, each says all it found
// and how it ended; a library that fails at it may end the process instead.
#pragma once

#include "reader/answer.hpp"

namespace tagtrail::reader {

/// dBASE, by shapelib. Deleted records are none.
ReaderEnd read_dbf(InputFile& file, Answer& answer);

/// By libreadstat.
enum class StatisticsFormat { sav, por, dta, sas7bdat, xpt };
ReaderEnd read_statistics(StatisticsFormat format, InputFile& file, Answer& answer);

}  // namespace tagtrail::reader
