// Pages that scripts draw, and that show nothing: a script failed, or what it asks for has not come.
import * as dom from "./dom.ts";

/** A page that says more than this has something to say. */
const FEW_WORDS = 60;
/** What is the page's own, by its element or by the names that frameworks give it (native-host/src/content/script_drawn.cpp). */
const ROOTS = 'main,[role="main"],div#app,div#root,div#__next,div#__nuxt,div#___gatsby,div#main-app,div#q-app';
/** What a script may be meant to fill. */
const PLACES = "body div[id],body ul[id],body ol[id],body table[id],body tbody[id],body section[id],body > *";
const MAX_PLACES = 2000;

function isBlank(element: Element): boolean {
  return dom.firstChild(element) === null
    ? dom.shadowRoot(element) === null
    : dom.selectAll(element, "*").length === 0 && (dom.textContent(element) ?? "").trim() === "" && dom.shadowRoot(element) === null;
}

function isPlace(element: Element): boolean {
  const name = dom.htmlName(element);
  return name.includes("-") || ["div", "ul", "ol", "table", "tbody", "section"].includes(name);
}

function leadsElsewhere(page: Document): boolean {
  const here = dom.baseUri(page).replace(/#.*$/s, "");
  return dom.selectAll(page, "a[href],area[href],iframe[src],frame[src]").some((element) => {
    const written = dom.attribute(element, "href") ?? dom.attribute(element, "src") ?? "";
    if (/^\s*(?:#|javascript:|mailto:|tel:|$)/i.test(written) || !URL.canParse(written, here)) return false;
    return new URL(written, here).href.replace(/#.*$/s, "") !== here;
  });
}

/** Whether scripts run in it, as far as it shows. */
export function runsScripts(page: Document): boolean {
  return dom.selectAll(page, "script").some((script) => {
    const type = (dom.attribute(script, "type") ?? "").trim().toLowerCase();
    return type === "" || type === "module" || /(?:javascript|ecmascript)/.test(type);
  });
}

/** `text`: the first words that the page shows. */
export function staysEmpty(page: Document, text: string): boolean {
  if (!runsScripts(page)) return false;
  if (dom.selectAll(page, ROOTS).slice(0, MAX_PLACES).some(isBlank)) return true;
  if (text.split(" ").length > FEW_WORDS || leadsElsewhere(page)) return false;
  return dom.selectAll(page, PLACES).slice(0, MAX_PLACES).some((element) => isPlace(element) && isBlank(element));
}
