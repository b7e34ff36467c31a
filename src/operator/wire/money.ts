import { Type } from '@northbind/contract/type.ts';
import type { Static } from 'typebox';
import { reportKinds } from '../../domain/account/judge-report.ts';
import type { EntryId } from '../../domain/ids.ts';
import { idOf } from '../kit/id.ts';
import { choice, reason } from './parts.ts';

/** The account of a policy in the operator's API. Each act answers with how the account stands afterwards. */
export type { AccountSummary, OwedBack } from '../../domain/account/account-summary.ts';

export const moneyWhats = [...reportKinds, 'given-back'] as const;
export type MoneyWhat = (typeof moneyWhats)[number];

const amountCents = Type.Integer({ minimum: 1, maximum: 10_000_000 });

/**
 * `POST /api/policies/:policyNumber/money/preview` (admin): how the account would stand. Writes nothing.
 */
export const moneyQuestion = Type.Object({
  what: choice(moneyWhats),
  /** All of it, if left out: what is due, what was paid, what is pending, what the charge was of. */
  amountCents: Type.Optional(amountCents),
  /** The day on which it happened; by default today. */
  on: Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })),
  /** The number of a cheque or transfer; of a dispute, what the processor calls the charge, or the bank the dispute. */
  reference: Type.Optional(Type.String({ maxLength: 100 })),
});
export type MoneyQuestion = Static<typeof moneyQuestion>;

/** The account as it was looked at. When it stands otherwise by now, the act is refused: `AccountChanged`. */
const shown = Type.Optional(
  Type.Object({
    balanceCents: Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000 }),
    netCollectedCents: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  }),
);

/**
 * `POST /api/policies/:policyNumber/money` (admin): records what happened to a policy's money. Returns an
 * `AccountSummary`.
 */
export const moneyOrder = Type.Object({ ...moneyQuestion.properties, reason, shown });
export type MoneyOrder = Static<typeof moneyOrder>;

/**
 * `POST /api/policies/:policyNumber/goodwill` (admin): gives back without cancelling. `…/reinstatement` (admin) takes a
 * reason alone: it undoes a cancellation that took effect.
 */
export const goodwillOrder = Type.Object({ amountCents, reason, shown });
export type GoodwillOrder = Static<typeof goodwillOrder>;

/** `POST /api/policies/:policyNumber/entries/:entryId/void` (admin): takes back what an operator recorded. */
export const byEntry = Type.Object({
  policyNumber: Type.String({ minLength: 1, maxLength: 40 }),
  entryId: idOf<EntryId>(),
});
