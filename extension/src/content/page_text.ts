// The text of a document as one string in which every element's text is a slice, so that nested
// elements cost nothing. The counterpart of native-host/src/html/page_text.hpp.
import { LIMITS } from "./reading_limits.ts";
import { squeeze, utf8Length, utf8Prefix } from "./text.ts";

export interface Slice {
  begin: number;
  end: number;
}

export class PageText {
  size = 0;
  // Pieces until the first excerpt: looking at a string that grows would copy it each time.
  private pieces: string[] = [];
  private text = "";
  private endsInSpace = true;

  append(text: string): void {
    const squeezed = squeeze(text.toWellFormed());
    const piece = this.endsInSpace && squeezed.startsWith(" ") ? squeezed.slice(1) : squeezed;
    if (piece === "") return;
    this.pieces.push(piece);
    this.size += piece.length;
    this.endsInSpace = piece.endsWith(" ");
  }

  /** The slice, trimmed, cut to `bytes`. */
  excerpt(slice: Slice, bytes: number): string {
    if (this.pieces.length > 0) {
      this.text += this.pieces.join("");
      this.pieces = [];
    }
    let { begin, end } = slice;
    if (begin < end && this.text[begin] === " ") begin++;
    if (begin < end && this.text[end - 1] === " ") end--;
    // A unit is at least a byte; one more keeps a pair whole.
    return utf8Prefix(this.text.slice(begin, Math.min(end, begin + bytes + 1)), bytes);
  }
}

/** The first words of a page. Unlike in PageText, block elements separate words. */
export class FirstWords {
  text = "";
  full = false;
  private words = 0;
  private bytes = 0;
  private pending = true;

  separate(): void {
    this.pending = true;
  }

  append(data: string): void {
    for (const [run] of data.toWellFormed().matchAll(/[ \t\n\r\f]+|[^ \t\n\r\f]+/g)) {
      if (this.full) return;
      if (/^[ \t\n\r\f]/.test(run)) this.pending = true;
      else this.word(run);
    }
  }

  private word(run: string): void {
    if (this.pending && this.words === LIMITS.pageTextWords) {
      this.full = true;
      return;
    }
    let added = run;
    if (this.pending) {
      this.words++;
      if (this.text !== "") added = ` ${run}`;
    }
    this.pending = false;
    this.text += added;
    this.bytes += utf8Length(added);
    if (this.bytes > LIMITS.pageTextBytes) {
      this.text = utf8Prefix(this.text, LIMITS.pageTextBytes);
      this.full = true;
    }
  }
}
