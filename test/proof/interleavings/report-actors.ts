import type { EntryKind } from '../../../src/domain/books/ledger-entry.ts';
import { addDays, type PlainDate } from '../../../src/domain/calendar.ts';
import type { EntryId } from '../../../src/domain/ids.ts';
import {
  isOperatorRefusal,
  type OperatorRefusal,
  refuseOperator,
} from '../../../src/domain/operator/operator-refusal.ts';
import type { TaxRate, TaxTable } from '../../../src/domain/tax/tax-table.ts';
import { type OpenAccount, openAccount } from '../../../src/flows/account/open-account.ts';
import {
  giveGoodwill,
  type Reported,
  recordReport,
  reinstate,
  voidReport,
} from '../../../src/flows/account/record-report.ts';
import { correctOnRecord } from '../../../src/flows/operator/correction.ts';
import type { Reference } from '../../../src/store/reference/keeper.ts';
import type { ActorParts } from './actor-parts.ts';
import type { Lane, Sale } from './lane.ts';
import { corrects, operator, policyNumberOf, reason } from './money-actors.ts';
import type { Part } from './schedule.ts';

/*
 * What people say of a policy's money, without looking first: at any moment, early, late, twice, of a wrong amount or a
 * wrong day; and take back again.
 */

export interface Recording {
  readonly kind: Reported['kind'];
  /** Left out: all of it. */
  readonly cents?: number;
  /** The payment's own day, from the lane's today on; left out: the day on which it is recorded. */
  readonly on?: number;
}

/** An operator records it. */
export const records = (name: string, day: number, { kind, cents, on }: Recording): Part =>
  actsOnAccount(name, day, (parts, open, lane) =>
    recordReport(parts, open, {
      kind,
      amountCents: cents ?? null,
      on: on === undefined ? null : addDays(lane.today, on),
      reference: '',
      recordedBy: 'operator',
    }),
  );

/** What was recorded last of this kind was a mistake. */
export const voids = (name: string, day: number, kind: EntryKind): Part =>
  actsOnAccount(name, day, async (parts, open, lane) => {
    const { rows } = await lane.database.query<{ id: EntryId }>({
      name: 'find_entry_to_void',
      text: `SELECT id FROM ledger_entry AS entry
             WHERE policy_number = $1 AND kind = $2
               AND NOT EXISTS (SELECT FROM ledger_entry AS voiding WHERE voiding.voids = entry.id)
             ORDER BY turn DESC LIMIT 1`,
      values: [open.stored.policy.policyNumber, kind],
    });
    return rows[0] === undefined ? refuseOperator('NotFound', 'id') : voidReport(parts, open, rows[0].id);
  });

export const givesGoodwill = (name: string, day: number, cents: number): Part =>
  actsOnAccount(name, day, (parts, open) => giveGoodwill(parts, open, cents));

export const reinstates = (name: string, day: number): Part =>
  actsOnAccount(name, day, (parts, open) => reinstate(parts, open));

type Act = (parts: ActorParts, open: OpenAccount, lane: Lane) => Promise<OpenAccount | OperatorRefusal>;

function actsOnAccount(name: string, day: number, act: Act): Part {
  return corrects(name, day, async (parts, { sale, lane, now }) => {
    const policyNumber = await policyNumberOf(lane, sale);
    return correctOnRecord(parts.database, { actor: operator, reason }, async (tx) => {
      const open = (await openAccount(tx, policyNumber, { now }))!;
      const done = await act(parts, open, lane);
      if (isOperatorRefusal(done)) return done;
      const { applicationId } = done.stored.policy;
      return { action: 'settle charge', subject: policyNumber, applicationId };
    });
  });
}

/** The same by a service that knows another tax from that day on. */
export const withTaxOf = (day: number, { name, play }: Part): Part => ({
  name,
  play: (parts: ActorParts, sale: Sale, lane: Lane) => {
    const reference = (): Reference => taxedFrom(lane.reference(), addDays(lane.today, day));
    return play({ ...parts, reference }, sale, lane);
  },
});

function taxedFrom(reference: Reference, day: PlainDate): Reference {
  const { tariffs } = reference;
  const { taxTable } = tariffs;
  if (taxTable === null) throw new Error('There is no tax table.');
  const later = { ...taxTable, version: 'another tax', rates: changedFrom(taxTable.rates, day) };
  return { ...reference, tariffs: { ...tariffs, taxTable: later, taxTables: [...tariffs.taxTables, later] } };
}

/** A percent more from the day on. */
function changedFrom(rates: TaxTable['rates'], day: PlainDate): TaxTable['rates'] {
  const change = (row: TaxRate): readonly TaxRate[] =>
    row.until !== null
      ? [row]
      : [
          { ...row, until: addDays(day, -1) },
          { ...row, from: day, totalPartsPerMillion: row.totalPartsPerMillion + 10_000 },
        ];
  return mapValues(rates, (classes) => mapValues(classes, (rows) => rows.flatMap(change)));
}

function mapValues<T extends object>(all: T, change: (value: T[keyof T]) => T[keyof T]): T {
  return Object.fromEntries(Object.entries(all).map(([key, value]) => [key, change(value)])) as T;
}
