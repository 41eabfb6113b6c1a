// What a job over many hosts makes of the files and connections that a process may have open.
#pragma once

namespace tagtrail::host {

/// How many requests may be decided on at once, of which most wait for their host. Each takes the
/// host's two locks and a connection. Raises the limit of this process as far as it may.
unsigned requests_with_open_files();

/// How many connections may stay open beside so many requests.
unsigned connections_to_keep(unsigned requests);

}  // namespace tagtrail::host
