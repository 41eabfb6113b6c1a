// Three small portals that answer one question, each in its own way: how high was unemployment by region in 2023?
import { body, Site } from "./site.mjs";

const CC_BY = "https://creativecommons.org/licenses/by/4.0/";
const page = (title, content, set) => `<!doctype html><html lang="en"><head><title>${title}</title>${set === undefined ? ""
  : `<script type="application/ld+json">${JSON.stringify({ "@context": "https://schema.org/", "@type": "Dataset", ...set })}</script>`}
</head><body><h1>${title}</h1>${content}</body></html>`;
const csv = (lines) => body("text/csv", `${lines.join("\n")}\n`);
const REGIONS = ["Northmere", "Brae Coast", "Ardhaven City", "Westfold"];
const YEARS = [2021, 2022, 2023];
const eachYear = (row) => YEARS.flatMap((year, past) => REGIONS.map((region, at) => row(region, year, past, at)));

/** A statistics office: the header says what it is about, the link and the name of the file don't. */
const STATISTICS = {
  "/": page("Statistics office", '<a href="/labour">Labour market</a> <a href="/land">Land use</a>'),
  "/labour": page("Labour market", '<h2>Registered unemployment</h2><p>Yearly averages: <a href="/data/lf-0412.csv">CSV</a></p>',
    { name: "Registered unemployment by region", license: CC_BY, publisher: { "@type": "Organization", name: "Statistics office" },
      dateModified: "2024-02-01" }),
  "/land": page("Land use", '<p><a href="/data/lu-01.csv">CSV</a></p>'),
  "/data/lf-0412.csv": csv(["region,year,unemployment rate (%)",
    ...eachYear((region, year, past, at) => `${region},${year},${(6.1 - past * 0.4 + at * 0.7).toFixed(1)}`)]),
  "/data/lu-01.csv": csv(["region,forest (ha),farmland (ha)", ...REGIONS.map((region, at) => `${region},${4100 + at},${9300 - at}`)]),
};

/** An employment agency: titles above the header, years as columns. */
const AGENCY = {
  "/": page("Employment agency", '<h2>Downloads</h2><p><a href="/download?id=77">Download</a> <a href="/vacancies.csv">Vacancies</a></p>'),
  "/download": body("text/csv", ["Unemployed persons by region,,,", "Annual averages in thousands,,,", `Region,${YEARS.join(",")}`,
    ...REGIONS.map((region, at) => [region, ...YEARS.map((_year, past) => 44 - past * 2 + at * 3)].join(",")), ""].join("\n"),
  { "content-disposition": 'attachment; filename="annual.csv"' }),
  "/vacancies.csv": csv(["month,vacancies", ...YEARS.map((year, past) => `${year}-12,${1200 + past * 40}`)]),
};

/** A city: a file that is only called so. */
const CITY = {
  "/": page("City of Ardhaven", '<ul><li><a href="/unemployment-by-region.csv">Unemployment by region</a><li><a href="/pools.csv">Pools</a></ul>'),
  "/unemployment-by-region.csv": csv(["office,street", "North,1 Mill Lane", "South,7 Quay"]),
  "/pools.csv": csv(["pool,visitors", "Harbour,4100", "Hill,3200"]),
};

/** Their servers, by name; `start()` gives each an address of its own. */
export function threePortals() {
  return { statistics: new Site(STATISTICS), agency: new Site(AGENCY), city: new Site(CITY) };
}
