// The options page: each change is kept at once.
import { ask } from "../panel/ask.ts";
import { make } from "../panel/view.ts";
import { noticeBar } from "../panel/notice_bar.ts";
import { useLanguage, words } from "../panel/words.ts";
import type { Options } from "../background/user_options.ts";
import { dataSection } from "./data_section.ts";
import { jobsSection } from "./jobs_section.ts";
import type { OptionsApp } from "./options_app.ts";
import { pagesSection } from "./pages_section.ts";
import { sitesSection } from "./sites_section.ts";
import { versionsLine } from "./versions_line.ts";

let options = await ask("options.get", {});
await useLanguage(options.language);
document.title = words("options_title");

const notices = noticeBar();
const app: OptionsApp = {
  options: () => options,
  say: (text) => notices.say(text),
  run: (action) => notices.run(action),
  keep: (change: Partial<Options>) =>
    app.run(async () => {
      options = await ask("options.set", { options: change });
      notices.say(words("saved"));
    }),
};

const sites = sitesSection(app);
const data = dataSection(app, sites.refresh);
const versions = versionsLine();
document.body.append(
  make("h1", {}, words("options_title")),
  notices.element,
  make("main", {}, jobsSection(app), pagesSection(app), sites.element, data.element, versions.element),
);
await app.run(sites.refresh);
await app.run(data.refresh);
await app.run(versions.refresh);
