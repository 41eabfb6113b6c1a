// The DOM through its prototypes. On a form or a document, `node.firstChild` may be an <input
// name="firstChild"> of the page; the getters of the prototypes can't be shadowed.

function getter<T>(prototype: object, name: string): (target: Node) => T {
  const found = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  if (found === undefined) throw new Error(`the DOM has no ${name}`);
  return (target) => found.call(target) as T;
}

export const nodeType = getter<number>(Node.prototype, "nodeType");
export const firstChild = getter<Node | null>(Node.prototype, "firstChild");
export const nextSibling = getter<Node | null>(Node.prototype, "nextSibling");
export const ownerDocument = getter<Document | null>(Node.prototype, "ownerDocument");
export const baseUri = getter<string>(Node.prototype, "baseURI");
export const textContent = getter<string | null>(Node.prototype, "textContent");
export const data = getter<string>(CharacterData.prototype, "data");
export const localName = getter<string>(Element.prototype, "localName");
const namespaceUri = getter<string | null>(Element.prototype, "namespaceURI");
const openShadowRoot = getter<ShadowRoot | null>(Element.prototype, "shadowRoot");
export const contentType = getter<string>(Document.prototype, "contentType");
export const address = getter<string>(Document.prototype, "URL");
export const characterSet = getter<string>(Document.prototype, "characterSet");
export const documentElement = getter<Element | null>(Document.prototype, "documentElement");
export const readyState = getter<DocumentReadyState>(Document.prototype, "readyState");
const body = getter<HTMLElement | null>(Document.prototype, "body");
const iframeDocument = getter<Document | null>(HTMLIFrameElement.prototype, "contentDocument");
const frameDocument = getter<Document | null>(HTMLFrameElement.prototype, "contentDocument");

const controls = [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement, HTMLButtonElement];
const owners = controls.map(({ prototype }) => getter<Element | null>(prototype, "form"));
const labels = controls.map(({ prototype }) => getter<NodeListOf<Element> | null>(prototype, "labels"));

/** The <label> elements of a control. */
export function labelsOf(control: Element): Element[] {
  for (const list of labels) {
    try {
      return [...(list(control) ?? [])];
    } catch {
      // of another kind
    }
  }
  return [];
}

/** The form that a control belongs to; null for one without, and for what is no control. */
export function formOf(control: Element): Element | null {
  for (const owner of owners) {
    try {
      return owner(control);
    } catch {
      // of another kind
    }
  }
  return null;
}

/** What can have a shadow tree, besides elements of the page's own making (DOM standard, "valid shadow host name"). */
const HOSTS: ReadonlySet<string> = new Set([
  "article", "aside", "blockquote", "body", "div", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "main", "nav", "p", "section", "span",
]);

/** For scripts of extensions alone: Firefox has it on the element. */
function closedShadowRoot(element: Element): ShadowRoot | null {
  const { openOrClosedShadowRoot } = element as { openOrClosedShadowRoot?: ShadowRoot | null };
  return openOrClosedShadowRoot ?? globalThis.browser?.dom?.openOrClosedShadowRoot(element) ?? null;
}

/**
 * The shadow tree of an element, also one that the page keeps to itself: of elements of its own making, and of others that
 * hold nothing besides, as asking takes microseconds.
 */
export function shadowRoot(element: Element): ShadowRoot | null {
  const open = openShadowRoot(element);
  if (open !== null) return open;
  const name = htmlName(element);
  return name.includes("-") || (HOSTS.has(name) && firstChild(element) === null) ? closedShadowRoot(element) : null;
}

const parentNode = getter<Node | null>(Node.prototype, "parentNode");
export const parentElement = getter<Element | null>(Node.prototype, "parentElement");
export const previousElement = getter<Element | null>(Element.prototype, "previousElementSibling");
const host = getter<Element>(ShadowRoot.prototype, "host");

function hostOf(fragment: Node): Element | null {
  try {
    return host(fragment);
  } catch {
    return null;
  }
}

const { createElement } = Document.prototype;
const querySent = getter<string>(HTMLAnchorElement.prototype, "search");
const { setAttribute, getAttribute, getAttributeNames, getAttributeNS, getClientRects, closest: closestAncestor, matches } = Element.prototype;
const selectors = [Document.prototype, DocumentFragment.prototype, Element.prototype];

const HTML_NAMESPACE = "http://www.w3.org/1999/xhtml";
const SVG_NAMESPACE = "http://www.w3.org/2000/svg";
const XLINK_NAMESPACE = "http://www.w3.org/1999/xlink";

export function attribute(element: Element, name: string): string | null {
  return getAttribute.call(element, name);
}

/** `address` with its query as the browser sends it: in the encoding of the page (URL standard, "query state"). */
export function inEncodingOf(page: Document, address: string): string {
  const [, before, query, after] = /^([^?#]*)(\?[^#]*)(.*)$/s.exec(address) ?? [];
  if (query === undefined || /^[\0-\x7f]*$/.test(query) || characterSet(page) === "UTF-8") return address;
  const link = createElement.call(page, "a");
  if (!(link instanceof HTMLAnchorElement)) return address;
  setAttribute.call(link, "href", address);
  const sent = querySent(link);
  return sent === "" ? address : `${before}${sent}${after}`;
}

export function dispatch(element: EventTarget, event: Event): boolean {
  return EventTarget.prototype.dispatchEvent.call(element, event);
}

/** Of all attributes, in their order. */
export function attributeNames(element: Element): string[] {
  return getAttributeNames.call(element);
}

/** The address of a link in a drawing; null for what is none. */
export function drawnLink(element: Element): string | null {
  if (namespaceUri(element) !== SVG_NAMESPACE || localName(element) !== "a") return null;
  return attribute(element, "href") ?? getAttributeNS.call(element, XLINK_NAMESPACE, "href");
}

/** Where in a file of drawings the one is that is shown: `#icon-trash`. */
export function drawingOf(element: Element): string {
  if (namespaceUri(element) !== SVG_NAMESPACE) return "";
  const href = attribute(element, "href") ?? getAttributeNS.call(element, XLINK_NAMESPACE, "href") ?? "";
  return /#(.*)$/s.exec(href)?.[1] ?? "";
}

export function isElement(node: Node): node is Element {
  return nodeType(node) === Node.ELEMENT_NODE;
}

export function isText(node: Node): boolean {
  const type = nodeType(node);
  return type === Node.TEXT_NODE || type === Node.CDATA_SECTION_NODE;
}

/** Local name of an HTML element, empty for SVG, MathML and others. */
export function htmlName(element: Element): string {
  return namespaceUri(element) === HTML_NAMESPACE ? localName(element) : "";
}

/** The document in a frame or iframe, if it is HTML and of the same origin. */
export function frameContent(element: Element, name: string): Document | null {
  const inside = name === "iframe" ? iframeDocument(element) : frameDocument(element);
  return inside !== null && /html/.test(contentType(inside)) ? inside : null;
}

/** The children of the body of a document that was parsed from `html` without scripting. */
export function parsedBody(html: string): Node | null {
  return body(new DOMParser().parseFromString(html, "text/html"));
}

/** The element around it; around the top of a shadow tree, its host. */
export function parentAcrossShadow(element: Element): Element | null {
  const parent = parentNode(element);
  if (parent === null) return null;
  if (isElement(parent)) return parent;
  // Not `instanceof`: frames have their own ShadowRoot. A fragment that is none has no host.
  return nodeType(parent) === Node.DOCUMENT_FRAGMENT_NODE ? hostOf(parent) : null;
}

/** Of a control or an option: by itself, or by what is around it. */
export function isDisabled(element: Element): boolean {
  return matches.call(element, ":disabled");
}

export function closest(element: Element, selector: string): Element | null {
  return closestAncestor.call(element, selector);
}

/** Whether it takes room on the page. */
export function isLaidOut(element: Element): boolean {
  return getClientRects.call(element).length > 0;
}

/** All elements below a document, shadow root or element that match. */
export function selectAll(root: Node, selector: string): Element[] {
  const kind = nodeType(root);
  const prototype =
    selectors[kind === Node.DOCUMENT_NODE ? 0 : kind === Node.DOCUMENT_FRAGMENT_NODE ? 1 : 2];
  return prototype === undefined ? [] : Array.from(prototype.querySelectorAll.call(root, selector));
}
