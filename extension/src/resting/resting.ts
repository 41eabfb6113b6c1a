// What a job's tab shows while it rests: whose it is, and that nobody need care for it.
import { ask } from "../panel/ask.ts";
import { make } from "../panel/view.ts";
import { useLanguage, words } from "../panel/words.ts";

const { language } = await ask("options.get", {}).catch(() => ({ language: "auto" as const }));
await useLanguage(language);
const host = decodeURIComponent(location.hash.slice(1));
document.body.append(make("main", {}, make("p", {}, words("resting", host)), make("p", { class: "soft" }, words("resting_hint"))));
