#include "command_line/describe.hpp"

#include <string>
#include <vector>

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> names_of(const CLI::Option& option) {
  if (option.get_positional()) return {option.get_name(/*positional=*/true)};
  std::vector<std::string> names;
  for (const auto& name : option.get_snames()) names.push_back("-" + name);
  for (const auto& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

Json describe_option(const CLI::Option& option) {
  const bool takes_value = option.get_items_expected_max() > 0;
  return {{"names", names_of(option)},
          {"positional", option.get_positional()},
          {"value", takes_value ? option.get_type_name() : ""},
          {"default", option.get_default_str()},
          {"about", option.get_description()},
          {"group", option.get_group()},
          {"required", option.get_required()}};
}

}  // namespace

nlohmann::ordered_json describe(const CLI::App& app) {
  Json options = Json::array();
  for (const CLI::Option* option : app.get_options({})) options.push_back(describe_option(*option));
  Json commands = Json::array();
  for (const CLI::App* command : app.get_subcommands({})) commands.push_back(describe(*command));
  return {{"name", app.get_name()},        {"about", app.get_description()},
          {"more", app.get_footer()},      {"hidden", app.get_group().empty()},
          {"options", std::move(options)}, {"commands", std::move(commands)}};
}

}  // namespace tagtrail::host
