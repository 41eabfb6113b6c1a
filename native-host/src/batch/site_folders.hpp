// Names of the job folders of a batch.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace tagtrail::host {

/// One path component of letters, digits, '.', '-', '_' that does not begin with '.' or '-'.
bool is_site_folder(std::string_view name);

/// What no two sites that run at once may share: the host of a canonical URL less "www.".
std::string host_of_site(std::string_view url);

/// A readable name for the job folder of this canonical URL: its host, or `host-2`, `host-3`...
/// when that is taken. Adds it to `taken`, which holds names in lower case.
std::string name_site_folder(std::string_view url, std::set<std::string>& taken);

}  // namespace tagtrail::host
