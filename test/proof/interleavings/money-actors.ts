import { addDays } from '../../../src/domain/calendar.ts';
import { chargeKey } from '../../../src/domain/card/card-payment.ts';
import { declineLimitsOf } from '../../../src/domain/card/declines.ts';
import type { PaymentId, ReversalId } from '../../../src/domain/ids.ts';
import { isOperatorRefusal, type OperatorRefusal } from '../../../src/domain/operator/operator-refusal.ts';
import { cancelPolicy, previewCancellation } from '../../../src/flows/cancellation/cancel-policy.ts';
import type { AskedFor } from '../../../src/flows/cancellation/draft-cancellation.ts';
import { takeEffect } from '../../../src/flows/cancellation/take-effect.ts';
import { withdrawCancellation } from '../../../src/flows/cancellation/withdraw-cancellation.ts';
import { chargeDue } from '../../../src/flows/card/charge-due.ts';
import { moveCharge, writeOffCharge } from '../../../src/flows/card/correct-charge.ts';
import { sweepCardPayments } from '../../../src/flows/card/sweep-card-payments.ts';
import { amendPolicy } from '../../../src/flows/policy/amend-policy.ts';
import { tryDueReversals } from '../../../src/flows/refund/send-refund.ts';
import { openSecret } from '../../../src/flows/unpaid/ensure-link.ts';
import { confirmLinkCheckout, startLinkCheckout } from '../../../src/flows/unpaid/pay-by-link.ts';
import { retryWork, settleWork } from '../../../src/flows/work/settle-work.ts';
import type { LoanRefund } from '../../../src/ports/lender.ts';
import { submitCard } from '../../../src/sandbox/card-processor/customer-actions.ts';
import { cancelContract } from '../../../src/sandbox/lender/contract-records.ts';
import { transact } from '../../../src/store/database.ts';
import type { ActorParts } from './actor-parts.ts';
import type { Lane, Sale } from './lane.ts';
import type { Part } from './schedule.ts';

/*
 * Who acts on a policy's money after the sale. Each acts on a day, from the lane's today on: around midnight the
 * instances of a service may be on two.
 */

const context = { requestId: 'interleavings', fault: null };
export const operator = { kind: 'account', name: 'operator' } as const;
export const reason = 'because the schedule says so';
const hourMs = 60 * 60_000;

/** The morning of a day in Ontario. */
export const onDay = ({ today }: Lane, days: number): Date => new Date(`${addDays(today, days)}T17:00:00Z`);

interface Acting {
  readonly sale: Sale;
  readonly lane: Lane;
  readonly now: Date;
}

/** A job's run. */
export function turn(name: string, day: number, run: (parts: ActorParts, acting: Acting) => Promise<unknown>): Part {
  return {
    name,
    play: async (parts, sale, lane) => {
      const now = onDay(lane, day);
      await run({ ...parts, clock: () => now }, { sale, lane, now });
      return { who: name, what: 'its turn is over' };
    },
  };
}

export const chargeJob = (name: string, day = 1): Part =>
  turn(name, day, (parts, { lane, now }) => chargeDue(parts, [lane.seller], now));
export const effectJob = (name: string, day: number): Part =>
  turn(name, day, (parts, { lane, now }) => takeEffect(parts, [lane.seller], now));
export const reversalJob = (name: string, day = 0): Part => turn(name, day, (parts) => tryDueReversals(parts));
export const sweepJob = (day: number, hours = 0): Part =>
  turn('sweep', day, (parts, { now }) => sweepCardPayments(parts, new Date(now.getTime() + hours * hourMs)));

export interface CancelOptions extends Omit<AskedFor, 'cancelledOn'> {
  /** The first day without cover. */
  readonly on: number;
  /** The day on which the operator cancels. */
  readonly day?: number;
}

/** Looks at what it would come to, then cancels with that. */
export function cancels(name: string, { on, day = 0, ...wish }: CancelOptions): Part {
  return {
    name,
    play: async (own, sale, lane) => {
      const parts = { ...own, now: onDay(lane, day) };
      const policyNumber = await policyNumberOf(lane, sale);
      const asked = { ...wish, cancelledOn: addDays(lane.today, on) };
      const drafted = await previewCancellation(parts, policyNumber, asked);
      if (isOperatorRefusal(drafted)) return { who: name, what: drafted.code };
      const { refundCents } = drafted.cancellation;
      const order = { ...asked, policyNumber, reason, shown: { refundCents } };
      const made = await cancelPolicy(parts, operator, order);
      if (isOperatorRefusal(made)) return { who: name, what: made.code };
      return { who: name, what: `cancelled with ${refundCents} to give back`, cancelledWith: refundCents };
    },
  };
}

type Correction = (parts: ActorParts, acting: Acting) => Promise<OperatorRefusal | string | object | null>;

export function corrects(name: string, day: number, act: Correction): Part {
  return {
    name,
    play: async (parts, sale, lane) => {
      const done = await act(parts, { sale, lane, now: onDay(lane, day) });
      const refused = done !== null && typeof done === 'object' && isOperatorRefusal(done) ? done.code : null;
      return { who: name, what: refused ?? (typeof done === 'string' ? done : 'done') };
    },
  };
}

export const retriesCharge = (name: string, day = 1): Part =>
  corrects(name, day, async (parts, { sale, lane, now }) =>
    retryWork({ ...parts, now }, operator, { kind: 'charges', id: await paymentIdOf(lane, sale), reason }),
  );
export const movesCharge = corrects('operator', 0, (parts, { sale, now }) =>
  moveCharge({ ...parts, now }, operator, { paymentId: sale.paymentIds[0]!, reason, dueOn: sale.chargeDate }),
);
/** The customer pays by cheque: the operator records it whatever the processor may have. */
export const paidOutside = (name: string, day = 0): Part =>
  corrects(name, day, async (parts, { sale, lane, now }) => {
    const id = await paymentIdOf(lane, sale);
    return settleWork({ ...parts, now }, operator, { kind: 'charges', id, reason, reference: 'CHEQUE-1' });
  });

/** The operator says what the processor's own records have; or, by a slip of the hand, what no one has. */
export const saysWhatBecame = (name: string, day: number, isSlip = false): Part =>
  corrects(name, day, async (parts, { sale, lane, now }) => {
    const reference = isSlip ? `WRONG-${sale.applicationId}` : await chargeAtProcessor(lane, sale);
    if (reference === null) return 'the processor has nothing';
    const id = await paymentIdOf(lane, sale);
    return settleWork({ ...parts, now }, operator, { kind: 'charges', id, reason, reference, by: 'processor' });
  });

async function chargeAtProcessor({ database }: Lane, { applicationId }: Sale): Promise<string | null> {
  const { rows } = await database.query<{ reference: string }>(
    `SELECT charge.reference FROM sandbox_cards.charge JOIN sandbox_cards.payment USING (order_key) WHERE customer_reference = $1`,
    [applicationId],
  );
  return rows[0]?.reference ?? null;
}

export const withdraws = (name: string, day = 0): Part =>
  corrects(name, day, async (parts, { sale, lane, now }) =>
    withdrawCancellation({ ...parts, now }, operator, { policyNumber: await policyNumberOf(lane, sale), reason }),
  );
export const writesOff = (name: string, day: number): Part =>
  corrects(name, day, async (parts, { sale, lane, now }) =>
    writeOffCharge({ ...parts, now }, operator, { policyNumber: await policyNumberOf(lane, sale), reason }),
  );
export const amends = (name: string, day = 0): Part =>
  corrects(name, day, async (parts, { sale, lane, now }) =>
    amendPolicy({ ...parts, now, decodeVin: () => [] }, operator, {
      policyNumber: await policyNumberOf(lane, sale),
      reason,
      changes: { lastName: 'Roy-Gagné' },
    }),
  );

export const retriesReversal = (name: string, day = 0): Part =>
  corrects(name, day, async (parts, { sale, lane, now }) =>
    retryWork({ ...parts, now }, operator, { kind: 'reversals', id: await reversalIdOf(lane, sale), reason }),
  );
export const settlesReversal = (name: string, day = 0): Part =>
  corrects(name, day, async (parts, { sale, lane, now }) =>
    settleWork({ ...parts, now }, operator, {
      kind: 'reversals',
      id: await reversalIdOf(lane, sale),
      reason,
      reference: 'CHEQUE-2',
    }),
  );

/** Ends the loan in the lender's own console, then says so. */
export const settlesLoan = (name: string, day: number): Part =>
  corrects(name, day, async (parts, { sale, lane, now }) => {
    const { rows } = await lane.database.query<LoanRefund>(
      `SELECT ends_on AS "cancelledOn", amount_cents AS "refundCents",
              EXISTS (SELECT FROM cancellation WHERE cancellation.policy_number = reversal.policy_number
                                                 AND kind = 'flat') AS "isRescinded"
       FROM reversal
       WHERE application_id = $1 AND payee = 'Lender' AND policy_number IS NOT NULL`,
      [sale.applicationId],
    );
    const refund = rows[0];
    if (refund === undefined) return 'nothing to do';
    const policyNumber = await policyNumberOf(lane, sale);
    await transact(lane.database, (tx) => cancelContract(tx, { policyNumber, refund, now }));
    const id = await reversalIdOf(lane, sale);
    return settleWork({ ...parts, now }, operator, { kind: 'reversals', id, reason, reference: 'LENDER-1' });
  });

/** The request of a charge that was sent before, and is on its way to the processor. */
export const lateCharge: Part = {
  name: 'late charge',
  play: async ({ cards }, sale, { database }) => {
    const { rows } = await database.query<{ id: PaymentId; cardToken: string; amountCents: number }>(
      `SELECT card_payment.id, card_token AS "cardToken", policy.total_cents AS "amountCents"
       FROM policy JOIN card_payment ON card_payment.id = policy.card_payment_id
       WHERE policy.application_id = $1`,
      [sale.applicationId],
    );
    const { id, ...charge } = rows[0]!;
    const key = chargeKey({ id, holdCents: 0 }, 1);
    const { kind } = await cards.chargeSavedCard({ key, customerReference: sale.applicationId, ...charge }, context);
    return { who: 'late charge', what: kind };
  },
};

/** The customer opens the page of the payment link, types a card and confirms. */
export const paysByLink = (name: string, day: number): Part => ({
  name,
  play: async (own, sale, lane) => {
    const now = onDay(lane, day);
    const typed = await typesCard(own, { sale, lane, now });
    if (typeof typed === 'string') return { who: name, what: typed };
    return { who: name, what: await confirmLinkCheckout(customersParts(own, now), { ...typed, now }, context) };
  },
});

/** All but the last step: the card is typed, and nobody has asked about it yet. */
export const givesCardByLink = (name: string, day: number): Part => ({
  name,
  play: async (own, sale, lane) => {
    const typed = await typesCard(own, { sale, lane, now: onDay(lane, day) });
    if (typeof typed !== 'string') typedForms.set(sale, typed);
    return { who: name, what: typeof typed === 'string' ? typed : 'typed' };
  },
});

/** The card is taken, and charged if its day has come. */
export const confirmsCard = (name: string, day: number): Part => ({
  name,
  play: async (own, sale, lane) => {
    const now = onDay(lane, day);
    const asked = { ...typedForms.get(sale)!, now };
    return { who: name, what: await confirmLinkCheckout(customersParts(own, now), asked, context) };
  },
});

interface TypedForm {
  readonly secret: string;
  readonly ticket: string;
}

/** What is in the customer's browser. */
const typedForms = new WeakMap<Sale, TypedForm>();

const customersParts = (own: ActorParts, now: Date) => ({
  ...own,
  clock: () => now,
  cardTicketMinutes: 30,
  declineLimits: declineLimitsOf(true),
});

/** Returns what the page says if there is no form. */
async function typesCard(own: ActorParts, { sale, lane, now }: Acting): Promise<TypedForm | string> {
  const { rows } = await lane.database.query<{ sealed: Buffer }>(
    'SELECT sealed_secret AS sealed FROM payment_link JOIN policy USING (policy_number) WHERE application_id = $1',
    [sale.applicationId],
  );
  if (rows[0] === undefined) return 'there is no link';
  const secret = openSecret(own.linkBox, rows[0].sealed)!;
  const started = await startLinkCheckout(customersParts(own, now), { secret, language: null, now }, context);
  if (started?.kind !== 'opened') return `the page is ${started?.view.state ?? 'gone'}`;
  const typed = { cardNumber: '4242424242424242', expiry: '12/30', cvv: '123' };
  await submitCard(lane.database, { ticket: started.ticket, typed, now: lane.now });
  return { secret, ticket: started.ticket };
}

export async function policyNumberOf(lane: Lane, { applicationId }: Sale): Promise<string> {
  const { rows } = await lane.database.query('SELECT policy_number FROM policy WHERE application_id = $1', [
    applicationId,
  ]);
  return rows[0].policy_number;
}

/** Reads the payment of the card that the policy has now. */
async function paymentIdOf(lane: Lane, { applicationId }: Sale): Promise<PaymentId> {
  const { rows } = await lane.database.query('SELECT card_payment_id AS id FROM policy WHERE application_id = $1', [
    applicationId,
  ]);
  return rows[0].id;
}

/** The one that is open, if one is; the id of no reversal while there is none. */
async function reversalIdOf(lane: Lane, { applicationId }: Sale): Promise<ReversalId> {
  const { rows } = await lane.database.query(
    `SELECT id FROM reversal WHERE application_id = $1 ORDER BY progress NOT IN ('idle', 'begun'), created_at`,
    [applicationId],
  );
  return rows[0]?.id ?? applicationId;
}

/** Returns a moment in the afternoon of the lane's today. */
export const later = ({ now }: Lane, hours: number): Date => new Date(now.getTime() + hours * hourMs);
