// Work that must not overtake other work.

export class Turns {
  private last: Promise<unknown> = Promise.resolve();

  /** Does `work` once all that was given before is done, however that ended. Errors: those of `work`. */
  take<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }
}
