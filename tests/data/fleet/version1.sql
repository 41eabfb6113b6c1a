-- Tables of version 1 as its program (commit 37faac1) left them: pg_dump --inserts, without settings.
CREATE TABLE tagtrail_file (
    site text NOT NULL,
    fence bigint NOT NULL,
    n bigint NOT NULL,
    host text NOT NULL,
    mime text NOT NULL,
    extension text NOT NULL,
    fetched_at text NOT NULL,
    facts text NOT NULL
);

CREATE TABLE tagtrail_fleet (
    one integer NOT NULL,
    version integer NOT NULL,
    oldest integer NOT NULL,
    paused boolean NOT NULL,
    made_at timestamp with time zone NOT NULL,
    CONSTRAINT tagtrail_fleet_one_check CHECK ((one = 1))
);

CREATE TABLE tagtrail_host (
    host text NOT NULL,
    not_before_at timestamp with time zone NOT NULL
);

CREATE TABLE tagtrail_site (
    id text NOT NULL,
    url text NOT NULL,
    options text NOT NULL,
    host text NOT NULL,
    state text NOT NULL,
    added_at timestamp with time zone NOT NULL,
    due_at timestamp with time zone NOT NULL,
    fence bigint NOT NULL,
    worker text,
    worker_before text,
    held_at timestamp with time zone,
    until_at timestamp with time zone,
    ended_at timestamp with time zone,
    tries integer NOT NULL,
    losses integer NOT NULL,
    exit_code integer,
    cause text,
    reason text,
    files bigint NOT NULL,
    requests bigint NOT NULL,
    bytes bigint NOT NULL,
    seconds double precision NOT NULL,
    checkpoint text,
    CONSTRAINT tagtrail_site_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'held'::text, 'done'::text, 'limit'::text, 'aside'::text])))
);

CREATE TABLE tagtrail_worker (
    id text NOT NULL,
    machine text NOT NULL,
    folder text NOT NULL,
    program text NOT NULL,
    jobs integer NOT NULL,
    running integer NOT NULL,
    started_at timestamp with time zone NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    left_at timestamp with time zone
);

INSERT INTO tagtrail_file VALUES ('3a3e797cd466acc45368e000170d210a', 1, 1, '127.0.0.92', 'text/csv', 'csv', '2026-11-25T03:33:55.254Z', '{"url":"http://127.0.0.92:41335/files/1-1.csv","name":"1-1.csv","path":"files/1-1.csv","mediatype":"text/csv","bytes":20,"sha256":"3ed27e590fd42f7e65ecc2772f4d1331884140486fa08ebfc25d1df07d36bb6e","page":"http://127.0.0.92:41335/page1","tagPath":"/html/body/p/a","anchor":"/files/1-1.csv","redirects":[],"fetchedAt":"2026-11-25T03:33:55.254Z","status":200,"via":"host","pageVia":"host"}');
INSERT INTO tagtrail_file VALUES ('3a3e797cd466acc45368e000170d210a', 1, 2, '127.0.0.92', 'text/csv', 'csv', '2026-11-25T03:33:55.276Z', '{"url":"http://127.0.0.92:41335/files/1-2.csv","name":"1-2.csv","path":"files/1-2.csv","mediatype":"text/csv","bytes":20,"sha256":"4e60754e676d7db54764e68497d3a41e9a93ba98957e0e80325bdd1cd0692795","page":"http://127.0.0.92:41335/page1","tagPath":"/html/body/p/a","anchor":"/files/1-2.csv","redirects":[],"fetchedAt":"2026-11-25T03:33:55.276Z","status":200,"via":"host","pageVia":"host"}');
INSERT INTO tagtrail_file VALUES ('3a3e797cd466acc45368e000170d210a', 1, 3, '127.0.0.92', 'text/csv', 'csv', '2026-11-25T03:33:55.323Z', '{"url":"http://127.0.0.92:41335/files/2-1.csv","name":"2-1.csv","path":"files/2-1.csv","mediatype":"text/csv","bytes":20,"sha256":"dd2add4bb7e10e745ea738adfff40ca5c3a213776f642183a2c79ba9ca0894ab","page":"http://127.0.0.92:41335/page2","tagPath":"/html/body/p/a","anchor":"/files/2-1.csv","redirects":[],"fetchedAt":"2026-11-25T03:33:55.323Z","status":200,"via":"host","pageVia":"host"}');
INSERT INTO tagtrail_file VALUES ('3a3e797cd466acc45368e000170d210a', 1, 4, '127.0.0.92', 'text/csv', 'csv', '2026-11-25T03:33:55.349Z', '{"url":"http://127.0.0.92:41335/files/2-2.csv","name":"2-2.csv","path":"files/2-2.csv","mediatype":"text/csv","bytes":20,"sha256":"387606f89bf846fcfcdd38853df96560e4b3cf81af60d84cc422b4d986068677","page":"http://127.0.0.92:41335/page2","tagPath":"/html/body/p/a","anchor":"/files/2-2.csv","redirects":[],"fetchedAt":"2026-11-25T03:33:55.349Z","status":200,"via":"host","pageVia":"host"}');
INSERT INTO tagtrail_file VALUES ('3a3e797cd466acc45368e000170d210a', 1, 5, '127.0.0.92', 'text/csv', 'csv', '2026-11-25T03:33:55.378Z', '{"url":"http://127.0.0.92:41335/files/3-1.csv","name":"3-1.csv","path":"files/3-1.csv","mediatype":"text/csv","bytes":20,"sha256":"c9eac9567e81e9b14dc7c000d4cee3818e153a60e4c1f80e07a46a87f6d5f87d","page":"http://127.0.0.92:41335/page3","tagPath":"/html/body/p/a","anchor":"/files/3-1.csv","redirects":[],"fetchedAt":"2026-11-25T03:33:55.378Z","status":200,"via":"host","pageVia":"host"}');
INSERT INTO tagtrail_file VALUES ('3a3e797cd466acc45368e000170d210a', 1, 6, '127.0.0.92', 'text/csv', 'csv', '2026-11-25T03:33:55.385Z', '{"url":"http://127.0.0.92:41335/files/3-2.csv","name":"3-2.csv","path":"files/3-2.csv","mediatype":"text/csv","bytes":20,"sha256":"9208c8648b5035dc1f9324204ad32399d519ab13a829f62856c7399d8cc3aecf","page":"http://127.0.0.92:41335/page3","tagPath":"/html/body/p/a","anchor":"/files/3-2.csv","redirects":[],"fetchedAt":"2026-11-25T03:33:55.385Z","status":200,"via":"host","pageVia":"host"}');
INSERT INTO tagtrail_file VALUES ('5d5d11f9f5150d6df26addff0fc13ade', 1, 1, '127.0.0.91', 'text/csv', 'csv', '2026-11-25T03:33:55.281Z', '{"url":"http://127.0.0.91:39171/files/2-1.csv","name":"2-1.csv","path":"files/2-1.csv","mediatype":"text/csv","bytes":20,"sha256":"dd2add4bb7e10e745ea738adfff40ca5c3a213776f642183a2c79ba9ca0894ab","page":"http://127.0.0.91:39171/page2","tagPath":"/html/body/p/a","anchor":"/files/2-1.csv","redirects":[],"fetchedAt":"2026-11-25T03:33:55.281Z","status":200,"via":"host","pageVia":"host"}');
INSERT INTO tagtrail_file VALUES ('5d5d11f9f5150d6df26addff0fc13ade', 1, 2, '127.0.0.91', 'text/csv', 'csv', '2026-11-25T03:33:55.323Z', '{"url":"http://127.0.0.91:39171/files/2-2.csv","name":"2-2.csv","path":"files/2-2.csv","mediatype":"text/csv","bytes":20,"sha256":"387606f89bf846fcfcdd38853df96560e4b3cf81af60d84cc422b4d986068677","page":"http://127.0.0.91:39171/page2","tagPath":"/html/body/p/a","anchor":"/files/2-2.csv","redirects":[],"fetchedAt":"2026-11-25T03:33:55.323Z","status":200,"via":"host","pageVia":"host"}');
INSERT INTO tagtrail_file VALUES ('5d5d11f9f5150d6df26addff0fc13ade', 1, 3, '127.0.0.91', 'text/csv', 'csv', '2026-11-25T03:33:55.376Z', '{"url":"http://127.0.0.91:39171/files/1-1.csv","name":"1-1.csv","path":"files/1-1.csv","mediatype":"text/csv","bytes":20,"sha256":"3ed27e590fd42f7e65ecc2772f4d1331884140486fa08ebfc25d1df07d36bb6e","page":"http://127.0.0.91:39171/page1","tagPath":"/html/body/p/a","anchor":"/files/1-1.csv","redirects":[],"fetchedAt":"2026-11-25T03:33:55.376Z","status":200,"via":"host","pageVia":"host"}');
INSERT INTO tagtrail_file VALUES ('5d5d11f9f5150d6df26addff0fc13ade', 1, 4, '127.0.0.91', 'text/csv', 'csv', '2026-11-25T03:33:55.383Z', '{"url":"http://127.0.0.91:39171/files/1-2.csv","name":"1-2.csv","path":"files/1-2.csv","mediatype":"text/csv","bytes":20,"sha256":"4e60754e676d7db54764e68497d3a41e9a93ba98957e0e80325bdd1cd0692795","page":"http://127.0.0.91:39171/page1","tagPath":"/html/body/p/a","anchor":"/files/1-2.csv","redirects":[],"fetchedAt":"2026-11-25T03:33:55.383Z","status":200,"via":"host","pageVia":"host"}');

INSERT INTO tagtrail_fleet VALUES (1, 1, 1, false, '2026-11-25 03:33:54.465031+00');

INSERT INTO tagtrail_site VALUES ('3a3e797cd466acc45368e000170d210a', 'http://127.0.0.92:41335/', '["--allow-private","--browser=never","--delay=0"]', '127.0.0.92', 'done', '2026-11-25 03:33:54.638451+00', '2026-11-25 03:33:55.524071+00', 1, '030bea868796835d', NULL, '2026-11-25 03:33:54.784356+00', NULL, '2026-11-25 03:33:55.524071+00', 0, 0, 0, '', 'frontier_empty', 6, 11, 120, 0.504, 'f9db7873cd4ff09c7fb5b161863fe7f32c255cc85f95ee9f6e0f30b524201f63');
INSERT INTO tagtrail_site VALUES ('5d5d11f9f5150d6df26addff0fc13ade', 'http://127.0.0.91:39171/', '["--allow-private","--browser=never","--delay=0"]', '127.0.0.91', 'done', '2026-11-25 03:33:54.638451+00', '2026-11-25 03:33:55.581196+00', 1, '030bea868796835d', NULL, '2026-11-25 03:33:54.791728+00', NULL, '2026-11-25 03:33:55.581196+00', 0, 0, 0, '', 'frontier_empty', 4, 8, 80, 0.476, 'f928d4937a265d50176186704eea0556303d340345c65acb87124177efd588ce');
INSERT INTO tagtrail_site VALUES ('d96d7cf0e0c8d562c889f5d6072307be', 'http://127.0.0.93:1/', '["--allow-private","--browser=never","--delay=0"]', '127.0.0.93', 'waiting', '2026-11-25 03:33:54.638451+00', '2026-11-25 03:33:56.177686+00', 1, '030bea868796835d', NULL, '2026-11-25 03:33:55.581689+00', NULL, NULL, 0, 0, 3, 'could_not_start', 'http://127.0.0.93:1/: the host can''t be reached: Couldn''t connect to server', 0, 0, 0, 0.068, 'fbef7710a67c6181555de5b861b0f11edd1b166d07fde40f2b4933a0d246b7ee');

INSERT INTO tagtrail_worker VALUES ('030bea868796835d', 'one', '/data/fleet', '0.1.0', 2, 0, '2026-11-25 03:33:54.784032+00', '2026-11-25 03:33:55.890181+00', '2026-11-25 03:33:55.895472+00');

ALTER TABLE ONLY tagtrail_file
    ADD CONSTRAINT tagtrail_file_pkey PRIMARY KEY (site, fence, n);

ALTER TABLE ONLY tagtrail_fleet
    ADD CONSTRAINT tagtrail_fleet_pkey PRIMARY KEY (one);

ALTER TABLE ONLY tagtrail_host
    ADD CONSTRAINT tagtrail_host_pkey PRIMARY KEY (host);

ALTER TABLE ONLY tagtrail_site
    ADD CONSTRAINT tagtrail_site_pkey PRIMARY KEY (id);

ALTER TABLE ONLY tagtrail_worker
    ADD CONSTRAINT tagtrail_worker_pkey PRIMARY KEY (id);

CREATE INDEX tagtrail_site_due ON tagtrail_site USING btree (due_at, id) WHERE (state = 'waiting'::text);

CREATE INDEX tagtrail_site_lapsing ON tagtrail_site USING btree (until_at) WHERE (state = 'held'::text);

CREATE UNIQUE INDEX tagtrail_site_one_a_host ON tagtrail_site USING btree (host) WHERE (state = 'held'::text);
