// Asks before something is lost.
import { make, makeButton } from "../panel/view.ts";
import { words } from "../panel/words.ts";

export function confirmed(question: string, yes: string): Promise<boolean> {
  return new Promise((done) => {
    const dialog = make("dialog", { "aria-labelledby": "question" });
    let answer = false;
    const agree = () => {
      answer = true;
      dialog.close();
    };
    dialog.append(
      make("p", { id: "question" }, question),
      make(
        "div",
        { class: "buttons" },
        makeButton(words("cancel"), () => dialog.close(), { autofocus: "" }),
        makeButton(yes, agree, { class: "danger" }),
      ),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(answer);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
