// The one element that the overlay puts into a page: a canvas in a closed shadow root, over all, that
// no pointer reaches. Taking it out leaves the page as it was.

const FRONT = "2147483647";

/** Property by property: the page's content security policy forbids style sheets, not these. */
export function styled<T extends HTMLElement>(element: T, style: Readonly<Record<string, string>>): T {
  for (const [name, value] of Object.entries(style)) element.style.setProperty(name, value, "important");
  return element;
}

const OVER_ALL = { position: "fixed", inset: "0", width: "100%", height: "100%", border: "0", margin: "0", padding: "0" };

export class OverlayLayer {
  readonly root: ShadowRoot;
  private readonly host = document.createElement("div");
  private readonly canvas = document.createElement("canvas");

  constructor() {
    // Colours of the page must not invert it, and screen readers have no use for it.
    this.host.setAttribute("aria-hidden", "true");
    styled(this.host, { all: "initial", ...OVER_ALL, "z-index": FRONT, "pointer-events": "none", "color-scheme": "only light" });
    this.root = this.host.attachShadow({ mode: "closed" });
    this.root.append(styled(this.canvas, { ...OVER_ALL, display: "block", "pointer-events": "none" }));
  }

  attach(): void {
    if (!this.host.isConnected) document.documentElement.append(this.host);
  }

  detach(): void {
    this.host.remove();
  }

  /** Whether a click belongs to the page or, as long as a link is picked, to the overlay. */
  takePointer(takes: boolean): void {
    if (takes) this.host.removeAttribute("aria-hidden");
    else this.host.setAttribute("aria-hidden", "true");
    styled(this.host, { "pointer-events": takes ? "auto" : "none" });
  }

  owns(element: Element): boolean {
    return element === this.host;
  }

  /** What it covers, in CSS pixels: the window without its scrollbars, which innerWidth counts in. */
  size(): { width: number; height: number } {
    return { width: this.canvas.clientWidth, height: this.canvas.clientHeight };
  }

  /** An empty canvas as large as `size()`, in CSS pixels; null where there is none. */
  clear(): CanvasRenderingContext2D | null {
    const scale = devicePixelRatio;
    const covered = this.size();
    const width = Math.round(covered.width * scale);
    const height = Math.round(covered.height * scale);
    // Setting the size clears it, and costs more than clearing.
    if (this.canvas.width !== width || this.canvas.height !== height) {
      this.canvas.width = width;
      this.canvas.height = height;
    }
    const context = this.canvas.getContext("2d");
    context?.setTransform(scale, 0, 0, scale, 0, 0);
    context?.clearRect(0, 0, covered.width, covered.height);
    return context;
  }
}

export { OVER_ALL };
