// What the host tells of a site's catalogue of data. Names and texts in it are the portal's.
import * as shape from "../shape.ts";
import { MAX_URL_LENGTH } from "./limits.ts";

/** What data sets can be narrowed by. */
export const CONDITIONS = ["organisation", "group", "format", "since", "until"] as const;
export type Condition = (typeof CONDITIONS)[number];

/** As the host bounds them. */
const MAX_CHOICES = 100;
const MAX_TEXT = 200;
const MAX_FILTER = 2000;
export const MAX_CATALOGUES = 16;

/** A catalogue that a page shows signs of. */
export type CatalogueSite = ReturnType<typeof readCatalogueSite>;

export function readCatalogueSite(value: unknown, name: string) {
  const site = shape.object(value, name);
  return {
    kind: shape.text(site.kind, `${name}.kind`, 64),
    /** For people. */
    name: shape.text(site.name, `${name}.name`, 64),
    base: shape.text(site.base, `${name}.base`, MAX_URL_LENGTH),
  };
}

export type CatalogueChoices = ReturnType<typeof readChoices>;

function readChoices(value: unknown, name: string) {
  const choices = shape.object(value, name);
  const one = (item: unknown, at: string) => {
    const choice = shape.object(item, at);
    return {
      value: shape.text(choice.value, `${at}.value`, MAX_TEXT),
      title: shape.text(choice.title, `${at}.title`, MAX_TEXT),
      count: shape.count(choice.count, `${at}.count`),
    };
  };
  return {
    by: shape.oneOf(choices.by, `${name}.by`, CONDITIONS),
    values: shape.list(choices.values, `${name}.values`, one, MAX_CHOICES),
    /** There are more than these. */
    cut: shape.bool(choices.cut, `${name}.cut`),
  };
}

export type Catalogue = ReturnType<typeof readCatalogue>;

export function readCatalogue(value: unknown, name: string) {
  const catalogue = shape.object(value, name);
  const condition = (item: unknown, at: string) => shape.oneOf(item, at, CONDITIONS);
  return {
    ...readCatalogueSite(catalogue, name),
    filter: shape.text(catalogue.filter, `${name}.filter`, MAX_FILTER),
    /** Null where it does not tell. */
    sets: shape.nullable(catalogue.sets, `${name}.sets`, shape.count),
    files: shape.nullable(catalogue.files, `${name}.files`, shape.count),
    conditions: shape.list(catalogue.conditions, `${name}.conditions`, condition, CONDITIONS.length),
    choices: shape.list(catalogue.choices, `${name}.choices`, readChoices, CONDITIONS.length),
  };
}

/** The conditions as the host reads them: in a value a comma is %2C and a percent sign %25. */
export function filterText(conditions: Partial<Record<Condition, string>>): string {
  const written = (value: string) => value.replaceAll("%", "%25").replaceAll(",", "%2C");
  return CONDITIONS.filter((by) => conditions[by]).map((by) => `${by}=${written(conditions[by] ?? "")}`).join(",");
}
