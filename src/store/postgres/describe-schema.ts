import { readFile } from 'node:fs/promises';
import type { Tx } from '../database.ts';

/**
 * What the schema is, a line for each column, constraint, index, trigger, function, view and sequence, in the order of
 * their names. Two databases with the same lines behave alike, whatever way led there.
 *
 * The tables of the sandbox's parties are not ours: they stand in schemas of their own.
 */
export async function describeSchema(tx: Tx): Promise<readonly string[]> {
  const { rows } = await tx.query<{ line: string }>(linesSql);
  return rows.map(({ line }) => line);
}

/** The lines of a fresh database of this version. A test compares them with what the migrations make. */
export async function readExpectedSchema(): Promise<readonly string[]> {
  const text = await readFile(expectedSchemaFile, 'utf8');
  return text.trimEnd().split('\n');
}

export const expectedSchemaFile = new URL('../migrations/schema.txt', import.meta.url);

export interface SchemaDrift {
  readonly missing: readonly string[];
  readonly unexpected: readonly string[];
}

export function compareSchemas(expected: readonly string[], live: readonly string[]): SchemaDrift {
  const [expectedLines, liveLines] = [new Set(expected), new Set(live)];
  return {
    missing: expected.filter((line) => !liveLines.has(line)),
    unexpected: live.filter((line) => !expectedLines.has(line)),
  };
}

const ours = `nspname = current_schema()`;

const linesSql = `
  WITH relation AS (
    SELECT pg_class.oid, relname, relkind, relpersistence, reloptions
    FROM pg_class
    JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE ${ours}
  ), description AS (
    SELECT 'table ' || relname
           || CASE relpersistence WHEN 'u' THEN ' unlogged' ELSE '' END
           || coalesce(' with ' || array_to_string(reloptions, ', '), '') AS line
    FROM relation
    WHERE relkind = 'r'

    UNION ALL
    SELECT 'table ' || relname || ' column ' || attname || ' ' || format_type(atttypid, atttypmod)
           || CASE WHEN attnotnull THEN ' not null' ELSE '' END
           || CASE WHEN attcollation <> typcollation
                THEN ' collate ' || (SELECT collname FROM pg_collation WHERE oid = attcollation) ELSE '' END
           || CASE WHEN attstorage <> typstorage THEN ' storage ' || attstorage::text ELSE '' END
           || CASE WHEN attidentity <> '' THEN ' identity ' || attidentity::text ELSE '' END
           || CASE attgenerated WHEN '' THEN coalesce(' default ' || pg_get_expr(adbin, adrelid), '')
                ELSE ' generated ' || attgenerated::text || ' as ' || pg_get_expr(adbin, adrelid) END
    FROM relation
    JOIN pg_attribute ON attrelid = relation.oid AND attnum > 0 AND NOT attisdropped
    JOIN pg_type ON pg_type.oid = atttypid
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE relkind = 'r'

    UNION ALL
    SELECT 'table ' || relname || ' constraint ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid)
    FROM relation
    JOIN pg_constraint ON conrelid = relation.oid
    WHERE relkind = 'r' AND contype <> 'n'

    UNION ALL
    SELECT 'table ' || relation.relname || ' index ' || replace(pg_get_indexdef(indexrelid), current_schema() || '.', '')
           || CASE WHEN indisvalid THEN '' ELSE ' invalid' END
    FROM relation
    JOIN pg_index ON indrelid = relation.oid
    WHERE relkind = 'r' AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u'))

    UNION ALL
    SELECT 'table ' || relname || ' trigger ' || replace(pg_get_triggerdef(pg_trigger.oid), current_schema() || '.', '')
           || CASE tgenabled WHEN 'O' THEN '' ELSE ' disabled' END
    FROM relation
    JOIN pg_trigger ON tgrelid = relation.oid AND NOT tgisinternal

    UNION ALL
    SELECT 'view ' || relname || ' ' || pg_get_viewdef(oid)
    FROM relation
    WHERE relkind IN ('v', 'm')

    UNION ALL
    SELECT 'sequence ' || relname || ' from ' || seqstart || ' to ' || seqmax
    FROM relation
    JOIN pg_sequence ON seqrelid = relation.oid
    WHERE NOT EXISTS (
      SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = relation.oid AND deptype = 'i')

    UNION ALL
    SELECT 'function ' || proname || '(' || pg_get_function_arguments(pg_proc.oid) || ') returns '
           || pg_get_function_result(pg_proc.oid) || ' ' || lanname || ' ' || provolatile::text || ' ' || proparallel::text
           || ' cost ' || procost || ' ' || prosrc
    FROM pg_proc
    JOIN pg_namespace ON pg_namespace.oid = pronamespace
    JOIN pg_language ON pg_language.oid = prolang
    WHERE ${ours}
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = pg_proc.oid AND deptype = 'e')
  )
  SELECT regexp_replace(line, '\\s+', ' ', 'g') AS line
  FROM description
  ORDER BY line COLLATE "C"`;
