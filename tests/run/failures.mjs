// What failed and why, in a line each, from what test programs report: it is said once more at the end of a run, whose
// first lines may be far away.

const kShown = 300;

const line = (name, why) => `${name}: ${why.replace(/\s+/g, ' ').trim()}`.slice(0, kShown);

/** What came of a test, or of a server that is for all of them, once it had ended: the file fails, and none of its tests. */
const errorsOfNoTest = (text) => [...text.matchAll(/^# \w+: (.* generated asynchronous activity after the test ended.*)$/gm)].map(([, said]) => said);

/** How a file's own process ended, where that is all that is known. */
function endOf(facts) {
  const [, exit] = /^ *exitCode: (\S+)$/m.exec(facts) ?? [];
  const [, signal] = /^ *signal: (\S+)$/m.exec(facts) ?? [];
  if (signal !== undefined && signal !== '~') return `ended by ${signal}`;
  return exit === undefined ? undefined : `ended with ${exit}, and no test says why`;
}

/** Of node's TAP reporter: tests, not the groups that they are in; `file` says where a name is from. */
export function failuresOfTap(text, file) {
  const found = text.matchAll(/^( *)not ok \d+ - (.*)\n\1 {2}---\n([\s\S]*?)\n\1 {2}\.\.\.$/gm);
  return [...found].filter(([, , , facts]) => !/^ *type: 'suite'$/m.test(facts)).map(([, , name, facts]) => {
    const said = /^ *error: (?:\|-\n([\s\S]*?)(?=\n *\w+: |(?![\s\S]))|(.*))/m.exec(facts);
    const why = errorsOfNoTest(text).join('; ') || endOf(facts);
    if (/^ *error: 'test failed'$/m.test(facts) && why) return line(file, why);
    return line(`${file}: ${name.replace(/ # .*$/, '')}`, said?.[1] ?? said?.[2] ?? 'no reason given');
  });
}

/** Of what Boost.Test prints. */
export function failuresOfBoost(output, program) {
  return [...output.matchAll(/(?:fatal )?error: in "(.*?)": (.*)$/gm)].map(([, name, why]) => line(`${program}: ${name}`, why));
}
