import type { AnswerOf } from '@northbind/contract/operation.ts';
import type { sandboxLedger } from '@northbind/contract/sandbox-ledger.ts';
import type { makeCardLedger } from '../adapters/sandbox-cards/card-ledger.ts';
import type { makeLoanLedger } from '../adapters/sandbox-lender/loan-ledger.ts';
import type { Clock } from '../domain/calendar.ts';
import { type ApplicationId, parseId } from '../domain/ids.ts';
import { toDollars } from '../domain/money.ts';
import { type Seller, todayOf } from '../domain/partner/seller.ts';
import { Unavailable } from '../domain/unavailable.ts';
import type { Outcome } from '../ports/outcome.ts';
import type { Database } from '../store/database.ts';
import { applicationExists } from '../store/quote/application.ts';

export interface SandboxLedgerParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly readCardLedger: ReturnType<typeof makeCardLedger>;
  readonly readLoans: ReturnType<typeof makeLoanLedger>;
}

type Ledger = AnswerOf<typeof sandboxLedger>;

/** Returns what the processor and the lender have on record for an application: their records, not our tables. */
export async function readLedger(parts: SandboxLedgerParts, seller: Seller, asked: string, requestId: string) {
  const applicationId = parseId<ApplicationId>(asked);
  if (applicationId === null || !(await applicationExists(parts.database, { sellerId: seller.id, id: applicationId })))
    return { kind: 'refused', refusals: [{ code: 'ApplicationNotFound', field: 'applicationId' }] } as const;
  const context = { requestId, fault: null };
  const [cards, loans] = await Promise.all([
    parts.readCardLedger(applicationId, context).then(recordsOf),
    parts.readLoans(applicationId, todayOf(seller, parts.clock()), context).then(recordsOf),
  ]);
  const value: Ledger = {
    holds: cards.holds.map(inDollars),
    charges: cards.charges.map((charge) => ({ ...inDollars(charge), refunded: toDollars(charge.refundedCents) })),
    disputes: cards.disputes.map(inDollars),
    loans: loans.map(({ amountCents, refundedCents, collectedCents, givenBackCents, ...loan }) => ({
      ...loan,
      amount: toDollars(amountCents),
      refunded: toDollars(refundedCents),
      collected: toDollars(collectedCents),
      givenBack: toDollars(givenBackCents),
    })),
  };
  return { kind: 'ok', value } as const;
}

function inDollars<S>({ paymentId, amountCents, status }: { paymentId: string; amountCents: number; status: S }) {
  return { paymentId, amount: toDollars(amountCents), status };
}

/** Throws when a ledger can't be read: it must not look like an empty one. */
function recordsOf<T>(outcome: Outcome<T>): T {
  if (outcome.kind === 'done') return outcome.value;
  throw new Unavailable(`A party's ledger could not be read: ${outcome.kind}.`);
}
