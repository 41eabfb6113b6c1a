// What a fleet of a given size needs, by a model whose figures are measured: node tests/bench/fleet_model.mjs
// Prints the table of docs/fleet/sizing.md, which explains the model. tests/fleet/manifests.test.mjs compares the two.

/** Chosen: a site of medium size, asked once a second, once a month. */
const SITE = { requests: 500, files: 100, delayS: 1 };
const MONTH_S = 30 * 24 * 3600;
/** Of docs/fleet/sizing.md. */
const MACHINE = { cores: 2, memoryMb: 4096, part: 0.7 };

export const MEASURED = {
  /** tests/bench/fleet_workers.mjs 8 25: of workers and harvests together, the most of its rows. */
  cpuMsARequest: 2.5,
  megabytesASite: 4.3,
  /** The same, by the difference of one worker and eight. */
  transactionsAWorker: 1.5,
  /** One for each checkpoint (`--store`, every 60 s). */
  transactionsAHeldSite: 1 / 60,
  /** tests/bench/fleet_ends.mjs 60 100; a site with one origin's robots.txt, that has none. */
  transactionsASite: 7.8,
  bytesASite: 378 + 188,
  bytesAFile: 636,
};

export function model(sites, measured = MEASURED, site = SITE) {
  const siteSeconds = sites * site.requests * site.delayS;
  const byCpu = (MACHINE.part * MACHINE.cores * site.delayS * 1000) / measured.cpuMsARequest;
  const byMemory = (MACHINE.part * MACHINE.memoryMb) / measured.megabytesASite;
  const aMachine = Math.min(byCpu, byMemory);
  const atOnce = siteSeconds / MONTH_S;
  const machines = atOnce / aMachine;
  return {
    atOnce, aMachine, machines, machineHours: siteSeconds / aMachine / 3600,
    rows: sites * (1 + site.files),
    bytes: sites * (measured.bytesASite + site.files * measured.bytesAFile),
    transactions: Math.ceil(machines) * measured.transactionsAWorker + atOnce * measured.transactionsAHeldSite
      + (sites / MONTH_S) * measured.transactionsASite,
  };
}

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
const grouped = (number) => Math.round(number).toLocaleString("en-US");
const small = (number) => (number < 10 ? number.toPrecision(2) : grouped(number));

export function table() {
  const rows = SIZES.map((sites) => {
    const { atOnce, machines, machineHours, rows, bytes, transactions } = model(sites);
    return `| ${grouped(sites)} | ${small(atOnce)} | ${grouped(Math.ceil(machines))} | ${small(machineHours)} | ${grouped(rows)} | ${small(bytes / 1e9)} GB | ${small(transactions)} |`;
  });
  return ["| sites | at once | machines | machine-hours a month | rows | database | transactions a second |",
    "|---:|---:|---:|---:|---:|---:|---:|", ...rows].join("\n");
}

if (import.meta.filename === process.argv[1]) console.log(table());
