// The data that the program puts into the page (lab/src/studies/report_data.cpp writes it).

export interface Cell {
  text: string;
  value: number | null;
}

export interface Table {
  id: string;
  title: string;
  note: string;
  columns: string[];
  rows: Cell[][];
  footer: Cell[][];
}

export interface Series {
  policy: string;
  mean: number[];
  /** Empty where there is a single run. */
  deviation: number[];
}

export interface Curves {
  x: number[];
  series: Series[];
}

export interface Site {
  label: string;
  sha256: string;
  bytes: number;
  urls: number;
  pages: number;
  targets: number;
  targetBytes: number;
  otherBytes: number;
  runs: number;
  targetCurves: Curves;
  volumeCurves: Curves;
}

export interface Confusion {
  classifier: string;
  /** [html, target, neither][taken for html, taken for target] */
  percent: number[][];
}

export interface LabReport {
  kind: "lab";
  origin: {
    commands: string[];
    versions: string[];
    dates: string[];
    runs: number;
    failed: number;
    badLines: number;
  };
  sites: Site[];
  tables: Table[];
  groups: Table[];
  confusion: Confusion[];
}

/** Null where the page holds no data. */
export function readReport(): LabReport | null {
  const text = document.getElementById("data")?.textContent ?? "{}";
  const report = JSON.parse(text) as Partial<LabReport>;
  return report.kind === "lab" ? (report as LabReport) : null;
}
