import { type Child, make } from "../../shared/pages/make.ts";

export { type Child, make };

export function section(title: string, ...children: Child[]): HTMLElement {
  return make("section", {}, make("h2", {}, title), ...children);
}
