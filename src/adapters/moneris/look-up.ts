import type { Cents } from '../../domain/money.ts';
import { strictestAdvice } from '../../domain/unpaid/retry-advice.ts';
import { type ApprovedCard, type Charge, declinedBy, type FoundPayment } from '../../ports/card-processor.ts';
import type { Outcome } from '../../ports/outcome.ts';
import type { Gateway, GatewayTransaction } from './gateway.ts';
import type { GatewayAnswer, TransactionKind } from './gateway-answer.ts';
import { verificationOrder, writeCardToken, writeOrderNumber } from './wire-values.ts';

export type LookUp = (key: string) => Promise<Outcome<FoundPayment>>;

/**
 * Returns what Moneris has on record under our key. No call returns an order: a status check returns one kind of
 * transaction, so this asks for the kinds that can come first, then for those that can follow. Each answer counts for
 * the kind that it names, because Moneris does not document which transaction of an order it returns.
 */
export function makeLookUp(gateway: Gateway, lookUpMs: number): LookUp {
  return async (key) => {
    const deadline = AbortSignal.timeout(lookUpMs);
    const found: Found = new Map();
    for (const question of questions) {
      if (!question.isOpen(found)) continue;
      const order = question.type === 'card_verification' ? verificationOrder(key) : writeOrderNumber(key);
      const fields = [['order_id', order]] as const;
      const reply = await gateway.checkStatus({ type: question.type, fields }, deadline);
      if (reply.kind !== 'answered') return reply;
      const { answer } = reply;
      if (answer.status === 'not-found') continue;
      if (answer.status === null || answer.order !== order || answer.kind === null || !isClear(answer)) return unclear;
      found.set(answer.kind, answer);
    }
    return describe(found);
  };
}

type Found = Map<TransactionKind, GatewayAnswer>;

interface Question {
  readonly type: GatewayTransaction;
  readonly isOpen: (found: Found) => boolean;
}

/** At most five are sent, and three for a key that was never used. */
const questions: readonly Question[] = [
  { type: 'preauth', isOpen: () => true },
  { type: 'res_purchase_cc', isOpen: (found) => found.size === 0 },
  { type: 'card_verification', isOpen: (found) => found.size === 0 },
  { type: 'completion', isOpen: (found) => approved(found, 'hold') !== null && !found.has('completion') },
  { type: 'refund', isOpen: (found) => chargeOf(found) !== null && !isGivenBack(found) },
  { type: 'purchasecorrection', isOpen: (found) => chargeOf(found) !== null && !isGivenBack(found) },
];

const unclear = { kind: 'unknown', cause: 'the gateway gave no clear answer to a status check' } as const;

function isClear(answer: GatewayAnswer): boolean {
  return answer.verdict === 'approved' || answer.verdict === 'declined';
}

function approved(found: Found, kind: TransactionKind): GatewayAnswer | null {
  const answer = found.get(kind);
  return answer?.verdict === 'approved' ? answer : null;
}

function isGivenBack(found: Found): boolean {
  return approved(found, 'refund') !== null || approved(found, 'correction') !== null;
}

/**
 * Returns how much was refunded; null when the refund has no amount. A correction is always in full. A status check
 * returns one refund of an order: we make at most one, and a second one made in Moneris's portal does not show.
 */
function givenBackOf(found: Found, charge: Charge): Cents | null {
  if (approved(found, 'correction') !== null) return charge.amountCents;
  const refund = approved(found, 'refund');
  return refund === null ? 0 : refund.amountCents;
}

/** The transaction that took the money: a purchase, or a completion of more than nothing. */
function chargeOf(found: Found): GatewayAnswer | null {
  const completion = approved(found, 'completion');
  return approved(found, 'purchase') ?? (completion?.amountCents === 0 ? null : completion);
}

function describe(found: Found): Outcome<FoundPayment> {
  const first = approved(found, 'hold') ?? approved(found, 'purchase') ?? approved(found, 'completion');
  const taken = chargeOf(found);
  if (taken !== null) {
    const charge = readCharge(taken);
    const card = first && readCard(first);
    if (charge === null || card === null) return unclear;
    const refundedCents = givenBackOf(found, charge);
    if (refundedCents === null || refundedCents > charge.amountCents) return unclear;
    const kind = refundedCents === charge.amountCents ? 'refunded' : 'charged';
    return { kind: 'done', value: { kind, charge, refundedCents, ...card } };
  }
  // Something was refunded, and the amount is not known.
  if (isGivenBack(found)) return unclear;
  if (first !== null) {
    const card = readCard(first);
    if (card === null || first.amountCents === null) return unclear;
    const kind = approved(found, 'completion') === null ? 'held' : 'released';
    return { kind: 'done', value: { kind, amountCents: first.amountCents, ...card } };
  }
  const verified = approved(found, 'verification');
  if (verified !== null) {
    const card = readCard(verified);
    return card === null ? unclear : { kind: 'done', value: { kind: 'verified', ...card } };
  }
  if (found.size === 0) return { kind: 'done', value: { kind: 'nothing' } };
  const advice = strictestAdvice(Array.from(found.values(), (answer) => answer.retryAdvice));
  return { kind: 'done', value: { kind: 'declined', ...declinedBy(advice) } };
}

function readCard(answer: GatewayAnswer): ApprovedCard | null {
  const { reference, maskedCardNumber, cardType, dataKey, issuerId } = answer;
  const cardToken = dataKey === null ? null : writeCardToken(dataKey, issuerId);
  return reference === null ? null : { reference, cardToken, maskedCardNumber, cardType };
}

/** Returns null when the answer lacks a required field. */
export function readCharge(answer: GatewayAnswer): Charge | null {
  const { reference, amountCents, authorizationNumber, at } = answer;
  if (reference === null || amountCents === null || authorizationNumber === null || at === null) return null;
  return { reference, amountCents, authorizationNumber, chargedAt: at };
}
