// What failed and why, in a line each, from what test programs report: it is said once more at the end of a run, whose
// first lines may be far away.

const kShown = 300;

const line = (name, why) => `${name}: ${why.replace(/\s+/g, ' ').trim()}`.slice(0, kShown);

/** Of node's TAP reporter: tests, not the groups that they are in; `file` says where a name is from. */
export function failuresOfTap(text, file) {
  const found = text.matchAll(/^( *)not ok \d+ - (.*)\n\1 {2}---\n([\s\S]*?)\n\1 {2}\.\.\.$/gm);
  return [...found].filter(([, , , facts]) => !/^ *type: 'suite'$/m.test(facts)).map(([, , name, facts]) => {
    const said = /^ *error: (?:\|-\n([\s\S]*?)(?=\n *\w+: |(?![\s\S]))|(.*))/m.exec(facts);
    return line(`${file}: ${name.replace(/ # .*$/, '')}`, said?.[1] ?? said?.[2] ?? 'no reason given');
  });
}

/** Of what Boost.Test prints. */
export function failuresOfBoost(output, program) {
  return [...output.matchAll(/(?:fatal )?error: in "(.*?)": (.*)$/gm)].map(([, name, why]) => line(`${program}: ${name}`, why));
}
