-- DuckDB: the zone of each row of `points` (id, lat, lon in degrees), by the cells of `tzref export cells` and `cell-edges`.
CREATE TABLE cells AS FROM 'build/cells.parquet';
CREATE TABLE cell_edges AS FROM 'build/cell-edges.parquet';
CREATE MACRO spread16(v) AS (v | (v << 16)) & 281470681808895;
CREATE MACRO spread8(v) AS (spread16(v) | (spread16(v) << 8)) & 71777214294589695;
CREATE MACRO spread4(v) AS (spread8(v) | (spread8(v) << 4)) & 1085102592571150095;
CREATE MACRO spread2(v) AS (spread4(v) | (spread4(v) << 2)) & 3689348814741910323;
CREATE MACRO spread(v) AS (spread2(v) | (spread2(v) << 1)) & 6148914691236517205;
CREATE MACRO strip(x) AS CASE
  WHEN x < 172500000 THEN 'Etc/GMT+' || 12 - (x + 7500000) // 15000000
  WHEN x < 187500000 THEN 'Etc/GMT'
  ELSE 'Etc/GMT-' || (x + 7500000) // 15000000 - 12 END;

CREATE TABLE answers AS
WITH placed AS (
  SELECT id, least(round(lon * 1e6)::BIGINT + 180000000, 359999999) AS x,
    least(round(lat * 1e6)::BIGINT + 90000000, 179999999) AS y
  FROM points
), found AS (
  SELECT id, x, y, key_from, edges, zones
  FROM (SELECT *, spread(x) + 2 * spread(y) AS key FROM placed) p ASOF JOIN cells c ON p.key >= c.key_from
), decided AS (
  SELECT id, bit_xor(bits) AS bits
  FROM found JOIN cell_edges USING (key_from)
  WHERE edges > 0 AND (from_y > y) <> (to_y > y) AND CASE WHEN to_y > y
    THEN (to_x - from_x) * (y - from_y) <= (x - from_x) * (to_y - from_y)
    ELSE (to_x - from_x) * (y - from_y) >= (x - from_x) * (to_y - from_y) END
  GROUP BY id
)
SELECT id, coalesce(nullif(split_part(split_part(zones, '|', 1 + coalesce(bits, 0)::INTEGER), ' ', 1), ''), strip(x)) AS zone
FROM found LEFT JOIN decided USING (id);
