// Makes elements of the panel and keeps them.
import type { Child } from "../../../shared/pages/make.ts";
import { nameParts } from "../../../shared/pages/file_name.ts";
import { make } from "../../../shared/pages/make.ts";

export { make };

/** A piece of the page that is made once and patched from then on: focus and scroll survive. */
export interface View<Shown> {
  readonly element: HTMLElement;
  update(shown: Shown): void;
}

/** Sets a text only when it changes, or screen readers repeat a live region at every notice. */
export function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** As above, with the whole text on hover: for what is cut off where room is short. */
export function setCutText(element: HTMLElement, text: string): void {
  setText(element, text);
  if (element.title !== text) element.title = text;
}

/** Sets a name that is cut in its middle: names of one site often differ only at their end. */
export function setFileName(element: HTMLElement, name: string): void {
  if (element.textContent === name) return;
  element.replaceChildren(...nameParts(name));
}

export function pressed(button: HTMLElement, on: boolean): void {
  button.setAttribute("aria-pressed", String(on));
}

/** A button; while its action goes on it is marked as busy and takes no further press. */
export function makeButton(
  text: string,
  action: () => Promise<void> | void,
  attributes: Record<string, string> = {},
): HTMLButtonElement {
  const button = make("button", { type: "button", ...attributes }, text);
  button.addEventListener("click", () => {
    if (button.getAttribute("aria-busy") === "true") return;
    const going = action();
    if (going === undefined) return;
    button.setAttribute("aria-busy", "true");
    void going.finally(() => button.removeAttribute("aria-busy"));
  });
  return button;
}

/** A part that folds out; `element` is the details element. */
export function makeFold(summary: Child, ...children: Child[]): HTMLDetailsElement {
  return make("details", {}, make("summary", {}, summary), ...children);
}

/**
 * Keeps the children of `parent` in step with a list: one view a key, patched and moved, never made
 * anew. `parent` must have no other children.
 */
export function keyedList<Item>(
  parent: HTMLElement,
  keyOf: (item: Item) => string | number,
  makeView: (item: Item) => View<Item>,
): (items: readonly Item[]) => void {
  const views = new Map<string | number, View<Item>>();
  return (items) => {
    const focused = document.activeElement;
    const wanted = new Set(items.map(keyOf));
    for (const [key, view] of views) {
      if (wanted.has(key)) continue;
      view.element.remove();
      views.delete(key);
    }
    let place = parent.firstElementChild;
    for (const item of items) {
      const key = keyOf(item);
      const view = views.get(key) ?? makeView(item);
      views.set(key, view);
      view.update(item);
      if (view.element === place) place = place.nextElementSibling;
      else parent.insertBefore(view.element, place);
    }
    // Moving an element takes its focus away.
    if (focused instanceof HTMLElement && focused !== document.activeElement && focused.isConnected) {
      focused.focus({ preventScroll: true });
    }
  };
}
