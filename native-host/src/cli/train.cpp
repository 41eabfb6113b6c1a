// `tagtrail train`: learns from labelled pages which ones are on topic, and which forms are wanted.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/commands.hpp"
#include "command_line/report_failure.hpp"
#include "messaging/json_text.hpp"
#include "system/say.hpp"
#include "tagtrail/training.hpp"
#include "training/labelled_pages.hpp"
#include "training/links_to_targets.hpp"
#include "training/write_model.hpp"

namespace tagtrail::host {
namespace {

using Folders = std::vector<std::string>;  ///< wanted, other; or none

struct TrainArguments {
  Folders pages;
  Folders forms;
  Folders domain_forms;
  std::vector<std::string> links;  ///< jobs
  TrainingLimits limits;
  std::string output = "ache-model.json";
  bool json = false;
};

/// What was read besides the cases.
struct Reading {
  std::vector<SkippedFile> skipped;
  std::uint64_t same_forms = 0;
};

/// What two forms are the same by: a site has one on each page.
std::string form_key(const Form& form) {
  std::string key = form.text + (form.post ? "\nPOST" : "\nGET");
  for (const FormField& field : form.fields) {
    key += "\n" + field.kind + " " + field.name + " " + field.label;
  }
  return key;
}

Expected<std::array<std::vector<Page>, 2>> read_pages(const Folders& folders, Reading& reading) {
  if (folders.empty()) return {};
  LabelledPages labelled = TRY(read_labelled_pages(folders.at(0), folders.at(1)));
  for (SkippedFile& skipped : labelled.skipped) reading.skipped.push_back(std::move(skipped));
  return std::move(labelled.pages);
}

/// Every form of a page is of the kind of its folder.
Expected<std::array<std::vector<Form>, 2>> read_forms(const Folders& folders, Reading& reading) {
  auto pages = TRY(read_pages(folders, reading));
  std::array<std::vector<Form>, 2> forms;
  for (std::size_t label = 0; label < pages.size(); ++label) {
    std::set<std::string> seen;
    for (Page& page : pages.at(label)) {
      for (Form& form : page.content.forms) {
        if (seen.insert(form_key(form)).second) {
          forms.at(label).push_back(std::move(form));
        } else {
          ++reading.same_forms;
        }
      }
    }
    if (!folders.empty() && forms.at(label).empty()) {
      return fail(ErrorCode::invalid_argument,
                  folders.at(1 - label) + ": none of its pages has a form");
    }
  }
  return forms;
}

Json part_to_json(const TrainedPart& part) {
  Json json = {{"size", part.size}};
  json["folds"] = part.check.folds;
  json["accuracy"] = part.check.folds == 0 ? Json() : Json(part.check.accuracy());
  return json;
}

Json critic_to_json(const TrainedPart& part) {
  Json json = part_to_json(part);
  json["wanted"] = part.cases[1];
  json["other"] = part.cases[0];
  const auto& counts = part.check.counts;
  json["wantedTaken"] = counts[1][1];
  json["wantedMissed"] = counts[1][0];
  json["otherTaken"] = counts[0][1];
  json["otherLeft"] = counts[0][0];
  return json;
}

Json training_to_json(const Training& training, const Reading& reading, const std::string& file) {
  Json json = {{"model", file}, {"skipped", Json::array()}, {"sameForms", reading.same_forms}};
  if (training.pages) json["pages"] = critic_to_json(*training.pages);
  if (training.forms) json["forms"] = critic_to_json(*training.forms);
  if (training.domain_forms) json["domainForms"] = critic_to_json(*training.domain_forms);
  if (training.links) {
    json["links"] = part_to_json(*training.links);
    json["links"]["byDistance"] = training.links->cases;
  }
  for (const SkippedFile& skipped : reading.skipped) {
    json["skipped"].push_back({{"file", skipped.file.string()}, {"why", skipped.why}});
  }
  return json;
}

void print_part(const char* what, const char* measure, const TrainedPart& part) {
  say(stdout, "{}: {} wanted, {} others; {} {}\n", what, part.cases[1], part.cases[0], part.size,
      measure);
  const auto& counts = part.check.counts;
  if (part.check.folds == 0) {
    say(stdout, "  too few of a kind to test it: give at least two of each\n");
    return;
  }
  say(stdout,
      "  cross-validation, {} folds: {:.1f} % right; of the wanted ones {} of {} taken, of the "
      "others {} of {}\n",
      part.check.folds, 100 * part.check.accuracy(), counts[1][1], counts[1][0] + counts[1][1],
      counts[0][1], counts[0][0] + counts[0][1]);
}

void print_links(const TrainedPart& part) {
  say(stdout,
      "links: {} lead to a result, {} to a page with such a link, {} are further; {} words\n",
      part.cases.at(0), part.cases.at(1), part.cases.at(2), part.size);
  if (part.check.folds == 0) return;
  say(stdout, "  cross-validation, {} folds: {:.1f} % right\n", part.check.folds,
      100 * part.check.accuracy());
}

void print(const Training& training, const Reading& reading, const std::string& file) {
  constexpr std::size_t kMostShown = 20;
  for (std::size_t at = 0; at < std::min(kMostShown, reading.skipped.size()); ++at) {
    const SkippedFile& skipped = reading.skipped[at];
    say(stderr, "skipped {}: {}\n", terminal_line(skipped.file.string()),
        terminal_line(skipped.why));
  }
  if (reading.skipped.size() > kMostShown) {
    say(stderr, "... and {} more; --json lists all\n", reading.skipped.size() - kMostShown);
  }
  if (reading.same_forms > 0) {
    say(stderr, "left out: {} forms that are the same as an earlier one\n", reading.same_forms);
  }
  if (training.pages) print_part("pages on topic", "words", *training.pages);
  if (training.forms) print_part("searchable forms", "leaves of the tree", *training.forms);
  if (training.domain_forms) print_part("forms of the domain", "words", *training.domain_forms);
  if (training.links) print_links(*training.links);
  say(stdout, "{}\n", terminal_line(file));
}

Expected<void> train(const TrainArguments& arguments) {
  if (arguments.pages.empty() && arguments.forms.empty() && arguments.domain_forms.empty() &&
      arguments.links.empty()) {
    return fail(ErrorCode::invalid_argument,
                "nothing to learn from: name two folders with --pages, --forms or --domain-forms, "
                "or a job with --links");
  }
  Reading reading;
  TrainingCases cases;
  cases.pages = TRY(read_pages(arguments.pages, reading));
  cases.forms = TRY(read_forms(arguments.forms, reading));
  cases.domain_forms = TRY(read_forms(arguments.domain_forms, reading));
  for (const std::string& job : arguments.links) {
    TRY(add_links_to_targets(job, arguments.limits.levels, cases.links));
  }
  const Training training = TRY(train_ache(cases, arguments.limits));
  TRY(write_ache_model(training.model, arguments.output));
  if (arguments.json) {
    say(stdout, "{}\n", write_json(training_to_json(training, reading, arguments.output)));
  } else {
    print(training, reading, arguments.output);
  }
  return {};
}

int run(const TrainArguments& arguments) {
  const auto done = train(arguments);
  return done ? exit_code::kDone : report_failure(done.error());
}

}  // namespace

void add_train(CLI::App& app, CommandContext& context) {
  auto* command =
      app.add_subcommand("train", "learn from examples which pages and forms to look for");
  auto arguments = std::make_shared<TrainArguments>();
  command
      ->add_option("--pages", arguments->pages,
                   "folder of HTML pages on your topic, and folder of others: which pages have "
                   "links that policy `ache` follows, and forms that count")
      ->type_name("RELEVANT OTHER")
      ->type_size(2);
  command
      ->add_option("--forms", arguments->forms,
                   "folder of pages whose forms search something, and folder of pages whose forms "
                   "do not (log in, subscribe, contact), whatever they are about")
      ->type_name("SEARCHABLE OTHER")
      ->type_size(2);
  command
      ->add_option("--domain-forms", arguments->domain_forms,
                   "folder of pages whose forms search what you are after, and folder of pages "
                   "whose forms search other things: told apart by the forms' text")
      ->type_name("WANTED OTHER")
      ->type_size(2);
  command
      ->add_option(
          "--links", arguments->links,
          "jobs that have found such pages: which links lead there, and in how many steps, "
          "for `--ache-mode offline` and `offline-online`")
      ->type_name("JOB");
  command
      ->add_option("--page-words", arguments->limits.page_words,
                   "the most frequent words of pages that count")
      ->capture_default_str()
      ->check(CLI::Range(1U, 3'000U));
  command
      ->add_option("--form-words", arguments->limits.form_words,
                   "the most frequent words of forms that count")
      ->capture_default_str()
      ->check(CLI::Range(1U, 3'000U));
  command->add_option("-o,--output", arguments->output, "the model file")->capture_default_str();
  command->add_flag("--json", arguments->json,
                    "print one JSON object: cases, cross-validation, all files skipped");
  command->footer(
      "Save some 20 pages or more of each kind as HTML files, in a folder each. Then:\n"
      "  tagtrail train --pages flights/ others/ -o flights.json\n"
      "  tagtrail harvest https://example.org/ --objective forms --policy ache --ache-model "
      "flights.json\n"
      "The percentage is what the classifier got right on pages that it had not learnt from. "
      "Pages\n"
      "of one site are much alike: take them from many sites, or the figure flatters.");
  command->callback([arguments, &context] { context.exit_code = run(*arguments); });
}

}  // namespace tagtrail::host
