// Runs in the page's own world before any of its scripts, where a person has lent his login to a browser that the program has
// started: of what scripts send by POST, rules of the browser see the address alone. What is to be stopped is sent by a
// method that these stop and count, so that the page gets an ordinary failure.
import { STOPPED_PREFIX, takesQuestions } from "../compat/reading_rules.ts";
import { changesSomething } from "./sent_bodies.ts";

const STOPPED_POST = `${STOPPED_PREFIX}POST`;
const { fetch } = window;
const { open, send } = XMLHttpRequest.prototype;
/** Of requests by POST to addresses that take questions. */
const opened = new WeakMap<XMLHttpRequest, { url: string; async: boolean }>();

function fullAddress(url: unknown): string {
  const written = String(url);
  return URL.canParse(written, document.baseURI) ? new URL(written, document.baseURI).href : "";
}

/** Null where it can't be told. */
function textOf(body: unknown): string | null {
  if (body === undefined || body === null) return "";
  return typeof body === "string" || body instanceof URLSearchParams ? String(body) : null;
}

function stop(url: string): void {
  fetch.call(window, url, { method: STOPPED_POST }).catch(() => undefined);
}

window.fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
  const asked = input instanceof Request ? input : undefined;
  const method = (init?.method ?? asked?.method ?? "GET").toUpperCase();
  const url = asked?.url ?? fullAddress(input);
  if (method !== "POST" || !takesQuestions(url, true)) return fetch.call(window, input, init);
  const own = init?.body !== undefined || asked === undefined;
  const body = own ? textOf(init?.body) : await asked.clone().text();
  return changesSomething(url, body) ? fetch.call(window, url, { method: STOPPED_POST }) : fetch.call(window, input, init);
};

XMLHttpRequest.prototype.open = function opens(this: XMLHttpRequest, method: string, url: string | URL, ...more: unknown[]) {
  const address = fullAddress(url);
  const [async = true] = more;
  if (String(method).toUpperCase() === "POST" && takesQuestions(address, true)) opened.set(this, { url: address, async: async !== false });
  else opened.delete(this);
  (open as (...all: unknown[]) => void).call(this, method, url, ...more);
};

XMLHttpRequest.prototype.send = function sends(this: XMLHttpRequest, body?: Document | XMLHttpRequestBodyInit | null) {
  const asked = opened.get(this);
  if (asked !== undefined && changesSomething(asked.url, textOf(body))) {
    open.call(this, STOPPED_POST, asked.url, asked.async);
    send.call(this);
  } else {
    send.call(this, body);
  }
};

/** Forms lead away from the page, which would be lost. What is pressed later is caught elsewhere (catcher.ts). */
function isStopped(form: HTMLFormElement, submitter?: HTMLElement | null): boolean {
  const method = submitter?.getAttribute("formmethod") ?? form.getAttribute("method") ?? "";
  if (method.toLowerCase() !== "post") return false;
  stop(fullAddress(submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? ""));
  return true;
}

const { submit } = HTMLFormElement.prototype;
HTMLFormElement.prototype.submit = function submits(this: HTMLFormElement) {
  if (!isStopped(this)) submit.call(this);
};
addEventListener("submit", (event) => {
  if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
  if (isStopped(event.target, event.submitter)) event.preventDefault();
});
