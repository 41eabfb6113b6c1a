// Which Tagtrail this is: the extension and the program, which people update apart.
import { IDENTITY } from "../compat/identity.ts";
import { ask } from "../panel/ask.ts";
import { make, setText } from "../panel/view.ts";
import { words } from "../panel/words.ts";

export function versionsLine(): { element: HTMLElement; refresh(): Promise<void> } {
  const extension = IDENTITY.version;
  const element = make("p", { class: "soft" }, words("version_extension", extension));
  const refresh = async () => {
    const { host } = await ask("panel.state", {});
    if (host.version !== "") setText(element, words("version_both", extension, host.version));
  };
  return { element, refresh };
}
