// Makes elements. Texts only ever become text nodes: much of what the panel shows comes from pages.

type Child = Node | string | null;

const SVG = "http://www.w3.org/2000/svg";

function fill(element: Element, attributes: Record<string, string>, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children.filter((child) => child !== null));
}

export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  fill(element, attributes, children);
  return element;
}

export function makeSvg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Record<string, string> = {},
  ...children: Child[]
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(SVG, name);
  fill(element, attributes, children);
  return element;
}

/** A message of _locales. */
export function words(key: string, ...fields: string[]): string {
  return browser.i18n.getMessage(key, fields);
}
