import type { LienHolderEntry } from '../../domain/partner/judge-entry.ts';
import { columnsOf, sendWrite } from '../statement.ts';
import type { ImportCounts, Staging } from './staging.ts';

export const lienHolderStaging: Staging<LienHolderEntry> = {
  create: async (tx) => {
    await tx.query(`
      CREATE TEMP TABLE staged_lien_holder (
        id text, name text, address_line1 text, city text, postal_code text)`);
  },
  add: async (tx, entries) => {
    await sendWrite(
      tx,
      `INSERT INTO staged_lien_holder (id, name, address_line1, city, postal_code)
       SELECT * FROM unnest(:id::text[], :name::text[], :addressLine1::text[], :city::text[], :postalCode::text[])`,
      columnsOf(entries, 'id', 'name', 'addressLine1', 'city', 'postalCode'),
    );
  },
  compare: async (tx) => {
    await tx.query('ANALYZE staged_lien_holder'); // Without statistics, PostgreSQL plans for a few rows.
    const { rows } = await tx.query<Omit<ImportCounts, 'linked'>>(`
      SELECT count(*) FILTER (WHERE kept.id IS NULL)::int AS added,
             count(*) FILTER (WHERE ${isOtherSql})::int AS changed,
             count(*) FILTER (WHERE NOT ${isOtherSql})::int AS unchanged
      FROM staged_lien_holder AS staged
      LEFT JOIN lien_holder AS kept USING (id)`);
    return { ...rows[0]!, linked: 0 };
  },
  takeOver: async (tx) => {
    await tx.query(`
      INSERT INTO lien_holder AS kept (id, name, address_line1, city, postal_code)
      SELECT id, name, address_line1, city, postal_code
      FROM staged_lien_holder
      ORDER BY id
      ON CONFLICT (id) DO UPDATE
      SET name = excluded.name, address_line1 = excluded.address_line1, city = excluded.city,
          postal_code = excluded.postal_code, is_sample = false
      WHERE ${isOtherSql.replaceAll('staged', 'excluded')}`);
    await tx.query('ANALYZE lien_holder'); // Updates the planner's statistics.
  },
  drop: async (tx) => {
    await tx.query('DROP TABLE IF EXISTS staged_lien_holder');
  },
};

const isOtherSql = `(kept.name, kept.address_line1, kept.city, kept.postal_code)
  <> (staged.name, staged.address_line1, staged.city, staged.postal_code)`;
