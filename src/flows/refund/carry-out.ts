import { entryOfCancellation, entryOfRefundOwed, entryOfWriteOff } from '../../domain/books/entry-of.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import { chargeKey } from '../../domain/card/card-payment.ts';
import { loanOf } from '../../domain/policy/policy.ts';
import { kindOf, operatorKey, type RefundKind } from '../../domain/refund/refund-as-it-stands.ts';
import type { ChargeFate, RefundPlan } from '../../domain/refund/refund-plan.ts';
import { note } from '../../store/audit/audit.ts';
import type { BookedSale } from '../../store/books/entry.ts';
import {
  type CancellablePolicy,
  putIntoEffect,
  readCancellable,
  setMoney,
} from '../../store/cancellation/cancellation.ts';
import { reduceCharge, stopCharge } from '../../store/card/due-charge.ts';
import type { Tx } from '../../store/database.ts';
import { type OwedRefund, owe } from '../../store/refund/reversal.ts';
import { readTermsOf } from '../books/read-terms.ts';
import { recordEntry } from '../books/record-entry.ts';
import { refundOf } from './refund-of.ts';

/**
 * Does what is left to do of a cancelled policy's refund plan. A policy that is not cancelled has none.
 * Called in the transaction of everything that changes what is known: the cancellation, its day, a charge that was
 * made, refused or found, a refund that is done. The caller holds the policy's lock, so a second
 * call changes nothing: what was booked, owed or ended is not again. Returns whether the customer owes from now on what
 * the used days cost, and is to be asked for it.
 */
export async function carryOut(
  tx: Tx,
  { policyNumber, today }: { readonly policyNumber: string; readonly today: PlainDate },
): Promise<boolean> {
  const found = await readCancellable(tx, policyNumber);
  if (found === null || found.cancellation === null) return false;
  const { plan } = refundOf(found, today);
  const isOwedNow = plan.isDue && (await fulfil(tx, found, plan, today));
  const { money } = refundOf((await readCancellable(tx, policyNumber))!, today);
  await setMoney(tx, { policyNumber, money });
  return isOwedNow;
}

async function fulfil(tx: Tx, found: CancellablePolicy, plan: RefundPlan, today: PlainDate): Promise<boolean> {
  const { policy, seller, cancellation } = found;
  const { policyNumber, applicationId } = policy;
  const sale: BookedSale = { applicationId, policyNumber, sellerId: seller.id, day: today };
  const { collected } = refundOf(found, today);
  const owed = owedNow(found, plan);
  if (!cancellation!.isInEffect) {
    const terms = await readTermsOfPolicy(tx, found);
    const refundKey = owed[0]?.key ?? null;
    await recordEntry(tx, sale, entryOfCancellation(policy, cancellation!.terms, terms, { collected, refundKey }));
    await putIntoEffect(tx, { policyNumber });
    await note(tx, { applicationId, event: 'cancellation took effect', facts: { policyNumber } });
  } else if (['processor', 'operator'].includes(collected.by) && owed[0] !== undefined) {
    // It was not known when the cancellation took effect that the policy was paid.
    await recordEntry(tx, sale, entryOfRefundOwed(owed[0].amountCents, owed[0].key));
  }
  for (const refund of owed) await owe(tx, refund);
  const isOwedNow = await endCharge(tx, { policyNumber, fate: plan.charge, amountCents: plan.stillOwedCents });
  if (plan.writtenOffCents > 0) await recordEntry(tx, sale, entryOfWriteOff(plan.writtenOffCents));
  return isOwedNow;
}

interface UnpaidCharge {
  readonly policyNumber: string;
  readonly fate: ChargeFate;
  readonly amountCents: number;
}

/** Returns whether it was reduced to what the used days cost. */
async function endCharge(tx: Tx, { policyNumber, fate, amountCents }: UnpaidCharge): Promise<boolean> {
  switch (fate) {
    case 'stopped':
      await stopCharge(tx, { policyNumber });
      return false;
    case 'reduced':
      return reduceCharge(tx, { policyNumber, amountCents, failure: 'to-collect', cause: stillOwed });
    case 'none':
    case 'runs':
    case 'waits':
    case 'asked':
      return false;
  }
}

const stillOwed = 'the policy is cancelled, and its used days are unpaid: collect what they cost, or write it off';

/** The reversals by which we fulfil the plan that do not exist yet. */
function owedNow(found: CancellablePolicy, plan: RefundPlan): readonly OwedRefund[] {
  const made = new Set(found.refunds.map(({ kind }) => kind));
  return dueKinds(found, plan)
    .filter((kind) => !made.has(kind))
    .map((kind) => owedBy(found, plan, kind));
}

function dueKinds({ toLoanCents }: CancellablePolicy, plan: RefundPlan): readonly RefundKind[] {
  if (plan.charge === 'asked') return []; // Only money that was surely taken is given back.
  // A loan is ended even if nothing goes to it. Only its answer tells how much is left for seller and operator.
  if (plan.route === 'loan' && toLoanCents === null) return ['loan'];
  return plan.owed.flatMap((one) => kindOf(one) ?? []);
}

function owedBy(
  { policy, charge, dueCharge, cancellation }: CancellablePolicy,
  plan: RefundPlan,
  kind: RefundKind,
): OwedRefund {
  const { policyNumber, applicationId, payment } = policy;
  const sale = { policyNumber, applicationId, kind };
  const amountCents = plan.owed.find((one) => kindOf(one) === kind)?.amountCents ?? 0;
  switch (kind) {
    case 'charge': {
      // The charge is in the books since the transaction that issued the policy, or the one that made the later charge.
      if (charge === null) throw new Error(`The charge of ${policyNumber} is not in the books.`);
      // Of the card that was charged, which may have taken the place of the one that the policy was bound with.
      const { cardPaymentId, holdCents, processorReference: externalReference } = charge;
      const key = chargeKey({ id: cardPaymentId, holdCents }, dueCharge?.tries);
      return { ...sale, key, cardPaymentId, externalReference, amountCents };
    }
    case 'loan': {
      const { loanNumber: externalReference } = loanOf(payment)!;
      // The lender is told the whole refund, and says what of it goes to the loan.
      const { refundCents } = cancellation!.terms;
      return { ...sale, key: policyNumber, cardPaymentId: null, externalReference, amountCents: refundCents };
    }
    case 'operator':
      return { ...sale, key: operatorKey(policyNumber), cardPaymentId: null, externalReference: null, amountCents };
  }
}

/** To whom the money of the policy's products goes. */
export async function readTermsOfPolicy(tx: Tx, { policy, priced }: CancellablePolicy) {
  const { clientId, username, ...versions } = priced;
  const { province } = policy.seller;
  return readTermsOf(tx, { ...versions, series: policy.series }, { username, province, integration: { clientId } });
}
