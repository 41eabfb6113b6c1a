// The fork server of harvests, which `fleet work` starts.
#pragma once

namespace tagtrail::host {

bool is_for_forks(int count, char** words);

/// Serves harvests on standard input (serve_forks).
int run_forks(int count, char** words);

}  // namespace tagtrail::host
