// Where a record of a job's WARC files is: written first, synced, then committed with its response.
#pragma once

#include <cstdint>
#include <string>

namespace tagtrail::host {

struct ArchiveRecord {
  std::uint64_t n = 0;       ///< the response it belongs to; 0: none, or not known yet
  std::string file;          ///< name in the job's archive/, without the suffix of an open file
  std::uint64_t offset = 0;  ///< of the gzip member
  std::uint64_t length = 0;
  std::string type;    ///< WARC-Type
  std::string id;      ///< WARC-Record-ID, without angle brackets
  std::string url;     ///< WARC-Target-URI; empty for warcinfo
  std::string method;  ///< of the request; empty where there was none
  std::string at;      ///< WARC-Date
  std::string mime;    ///< of the payload; empty for other records than answers
  int status = 0;
  std::string digest;  ///< WARC-Payload-Digest of a payload that is whole; else empty
};

}  // namespace tagtrail::host
