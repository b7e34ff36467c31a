-- migration: batches
WITH batch AS (
  SELECT id FROM sold WHERE id > coalesce($1::bigint, 0) ORDER BY id LIMIT $2::int
), filled AS (
  UPDATE sold SET short_name = left(name, 3), fills = fills + 1 FROM batch WHERE sold.id = batch.id
)
SELECT max(id) AS last_key, count(*) AS rows FROM batch
