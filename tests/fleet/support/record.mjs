// What the database itself writes down of a fleet: who took a site when, which checkpoints were kept, how it ended.

const TABLE = `
CREATE TABLE seen (n BIGSERIAL, url TEXT, fence BIGINT, worker TEXT, state TEXT, checkpoint TEXT, at_ms DOUBLE PRECISION);
CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO seen (url, fence, worker, state, checkpoint, at_ms)
    VALUES (NEW.url, NEW.fence, NEW.worker, NEW.state, NEW.checkpoint, extract(epoch FROM clock_timestamp()) * 1000);
  RETURN NULL; END $$;
CREATE TRIGGER seen AFTER UPDATE ON tagtrail_site FOR EACH ROW WHEN (NEW.fence <> OLD.fence OR NEW.state <> OLD.state
  OR NEW.checkpoint IS DISTINCT FROM OLD.checkpoint) EXECUTE FUNCTION see()`;

/** After `fleet init`. */
export function recordChanges(database) {
  database.run(TABLE);
}

/**
 * By URL of a site: `takes` (`{ worker, at, kept }`, `kept` being when the checkpoints before it were kept, in order) and
 * `ends`, how often it came to its end.
 */
export function changesBySite(database) {
  const sites = new Map();
  for (const { url, fence, worker, state, checkpoint, at_ms: at } of database.rows("SELECT * FROM seen ORDER BY n")) {
    if (!sites.has(url)) sites.set(url, { takes: [], ends: 0, fence: 0, state: "waiting", kept: [], checkpoint: null });
    const site = sites.get(url);
    if (fence !== site.fence) site.takes.push({ worker, at, kept: [...site.kept] });
    if (checkpoint !== site.checkpoint) site.kept.push(at);
    if (state !== site.state && state !== "held" && state !== "waiting") site.ends += 1;
    Object.assign(site, { fence, state, checkpoint });
  }
  return sites;
}
