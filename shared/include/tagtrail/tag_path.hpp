// Tag paths: where a link sits in its page (the "tag path" of SB-CLASSIFIER; docs/policies.md).
#pragma once

#include <string>
#include <string_view>

namespace tagtrail {

/// One element of a tag path: `tag`, then `.` and the class list with white space runs collapsed to
/// one space (order kept), then `#` and the id as written. An empty (or blank) class or id adds
/// nothing. `tag` is lower-cased (ASCII). Cut to limits::kPathTokenBytes at a UTF-8 border.
std::string tag_path_token(std::string_view tag, std::string_view class_list, std::string_view id);

/// Appends `/token` to `path`: the path string of the published method, e.g.
/// `/html/body/div#main/ul.datasets wide/li/a`. The seed URL's own path is the empty string.
void append_tag_path(std::string& path, std::string_view token);

/// The path in the notation shown to people: `html body div#main ul.datasets.wide li a`.
std::string readable_tag_path(std::string_view path);

/// Whether the link is what a frame shows.
bool leads_into_frame(std::string_view path);

}  // namespace tagtrail
