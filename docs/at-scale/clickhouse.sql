-- ClickHouse: the zone of each row of `points` (id, lat, lon in degrees), by the cells of `tzref export cells` and `cell-edges`.
CREATE TABLE cells (key_from Int64, edges UInt32, zones LowCardinality(String)) ENGINE = MergeTree ORDER BY key_from;
CREATE TABLE cell_edges (key_from Int64, bits UInt8, from_x Int64, from_y Int64, to_x Int64, to_y Int64) ENGINE = MergeTree ORDER BY key_from;
INSERT INTO cells SELECT key_from, edges, zones FROM file('build/cells.parquet', Parquet);
INSERT INTO cell_edges SELECT key_from, bits, from_x, from_y, to_x, to_y FROM file('build/cell-edges.parquet', Parquet);
CREATE FUNCTION strip AS (x) -> multiIf(
  x < 172500000, concat('Etc/GMT+', toString(12 - intDiv(x + 7500000, 15000000))),
  x < 187500000, 'Etc/GMT',
  concat('Etc/GMT-', toString(intDiv(x + 7500000, 15000000) - 12)));

CREATE TABLE found ENGINE = Memory AS
SELECT id, x, y, key_from, edges, zones
FROM (
  SELECT id, least(toInt64(round(lon * 1e6)) + 180000000, 359999999) AS x,
    least(toInt64(round(lat * 1e6)) + 90000000, 179999999) AS y,
    toInt64(mortonEncode(toUInt32(x), toUInt32(y))) AS key, 1 AS one
  FROM points
) AS p ASOF JOIN (SELECT *, 1 AS one FROM cells) AS c ON p.one = c.one AND p.key >= c.key_from;

CREATE TABLE answers ENGINE = MergeTree ORDER BY id AS
WITH decided AS (
  SELECT id, groupBitXor(bits) AS bits
  FROM cell_edges JOIN (SELECT * FROM found WHERE edges > 0) AS f USING (key_from)
  WHERE (from_y > y) != (to_y > y) AND if(to_y > y,
    (to_x - from_x) * (y - from_y) <= (x - from_x) * (to_y - from_y),
    (to_x - from_x) * (y - from_y) >= (x - from_x) * (to_y - from_y))
  GROUP BY id
)
SELECT id, if(zone != '', zone, strip(x)) AS zone
FROM (
  SELECT id, x, splitByChar(' ', splitByChar('|', zones)[1 + bits])[1] AS zone
  FROM found LEFT JOIN decided USING (id)
);
