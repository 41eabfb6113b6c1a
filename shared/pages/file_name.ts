// A file's name that is cut in its middle where it is too long: names of one site often differ only at their end.
import { make } from "./make.ts";

/** Letters at the end of a name that stay when it is cut. */
const NAME_END = 12;

/** The two parts of a name; styles cut the first, of the class `cut`, and keep the second, `end`. */
export function nameParts(name: string): [HTMLElement, HTMLElement] {
  return [
    make("span", { class: "cut" }, name.slice(0, -NAME_END).toWellFormed()),
    make("span", { class: "end" }, name.slice(-NAME_END).toWellFormed()),
  ];
}
