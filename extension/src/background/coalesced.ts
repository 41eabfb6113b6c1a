// Many calls in a row become few.

/** Runs `work` at once, and after that at most once in `ms`, the last time after the last call. */
export function coalesced(work: () => void, ms: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let again = false;
  const run = () => {
    again = false;
    timer = setTimeout(() => {
      timer = undefined;
      if (again) run();
    }, ms);
    work();
  };
  return () => {
    if (timer === undefined) run();
    else again = true;
  };
}
