-- The JSON text of every booking as the service shows it, in a schema that is dropped at the end of the bench.
DROP SCHEMA IF EXISTS bench CASCADE;
CREATE SCHEMA bench;
CREATE UNLOGGED TABLE bench.lines (document text);
-- Each line becomes one text, since it has neither of these characters.
\copy bench.lines FROM PROGRAM 'node bundle/catalogue.js export - --collections bookings' (FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02')
CREATE UNLOGGED TABLE bench.documents AS
  SELECT (document::json ->> 'id')::uuid AS id, (document::json ->> 'starts_at')::timestamptz AS starts_at, document
  FROM bench.lines;
DROP TABLE bench.lines;
ALTER TABLE bench.documents ADD PRIMARY KEY (id);
CREATE INDEX ON bench.documents (starts_at, id);
VACUUM (ANALYZE) bench.documents;
