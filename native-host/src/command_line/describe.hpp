// A command line as data, from which manual page and shell completions are made.
#pragma once

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

namespace tagtrail::host {

/// `{"name", "about", "more", "hidden", "options": [...], "commands": [...]}`, commands likewise.
/// An option: `"names"` (`--out`; of a positional one its word), `"positional"`, `"value"` (what
/// its argument is called; empty: it takes none), `"default"`, `"about"`, `"group"`, `"required"`.
nlohmann::ordered_json describe(const CLI::App& app);

}  // namespace tagtrail::host
