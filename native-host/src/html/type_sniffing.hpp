// Wrong and missing Content-Type: what a body really is, as far as its first bytes say. Pages are
// sometimes sent as files (a login page under a CSV's URL) and files as pages.
#pragma once

#include <string>
#include <string_view>

namespace tagtrail::host {

inline constexpr std::size_t kSniffBytes = 1024;

/// The MIME type to act on. `declared` is the essence sent (may be empty), `start` the first
/// kSniffBytes of the body, `extension` its name's (name_extension()). Only clear cases are
/// changed: a body that begins as HTML is HTML; one declared HTML or plain text (or undeclared)
/// that begins as PDF, ZIP and the like is that: some servers call all text that they do not know.
/// So is what has a type that says nothing, and no name that does. What is declared HTML, or
/// nothing, has no markup and begins as rows of as many cells each, is CSV; so is plain text and
/// what has a type that says nothing, where no name tells more; a title and comments may stand
/// above, and it may be in UTF-16. What is named CSV and begins so is that with markup in its
/// cells, too. A table in HTML that is called a spreadsheet, by its type or its name, is one.
/// Plain text, and what has a type that says nothing, without a name, that begins_as_object() is
/// JSON.
std::string sniffed_mime(std::string_view declared, std::string_view start,
                         std::string_view extension);

/// Whether it begins as an object of JSON with a member, or a list of such.
bool begins_as_object(std::string_view start);

/// The same for text of which neither a type, `sniffed`, nor a name tells what it is: CSV where the
/// `words` of its link say so and it has lines.
std::string promised_mime(std::string_view sniffed, std::string_view start,
                          std::string_view extension, std::string_view words);

/// What an answer is by its name, where careless servers send such files under `declared`: CSV as
/// Excel's type, XLSX as a ZIP archive or as XLS; and text under another name of its type (paper's
/// list takes other names as they are). Empty: what it is declared to be. `extension`: of its name
/// (name_extension()).
std::string_view mime_by_name(std::string_view declared, std::string_view extension);

/// A picture, film, sound or font; but no drawing.
bool is_media(std::string_view mime);

/// What a file is whose first bytes `declared` can't have, where its name says what they can be, or
/// where it is text and called media; or mime_by_name(), if they can be that; else `declared`.
std::string renamed_mime(std::string_view declared, std::string_view start,
                         std::string_view extension);

/// The extension, in lower case, of the name that an answer has: in Content-Disposition, or else in
/// its URL.
std::string name_extension(std::string_view url, std::string_view file_name);

/// Whether such an extension does not tell what a file is: none, or that of a program.
bool is_nameless(std::string_view extension);

/// The name of a file that was sent packed by a content coding, and is called as what came:
/// table.csv for /table.csv.gz, archive.tar for /archive.tgz. Empty where the name says nothing of
/// packing, or the `start` of the decoded file is packed as it says. `coding`: Content-Encoding.
std::string unpacked_name(std::string_view url, std::string_view file_name, std::string_view coding,
                          std::string_view start);

}  // namespace tagtrail::host
