// The program `tagtrail-lab`: one subcommand a file. `tagtrail` starts it for these commands.
#include "commands/commands.hpp"

int main(int count, char** words) {
  using namespace tagtrail::host;
  const Program program{
      "tagtrail",
      "Measures crawl policies: on recorded sites, invented ones, and made-up pages.",
      "tagtrail COMMAND --help explains a command.",
      {add_import, add_generate, add_replay, add_lab, add_report, add_bench},
      {}};
  return run_program(program, count, words);
}
