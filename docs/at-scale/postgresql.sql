-- PostgreSQL, with psql and no extension: the zone of each row of `points` (id, lat, lon in degrees), by the cells as CSV.
CREATE TABLE cells (key_from bigint PRIMARY KEY, key_to bigint, edges integer, zones text);
CREATE TABLE cell_edges (key_from bigint, bits integer, from_x bigint, from_y bigint, to_x bigint, to_y bigint);
\copy cells FROM 'build/cells.csv' CSV HEADER
\copy cell_edges FROM 'build/cell-edges.csv' CSV HEADER
CREATE INDEX ON cell_edges (key_from);
ANALYZE cells, cell_edges;
CREATE FUNCTION spread(v bigint) RETURNS bigint LANGUAGE sql IMMUTABLE RETURN (
  SELECT (e | (e << 1)) & 6148914691236517205 FROM (
    SELECT (d | (d << 2)) & 3689348814741910323 AS e FROM (
      SELECT (c | (c << 4)) & 1085102592571150095 AS d FROM (
        SELECT (b | (b << 8)) & 71777214294589695 AS c FROM (
          SELECT (v | (v << 16)) & 281470681808895 AS b) AS b) AS c) AS d) AS e);
CREATE FUNCTION strip(x bigint) RETURNS text LANGUAGE sql IMMUTABLE RETURN CASE
  WHEN x < 172500000 THEN 'Etc/GMT+' || 12 - (x + 7500000) / 15000000
  WHEN x < 187500000 THEN 'Etc/GMT'
  ELSE 'Etc/GMT-' || (x + 7500000) / 15000000 - 12 END;

CREATE TABLE answers AS
WITH placed AS MATERIALIZED (
  SELECT id, least(round(lon::numeric * 1000000)::bigint + 180000000, 359999999) AS x,
    least(round(lat::numeric * 1000000)::bigint + 90000000, 179999999) AS y
  FROM points
), found AS MATERIALIZED (
  SELECT id, x, y, c.* FROM (SELECT *, spread(x) + 2 * spread(y) AS key FROM placed) AS p CROSS JOIN LATERAL (
    SELECT key_from, edges, zones FROM cells WHERE key_from <= p.key ORDER BY key_from DESC LIMIT 1) AS c
), decided AS (
  SELECT id, bit_xor(bits) AS bits
  FROM found JOIN cell_edges USING (key_from)
  WHERE edges > 0 AND (from_y > y) <> (to_y > y) AND CASE WHEN to_y > y
    THEN (to_x - from_x) * (y - from_y) <= (x - from_x) * (to_y - from_y)
    ELSE (to_x - from_x) * (y - from_y) >= (x - from_x) * (to_y - from_y) END
  GROUP BY id
)
SELECT id, coalesce(nullif(split_part(split_part(zones, '|', 1 + coalesce(bits, 0)), ' ', 1), ''), strip(x)) AS zone
FROM found LEFT JOIN decided USING (id);
