-- Logins of a fleet that may do no more than they must. After `tagtrail fleet init`, and again after the `init` of a later
-- version, as the owner of the tables with the right to make roles: psql "$TAGTRAIL_DB" -f roles.sql
-- Then a login for each machine:
--   CREATE ROLE worker_a LOGIN PASSWORD '...' IN ROLE tagtrail_works;
-- and to shut one out:
--   ALTER ROLE worker_a NOLOGIN; SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'worker_a';

-- Readers: `status` and `results`.
SELECT 'CREATE ROLE tagtrail_reads' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'tagtrail_reads') \gexec
-- Workers: they take sites and say what became of them. Which sites there are and with which options is not theirs.
SELECT 'CREATE ROLE tagtrail_works' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'tagtrail_works') \gexec
SELECT 'GRANT SELECT ON ' || string_agg(quote_ident(tablename), ', ') || ' TO tagtrail_works, tagtrail_reads'
  FROM pg_tables WHERE schemaname = current_schema() AND tablename LIKE 'tagtrail\_%' \gexec
GRANT INSERT, UPDATE ON tagtrail_host, tagtrail_worker TO tagtrail_works;
GRANT UPDATE (store_mark) ON tagtrail_fleet TO tagtrail_works;
GRANT INSERT, UPDATE, DELETE ON tagtrail_robots, tagtrail_file, tagtrail_claim TO tagtrail_works;
-- All columns but those that `add` writes.
SELECT 'GRANT UPDATE (' || string_agg(quote_ident(column_name), ', ') || ') ON tagtrail_site TO tagtrail_works'
  FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = 'tagtrail_site'
  AND column_name NOT IN ('id', 'url', 'options', 'added_at', 'host', 'site_host', 'domain', 'wide', 'every_ms') \gexec
