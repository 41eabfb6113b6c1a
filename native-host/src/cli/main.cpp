// The program `tagtrail`: one subcommand a file.
#include "cli/build_commit.hpp"
#include "cli/commands.hpp"
#include "cli/harvest_forks.hpp"
#include "cli/laboratory.hpp"

int main(int count, char** words) {
  using namespace tagtrail::host;
  if (is_of_laboratory(count, words)) return run_laboratory(words);
  if (is_for_forks(count, words)) return run_forks(count, words);
  const Program program{
      "tagtrail",
      "Finds the data files of a website while loading few pages.",
      "Examples:\n"
      "  tagtrail harvest https://example.org/    find and fetch a site's data files\n"
      "  tagtrail catalogue https://example.org/  what a portal's catalogue has, before fetching\n"
      "  tagtrail batch sites.txt --out DIR       the same for many sites, two at once\n"
      "  tagtrail open JOB             what came in, in your browser\n"
      "  tagtrail search WORDS         the tables of your jobs that answer a question\n"
      "  tagtrail doctor               what is missing on this machine, and how to get it\n"
      "  tagtrail install              let the extension in your browsers start Tagtrail\n"
      "\n"
      "tagtrail COMMAND --help explains a command. Results go to standard output, progress to\n"
      "standard error. Exit codes: 0 done, 1 some of a batch failed, 2 wrong usage, 3 could not\n"
      "start, 4 stopped by a limit, 5 stopped by you, 6 refused by the site, 7 disk full,\n"
      "70 internal error.",
      {add_demo,   add_harvest, add_catalogue,  add_batch,      add_fleet,
       add_open,   add_login,   add_export,     add_politeness, add_hosts,
       add_acts,   add_names,   add_tables,     add_search,     add_verify,
       add_train,  add_links,   add_laboratory, add_install,    add_uninstall,
       add_doctor, add_host,    add_host_files, add_pump,       add_options},
      kBuildCommit};
  return run_program(program, count, words);
}
