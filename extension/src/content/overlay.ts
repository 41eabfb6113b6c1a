// The overlay: outlines the links of the groups on a page, in the colours of their worth. A script of
// its own, put into the page when the user asks for it.
import { SlicedWork } from "./clock.ts";
import * as dom from "./dom.ts";
import { boxesOf, VisibleLinks } from "./overlay_links.ts";
import { drawBox, Labels } from "./overlay_drawing.ts";
import { OverlayLayer } from "./overlay_layer.ts";
import type { Overlay, OverlayGroup } from "./overlay_messages.ts";
import { pickLink } from "./overlay_picker.ts";
import { expectedText, FAINT, PICKED, strokeOf } from "./overlay_style.ts";
import { PageReader } from "./page_reader.ts";
import "./reading.ts";

const REDRAW: MutationObserverInit = {
  subtree: true, childList: true, attributes: true, attributeFilter: ["class", "style", "open", "hidden"],
};

async function linkElements(): Promise<readonly (Element | null)[]> {
  const known = globalThis.tagtrailContent?.elements() ?? [];
  if (known.length > 0) return known;
  const reader = new PageReader();
  await reader.read(document);
  return reader.elements();
}

function labelOf(group: OverlayGroup): string {
  if (group.expected === null) return group.name;
  const number = expectedText(group.expected);
  const i18n = globalThis.browser?.i18n;
  const said = (number === "1" ? i18n?.getMessage("overlay_expected_one") : i18n?.getMessage("overlay_expected", [number])) ?? "";
  return `${said === "" ? number : said} · ${group.name}`;
}

class PageOverlay implements Overlay {
  private readonly layer = new OverlayLayer();
  private readonly links = new VisibleLinks(() => this.redraw());
  private readonly changes = new MutationObserver(() => this.moved());
  private readonly sizes = new ResizeObserver(() => this.moved());
  private elements: readonly (Element | null)[] = [];
  private readonly marked = new Map<Element, { group: OverlayGroup; position: number }>();
  private groups: OverlayGroup[] = [];
  private most = 0;
  private highlighted: number | null = null;
  private pointed: number | null = null;
  private frame = 0;
  private picking: AbortController | null = null;

  async show(groups: OverlayGroup[]): Promise<void> {
    this.hide();
    this.groups = groups;
    this.most = groups.reduce((most, { expected }) => Math.max(most, expected ?? 0), 0);
    this.start();
    this.elements = await linkElements();
    if (this.groups !== groups) return;
    const work = new SlicedWork();
    for (const group of groups) {
      for (const position of group.positions) {
        const element = this.elements[position];
        if (element) this.marked.set(element, { group, position });
        if (work.due()) await work.pause();
      }
    }
    work.end();
    if (this.groups === groups) await this.links.follow([...this.marked.keys()]);
  }

  hide(): void {
    this.picking?.abort();
    this.stop();
    this.groups = [];
    this.marked.clear();
    this.highlighted = null;
  }

  highlight(id: number | null): void {
    this.highlighted = id;
    this.redraw();
  }

  async pick(): Promise<{ position: number } | null> {
    this.picking?.abort();
    const picking = new AbortController();
    this.picking = picking;
    const alone = this.groups.length === 0;
    this.elements = await linkElements();
    const positions = new Map(this.elements.map((element, position) => [element, position]));
    if (alone) this.start();
    const picked = await pickLink(this.layer, this.waysToPick(positions), picking.signal);
    if (this.picking === picking) this.picking = null;
    if (alone && this.groups.length === 0) this.stop();
    return picked === null ? null : { position: picked };
  }

  private waysToPick(positions: ReadonlyMap<Element | null, number>) {
    const isShown = (position: number) => {
      const element = this.elements[position];
      return element?.isConnected === true && boxesOf(element).length > 0;
    };
    return {
      at: (x: number, y: number) => this.linkAt(x, y, positions),
      beside: (position: number | null, step: 1 | -1) => {
        const count = this.elements.length;
        let at = position ?? (step === 1 ? -1 : count);
        for (let looked = 0; looked < count; looked++) {
          at = (at + step + count) % count;
          if (isShown(at)) return at;
        }
        return null;
      },
      show: (position: number | null) => this.point(position),
      textOf: (position: number) => (this.elements[position]?.textContent ?? "").trim().slice(0, 200),
    };
  }

  private linkAt(x: number, y: number, positions: ReadonlyMap<Element | null, number>): number | null {
    let deepest: Element | null = null;
    for (let root: DocumentOrShadowRoot | null = document; root !== null; ) {
      const under = root.elementsFromPoint(x, y).find((element) => !this.layer.owns(element));
      if (under === undefined || under === deepest) break;
      deepest = under;
      root = dom.shadowRoot(under);
    }
    for (let at = deepest; at !== null; at = dom.parentAcrossShadow(at)) {
      const position = positions.get(at);
      if (position !== undefined) return position;
    }
    return null;
  }

  private point(position: number | null): void {
    const isNew = position !== null && position !== this.pointed;
    this.pointed = position;
    // Where the pointer is, it is in view already.
    if (isNew) this.elements[position]?.scrollIntoView({ block: "nearest", inline: "nearest" });
    this.redraw();
  }

  private start(): void {
    this.layer.attach();
    addEventListener("scroll", this.scrolled, { capture: true, passive: true });
    addEventListener("resize", this.moved);
    this.changes.observe(document, REDRAW);
    this.sizes.observe(document.documentElement);
  }

  private stop(): void {
    removeEventListener("scroll", this.scrolled, { capture: true });
    removeEventListener("resize", this.moved);
    this.changes.disconnect();
    this.sizes.disconnect();
    this.links.stop();
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.pointed = null;
    this.layer.detach();
  }

  private readonly moved = (): void => {
    this.links.moved();
    this.redraw();
  };

  private readonly scrolled = (event: Event): void => {
    // Within a container, links move on the page; with the window, they don't.
    if (event.target !== document) this.links.moved();
    this.redraw();
  };

  private readonly redraw = (): void => {
    if (this.frame !== 0) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  };

  /** In the order of the page. */
  private inView(): { group: OverlayGroup; boxes: DOMRect[] }[] {
    const found = this.links.inView().flatMap((element) => {
      const marked = this.marked.get(element);
      return marked === undefined ? [] : [{ ...marked, boxes: boxesOf(element) }];
    });
    return found.sort((one, other) => one.position - other.position);
  }

  private draw(): void {
    // All is measured before anything is drawn.
    const shown = this.inView();
    const pointed = this.pointed === null ? null : this.elements[this.pointed];
    const pointedBoxes = pointed ? boxesOf(pointed) : [];
    const { width, height } = this.layer.size();
    const context = this.layer.clear();
    if (context === null) return;
    const labelled = new Map<OverlayGroup, DOMRect>();
    for (const { group, boxes } of shown) {
      const chosen = this.highlighted === group.id;
      context.globalAlpha = this.highlighted === null || chosen ? 1 : FAINT;
      for (const box of boxes) drawBox(context, box, strokeOf(group.expected, this.most), chosen);
      const [first] = boxes;
      const isInWindow = first !== undefined && first.bottom > 0 && first.y < height;
      if (isInWindow && !labelled.has(group)) labelled.set(group, first);
    }
    const labels = new Labels(context, width);
    for (const [group, box] of labelled) {
      context.globalAlpha = this.highlighted === null || this.highlighted === group.id ? 1 : FAINT;
      labels.draw(box, labelOf(group), strokeOf(group.expected, this.most).colour);
    }
    context.globalAlpha = 1;
    for (const box of pointedBoxes) drawBox(context, box, PICKED, true);
  }
}

// It may be put in again while it is shown.
globalThis.tagtrailOverlay ??= new PageOverlay();
