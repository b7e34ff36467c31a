import type pg from 'pg';

/**
 * Copies rows that the service wrote, so that every copy has a real size. Each is of another vehicle: a quote looks for
 * policies of its vehicle, and no vehicle is quoted thousands of times.
 */

export async function copyApplication(database: pg.Pool, id: string, count: number): Promise<readonly string[]> {
  const columns = await writtenColumns(database);
  const copied = columns.map((name) => (name === 'vin' ? `upper(left(md5(random()::text), 17))` : name));
  const { rows } = await database.query<{ id: string }>(
    `INSERT INTO application (${columns.join(', ')})
     SELECT ${copied.join(', ')}
     FROM application, generate_series(1, $2)
     WHERE id = $1
     RETURNING id`,
    [id, count],
  );
  return rows.map((row) => row.id);
}

export interface CopiedPayment {
  readonly id: string;
  readonly applicationId: string;
}

/**
 * In our table and in the processor's, which has it under its id and the processor's reference. Its ticket is its id.
 */
export async function copyPayment(
  database: pg.Pool,
  id: string,
  applicationIds: readonly string[],
): Promise<readonly CopiedPayment[]> {
  const drawn = ['id', 'application_id', 'reference', 'ticket_hash'];
  const ours = await otherColumns(database, 'public.card_payment', drawn);
  const { rows } = await database.query<CopiedPayment>(
    `INSERT INTO card_payment (${drawn.join(', ')}, ${ours})
     SELECT copy.id, copy.application_id, CASE WHEN reference IS NOT NULL THEN gen_random_uuid() END,
            sha256(copy.id::text::bytea), ${ours}
     FROM card_payment, (SELECT uuidv7(), one FROM unnest($2::uuid[]) AS one) AS copy (id, application_id)
     WHERE card_payment.id = $1
     RETURNING id, application_id AS "applicationId"`,
    [id, applicationIds],
  );
  const own = ['order_key', 'reference', 'customer_reference', 'ticket_hash'];
  const theirs = await otherColumns(database, 'sandbox_cards.payment', own);
  await database.query(
    `INSERT INTO sandbox_cards.payment (${own.join(', ')}, ${theirs})
     SELECT copy.id, coalesce(copy.reference, gen_random_uuid()::text), copy.application_id, sha256(copy.id::text::bytea), ${theirs}
     FROM (SELECT id, reference, application_id FROM card_payment WHERE id = ANY ($2)) AS copy (id, reference, application_id),
          (SELECT ${theirs} FROM sandbox_cards.payment WHERE order_key = $1) AS sample`,
    [id, rows.map((row) => row.id)],
  );
  return rows;
}

/** Columns without a default, which the service writes. */
async function writtenColumns(database: pg.Pool): Promise<readonly string[]> {
  const { rows } = await database.query<{ name: string }>(
    `SELECT column_name AS name
     FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name = 'application' AND column_default IS NULL AND is_nullable = 'NO'
     ORDER BY ordinal_position`,
  );
  return rows.map(({ name }) => name);
}

async function otherColumns(database: pg.Pool, table: string, own: readonly string[]): Promise<string> {
  const { rows } = await database.query<{ names: string }>(
    `SELECT string_agg(attname, ', ' ORDER BY attnum) AS names
     FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attname <> ALL ($2)`,
    [table, own],
  );
  return rows[0]!.names;
}
