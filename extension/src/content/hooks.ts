// Runs in the page's own world, just before buttons are pressed: windows that its scripts open, and
// clicks on links that never were in the page, are told to the content script instead of done;
// dialogs are answered with no. It gives the page nothing: no extension interface is in reach here.
import "./first.ts";
import { CAUGHT_EVENT, PRESS_EVENT } from "./reading.ts";

const { dispatchEvent } = EventTarget.prototype;
const { click } = HTMLElement.prototype;

function tell(url: unknown, name = ""): void {
  const event = new CustomEvent(CAUGHT_EVENT, { detail: `${String(url)}\n${name}` });
  dispatchEvent.call(document, event);
}

/** Scripts open an empty window first and send it somewhere when they know where. */
function standIn(): object {
  const location = {
    assign: (url: unknown) => tell(url),
    replace: (url: unknown) => tell(url),
    set href(url: unknown) {
      tell(url);
    },
  };
  const nothing = () => undefined;
  return {
    closed: false,
    opener: null,
    close: nothing,
    focus: nothing,
    get location() {
      return location;
    },
    set location(url: unknown) {
      tell(url);
    },
  };
}

window.open = (url?: string | URL) => {
  if (url !== undefined && String(url) !== "" && String(url) !== "about:blank") tell(url);
  return standIn() as Window;
};

// What would lead back out of the page.
history.back = history.forward = history.go = () => undefined;

HTMLElement.prototype.click = function pressed(this: HTMLElement) {
  const isLink = this instanceof HTMLAnchorElement && this.href !== "" && !this.isConnected;
  if (isLink) tell(this.href, this.download);
  else click.call(this);
};

// The rules of an extension's own world for scripts keep a press there from running an address `javascript:`.
document.addEventListener(PRESS_EVENT, (event) => {
  const [target] = event.composedPath();
  // Of what stands in a tree that the page keeps to itself, its host is all that is seen from here.
  if (!(target instanceof HTMLElement) || !/^\s*javascript:/i.test(target.getAttribute("href") ?? "")) return;
  event.preventDefault();
  click.call(target);
}, true);
