// As much of a document as the parts of the panel need, and the extension's English messages.
import { readFileSync } from "node:fs";

class FakeElement {
  attributes = {};
  children = [];
  properties = {};
  style = { setProperty: (name, value) => (this.properties[name] = value) };

  constructor(tag) {
    this.tag = tag;
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  append(...children) {
    this.children.push(...children);
  }
  get textContent() {
    return this.children.map((child) => child.textContent ?? child).join("");
  }
  /** All elements below of one tag, in order. */
  all(tag) {
    const elements = this.children.filter((child) => child instanceof FakeElement);
    return elements.flatMap((child) => [...(child.tag === tag ? [child] : []), ...child.all(tag)]);
  }
}

const messages = JSON.parse(
  readFileSync(new URL("../../../../extension/_locales/en/messages.json", import.meta.url), "utf8"));

globalThis.document = { createElement: (tag) => new FakeElement(tag) };
globalThis.browser = {
  i18n: {
    getUILanguage: () => "en",
    getMessage: (key, fields) =>
      (messages[key]?.message ?? "").replaceAll(/\$(\d)/g, (_, digit) => fields[digit - 1] ?? ""),
  },
};
