// How a file or page is reached: `had` by plain HTTP (`never`), in a browser (`auto`) or not at all (`not`), as harvest's
// --browser has it, and the causes of left_out of which one may be named when it does not come.
const kWays = ['never', 'auto', 'not'];

export const plain = { had: 'never', causes: [] };
export const inTab = (...causes) => ({ had: 'auto', causes });
export const lost = (...causes) => ({ had: 'not', causes });

/** What is behind both. */
export function joined(one, other) {
  const had = kWays[Math.max(kWays.indexOf(one.had), kWays.indexOf(other.had))];
  return { had, causes: [...new Set([...one.causes, ...other.causes])] };
}

/** Where files are that hang on no page. */
export const kAnywhere = { reach: plain };
