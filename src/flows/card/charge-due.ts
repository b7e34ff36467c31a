import type { PlainDate } from '../../domain/calendar.ts';
import { chargeKey } from '../../domain/card/card-payment.ts';
import { sendOrWait } from '../../domain/card/send-or-wait.ts';
import type { PaymentId } from '../../domain/ids.ts';
import { type Seller, todayOf } from '../../domain/partner/seller.ts';
import { nextTryOn, type RetryAdvice, triesMax } from '../../domain/unpaid/retry-advice.ts';
import type { Failure } from '../../domain/work/failure.ts';
import { adviceIn, type CardProcessor, type Charge, refusedByIssuer } from '../../ports/card-processor.ts';
import { type CallContext, type Outcome, tooLate } from '../../ports/outcome.ts';
import { note } from '../../store/audit/audit.ts';
import {
  type ChargeRefused,
  chargeWork,
  type DueCharge,
  discardAttempt,
  isNotOwed,
  type RefusedCharge,
  refuseCharge,
  sendAnew,
  stopCharge,
} from '../../store/card/due-charge.ts';
import { type Tx, transact } from '../../store/database.ts';
import { mail } from '../../store/mail/policy-mail.ts';
import { lockPolicy } from '../../store/policy/lock-policy.ts';
import { mailLink } from '../../store/unpaid/payment-link.ts';
import { applyConsequences } from '../account/apply-consequences.ts';
import { type OpenAccount, openAccount, reopenAccount } from '../account/open-account.ts';
import { recordEvent } from '../event/record-event.ts';
import { newId } from '../new-id.ts';
import type { Parts } from '../parts.ts';
import { runStep } from '../points.ts';
import { taxChangeBy } from '../tax/judge-tax.ts';
import { ensureLink } from '../unpaid/ensure-link.ts';
import { readJustNow } from '../work/just-now.ts';
import { type Ending, type Lease, runDueWork } from '../work/run-due-work.ts';
import { otherProcessor } from './cards-of.ts';
import { recordCharge } from './record-charge.ts';

export type ChargeDueParts = Parts<
  'database' | 'cards' | 'log' | 'failpoint' | 'reference' | 'refreshReference' | 'linkBox'
>;

const batchMax = 1_000;
// A job's run is ended after 300 s.
const runSeconds = 240;
// A charge without an answer takes the processor's whole timeout. After two of them the rest waits for the next run: it would fail as well.
const unansweredMax = 2;
// A try is longer than any charge: look-ups in parallel, a call and two more look-ups, each with its whole timeout.
const trySeconds = 120;
/**
 * How often an unknown outcome is asked about; after a day less often, so that the operator can settle it in between.
 */
const askAgainSeconds = 120;
const askLongUnclearSeconds = 600;

/** The operator reads this, and can't retry it either. */
const finalCause =
  'refused for good: the issuer says that this card must never be charged again. Have the customer pay in another way.';

/** The price has the tax of the day on which it was quoted, but the law asks for the tax of the day on which it is paid. */
const sellAgain = 'Cancel the policy and sell it again, unless the customer has paid before that day in another way.';

/**
 * Charges saved cards on their charge date, by each seller's own date. The intent is committed before the processor is
 * called. Each try has its own key, so the processor can't detect a second charge: earlier tries are looked up first,
 * and a refusal is looked up before it is recorded. A card that the customer has given by a payment link may be held
 * instead of saved: its hold is captured, once. No card is charged on a day with another tax than the price has: that
 * is left to the operator. A charge whose outcome is unknown is asked about until it is known, also when its policy was
 * cancelled; then it is never sent again. Returns how many were charged or refused. `only` names a single payment; `fault`
 * is one that the sandbox injects.
 */
export async function chargeDue(
  parts: ChargeDueParts,
  sellers: readonly Seller[],
  now: Date,
  signal?: AbortSignal,
  { only = null, fault = null }: ChargeOptions = {},
): Promise<number> {
  const days = new Map(sellers.map((seller) => [seller.id, todayOf(seller, now)]));
  const takeNext = only === null ? chargeWork.take : chargeWork.takeNamed;
  const take = () =>
    takeNext(parts.database, trySeconds, null, {
      sellerIds: [...days.keys()],
      todays: [...days.values()],
      only,
    });
  let unanswered = 0;
  const handle = async (due: DueCharge, lease: Lease): Promise<Ending> => {
    const ending = await chargeOne(parts, { due, lease, today: days.get(due.sellerId)!, now, fault });
    if (ending !== 'unreachable') return ending;
    unanswered += 1;
    // A fault that was asked for is met by every charge.
    return unanswered < unansweredMax || fault !== null ? 'open' : 'unreachable';
  };
  return (await runDueWork({ take, handle, trySeconds, batchMax, runSeconds }, signal)).ended;
}

export interface ChargeOptions {
  readonly only?: PaymentId | null;
  readonly fault?: CallContext['fault'];
}

interface Try {
  readonly due: DueCharge;
  readonly lease: Lease;
  /** The date in the seller's time zone. */
  readonly today: PlainDate;
  readonly now: Date;
  readonly fault: CallContext['fault'];
}

async function chargeOne(parts: ChargeDueParts, { due, lease, today, now, fault }: Try): Promise<Ending> {
  const { database, cards, log } = parts;
  const mayStillSend = (): boolean => lease.endedReason() === null;
  const context: CallContext = { requestId: `charge-due-${due.id}`, fault, mayStillSend };
  const facts = { policyNumber: due.policyNumber, tries: due.tries };
  const notOurs = otherProcessor(cards, due.processor);
  if (notOurs !== null && due.wasBegun) {
    // The other processor may have made it: a person is shown it after a day.
    const failed = { failure: 'unknown', cause: `unknown: ${notOurs}` } as const;
    await chargeWork.postpone(database, due, { ...failed, waitSeconds: askLongUnclearSeconds, unclearSeconds: 0 });
    return 'open';
  }
  if (notOurs !== null) {
    log.error('scheduled charge given up', { ...facts, cause: notOurs });
    await endUnsentTry(parts, { due, today, now }, (tx) =>
      chargeWork.giveUp(tx, due, { failure: 'unavailable', cause: notOurs }),
    );
    return 'open';
  }
  const outcome = await chargeOnce(parts, { due, lease, today, now, fault }, context);
  switch (outcome.kind) {
    case 'taxed otherwise': {
      log.warn('scheduled charge given up', { ...facts, taxChangedOn: outcome.since });
      const cause = `not charged: the tax rate changed on ${outcome.since}. ${sellAgain}`;
      const refused = { cause, failure: 'tax-changed', today, nextDay: null, isFinal: false, now } as const;
      await transact(database, (tx) => recordRefusal(parts, tx, due, refused));
      return 'open';
    }
    case 'never made': {
      log.info('scheduled charge stopped', facts);
      return (await lockAndDiscardUnsentAttempt(parts, { due, today, now })) ? 'ended' : 'open';
    }
    case 'done': {
      let isCharged = false;
      for (const made of outcome.value)
        isCharged = (await recordTakenCharge(parts, { due, made, today, now }, context)) || isCharged;
      return isCharged ? 'ended' : 'open';
    }
    case 'refused': {
      // A hold is captured or not: there is no saved card to try again.
      const advice = due.holdCents > 0 ? 'never' : adviceIn(outcome);
      const isFinal = advice === 'never';
      const advisedDay = nextTryOn(advice, due.tries, today);
      const taxChangedOn = advisedDay && taxChangeBy(parts.reference().tariffs, due.sale, advisedDay);
      const nextDay = taxChangedOn === null ? advisedDay : null;
      log.warn('scheduled charge refused', { ...facts, nextDay, isFinal });
      const late =
        taxChangedOn === null ? '' : `. Before the next try the tax rate changes, on ${taxChangedOn}. ${sellAgain}`;
      const failed = {
        failure: taxChangedOn === null ? refusalOf(due, isFinal) : 'refused-before-tax-change',
        cause: causeOf(due, advice, outcome.reason) + late,
      } as const;
      const isRecorded = await transact(database, (tx) =>
        recordRefusal(parts, tx, due, { ...failed, today, nextDay, isFinal, now }),
      );
      return isRecorded ? 'ended' : 'open';
    }
    case 'not-sent':
    case 'unknown': {
      log.warn('scheduled charge unclear', { ...facts, cause: outcome.cause });
      // Nothing was sent, so nothing has changed, unless an earlier call of this try may have arrived.
      const isUnclear = outcome.kind === 'unknown' || due.wasBegun;
      const postponed = {
        failure: isUnclear ? 'unknown' : 'unavailable',
        cause: `${isUnclear ? 'unknown' : 'not sent'}: ${outcome.cause}`,
        waitSeconds: due.unknownFor === 'a day' ? askLongUnclearSeconds : askAgainSeconds,
        unclearSeconds: isUnclear ? 0 : undefined,
      } as const;
      const postpone = (tx: Tx): Promise<boolean> => chargeWork.postpone(tx, due, postponed);
      // The intent of an unclear one stays: the next run asks first.
      await (isUnclear
        ? endTry(parts, { due, today, now }, postpone)
        : endUnsentTry(parts, { due, today, now }, postpone));
      return 'unreachable';
    }
  }
}

type TryAt = Pick<Try, 'due' | 'today' | 'now'>;

/** Writes how a try ended, and what the policy's account is then. */
function endTry(
  parts: ChargeDueParts,
  { due: { policyNumber }, ...at }: TryAt,
  write: (tx: Tx) => Promise<boolean>,
): Promise<boolean> {
  return transact(parts.database, async (tx) => {
    await lockPolicy(tx, policyNumber);
    const isWritten = await write(tx);
    const { asksCustomer } = await applyConsequences(parts, (await reopenAccount(tx, policyNumber, at))!);
    if (asksCustomer) await mailLink(tx, { id: newId(), policyNumber, lastDay: null });
    return isWritten;
  });
}

/**
 * Ends a try that sent nothing. If the customer does not owe it any more, it is no longer a charge that may have been
 * made; unless an earlier call of the try may have arrived.
 */
async function endUnsentTry(parts: ChargeDueParts, at: TryAt, write: (tx: Tx) => Promise<boolean>): Promise<boolean> {
  const { due } = at;
  const isNotOwedNow = !due.wasBegun && (await isNotOwed(parts.database, { cardPaymentId: due.id }));
  return isNotOwedNow ? lockAndDiscardUnsentAttempt(parts, at) : endTry(parts, at, write);
}

function lockAndDiscardUnsentAttempt(parts: ChargeDueParts, { due, ...at }: TryAt): Promise<boolean> {
  return transact(parts.database, async (tx) => {
    await lockPolicy(tx, due.policyNumber);
    return discardUnsentAttempt(parts, tx, due, at);
  });
}

/**
 * Nothing was taken, and nothing is to be taken. Partners have heard in an event that a refund might follow, so another
 * event tells them that nothing was charged. The caller holds the policy's lock. Returns false if another run has taken
 * the charge.
 */
async function discardUnsentAttempt(
  parts: ChargeDueParts,
  tx: Tx,
  due: DueCharge,
  at: Pick<Try, 'today' | 'now'>,
): Promise<boolean> {
  const { policyNumber, applicationId, sellerId } = due;
  if (!(await discardAttempt(tx, due))) return false;
  // An operator has recorded that it was made, and that stands: nothing more is charged for what may be owed beside it.
  if (due.isReported) await stopCharge(tx, { policyNumber });
  await note(tx, { applicationId, event: 'scheduled card not charged', facts: { policyNumber } });
  const { open, asksCustomer } = await applyConsequences(parts, (await reopenAccount(tx, policyNumber, at))!);
  if (asksCustomer) await mailLink(tx, { id: newId(), policyNumber, lastDay: null });
  if (open.stored.cancellationTerms === null || due.isReported) return true;
  const told = { policyNumber, sellerId, today: at.today, facts: { nextAttemptOn: null } };
  await recordEvent(tx, { type: 'payment.refused', ...told });
  return true;
}

/** A hold that could not be captured is no hard decline: the customer gets another payment link, for another card. */
const refusalOf = ({ holdCents }: DueCharge, isFinal: boolean): Failure =>
  isFinal && holdCents === 0 ? 'refused-for-good' : 'refused';

function causeOf({ holdCents }: DueCharge, advice: RetryAdvice, reason: string): string {
  if (holdCents > 0) return `refused: ${reason}. Send the customer another payment link.`;
  return advice === 'never' ? finalCause : `refused: ${reason}`;
}

/** A charge that was made, and the try that made it. */
interface Made {
  readonly tries: number;
  readonly key: string;
  readonly charge: Charge;
}

/**
 * Records a refusal and tells the customer, with a page on which to pay. Returns false if another run has taken the
 * charge. Nobody is asked to pay what is not owed any more.
 */
async function recordRefusal(
  parts: ChargeDueParts,
  tx: Tx,
  due: DueCharge,
  { now, nextDay: advised, ...refused }: ChargeRefused & { readonly now: Date },
): Promise<boolean> {
  const { policyNumber, applicationId, sellerId, tries } = due;
  const { today } = refused;
  const before = (await openAccount(tx, policyNumber, { today, now }))!;
  if (await isNotOwed(tx, { cardPaymentId: due.id })) return discardUnsentAttempt(parts, tx, due, { today, now });
  const nextDay = lastTryBefore(before, advised);
  const known = await refuseCharge(tx, due, { ...refused, nextDay });
  if (known === null) return false;
  await note(tx, { applicationId, event: 'scheduled card refused', facts: { policyNumber, tries, nextDay } });
  const refusedAccount = (await reopenAccount(tx, policyNumber, { today, now }))!;
  await ensureLink(parts, refusedAccount);
  const { open: after } = await applyConsequences(parts, refusedAccount);
  await mailRefusal(after, known, {
    nextDay,
    isTaxChanged: refused.failure === 'tax-changed',
    wasInEffect: before.stored.record.cancellation?.isInEffect === true,
  });
  await recordEvent(tx, { type: 'payment.refused', policyNumber, sellerId, today, facts: { nextAttemptOn: nextDay } });
  return true;
}

interface RefusalTold {
  readonly nextDay: PlainDate | null;
  readonly isTaxChanged: boolean;
  /** The cancellation was before the refusal was known. */
  readonly wasInEffect: boolean;
}

/** If the cancellation waited for this outcome, the cover has ended by now, and the mail says that instead. */
async function mailRefusal(
  { tx, stored, account }: OpenAccount,
  { amountCents, maskedCardNumber, number }: RefusedCharge,
  { nextDay, isTaxChanged, wasInEffect }: RefusalTold,
): Promise<void> {
  const { policyNumber } = stored.policy;
  const { cancellation } = stored.record;
  if (cancellation?.isInEffect && !wasInEffect) {
    const { cancelledOn } = cancellation;
    const dueCents = account.dueCents;
    const facts = { amountCents, maskedCardNumber, wasTried: !isTaxChanged, cancelledOn, dueCents };
    await mail(tx, { id: newId(), policyNumber, kind: 'cover ended', facts });
    return;
  }
  const facts = { amountCents, maskedCardNumber, nextDay, isCancelled: cancellation !== null, isTaxChanged };
  await mail(tx, { id: newId(), policyNumber, kind: 'refusal', number, facts });
}

/** Drops a next try that would come after the cover has ended: then the price is not charged any more. */
function lastTryBefore({ stored }: OpenAccount, advised: PlainDate | null): PlainDate | null {
  const { cancellation } = stored.record;
  const endsOn = cancellation === null || cancellation.isInEffect ? null : cancellation.cancelledOn;
  return advised !== null && endsOn !== null && endsOn <= advised ? null : advised;
}

/** Records what a try has taken. If more than one was charged, the account gives the later ones back. */
async function recordTakenCharge(
  parts: ChargeDueParts,
  { due, made: { tries, key, charge: made }, today, now }: TryAt & { readonly made: Made },
  context: CallContext,
): Promise<boolean> {
  const { database, log } = parts;
  const { reference: processorReference, ...charge } = made;
  const { id: cardPaymentId, tries: tryTaken } = due;
  const isNew = await runStep(parts, { context, claim: null }, 'record', () =>
    transact(database, (tx) =>
      recordCharge(
        { ...parts, tx },
        { ...due, cardPaymentId, tryTaken, tries, key, processorReference, charge, today, now },
      ),
    ),
  );
  // Another run has recorded it, or the operator, who has found it at the processor.
  if (!isNew) log.error('scheduled charge made, not recorded again', { policyNumber: due.policyNumber, tries });
  return isNew;
}

/** Nothing was sent, because the tax rate has changed since the price was quoted. */
type TaxedOtherwise = { readonly kind: 'taxed otherwise'; readonly since: PlainDate };

/** The customer does not owe it, and nothing was sent, or for a day the processor has known no such charge. */
type NeverMade = { readonly kind: 'never made' };

async function chargeOnce(
  parts: ChargeDueParts,
  { due, lease, today }: Try,
  context: CallContext,
): Promise<Outcome<readonly Made[]> | TaxedOtherwise | NeverMade> {
  const { cards } = parts;
  // This is read after the charge was taken: from then on a cancellation, or a payment that is recorded, finds it under way.
  const isNotOwedNow = await isNotOwed(parts.database, { cardPaymentId: due.id });
  const last = due.wasBegun ? due.tries : due.tries - 1;
  // Starts with the bind's own try: if two instances disagreed about the date, one may have charged what the other
  // scheduled. The operator may retry any number of times, so only the last tries are looked up. A hold has one key.
  const first = due.holdCents > 0 ? due.tries : Math.max(0, due.tries - triesMax);
  const earlier = await lookUpTries(cards, due, { first, last }, context);
  // Only earlier tries were asked about: this one was never sent.
  if (earlier === notAnswered && !due.wasBegun)
    return { kind: 'not-sent', cause: 'it is not known yet what became of the tries before' };
  if (due.isReported) return outcomeOfReported(due, earlier);
  if (earlier !== null) return earlier.kind === 'refused' && isNotOwedNow ? { kind: 'never made' } : earlier;
  const next = sendOrWait(due.unknownFor, !isNotOwedNow, false);
  if (next === 'wait') return mayStillCome;
  if (next === 'never made') return { kind: 'never made' };
  // The tax tables are read anew: this process may have stood still since it took the charge.
  const isCurrent = await readJustNow(lease, () => parts.refreshReference().then(() => true));
  if (isCurrent === null) return { kind: 'not-sent', cause: lease.endedReason()! };
  // A hold was priced on the day on which the customer gave the card, so a later change of the tax does not concern it.
  const since = due.holdCents > 0 ? null : taxChangeBy(parts.reference().tariffs, due.sale, today);
  if (since !== null)
    return sendOrWait(due.unknownFor, true, true) === 'wait' ? mayStillCome : { kind: 'taxed otherwise', since };
  if (due.unknownFor === 'a day' && !(await sendAnew(parts.database, due))) return tooLate;
  const { tries } = due;
  const key = keyOf(due, tries);
  const outcome = await runStep(parts, { context, claim: null }, 'collect', () => doCharge(cards, due, key, context));
  if (outcome.kind === 'done') return { kind: 'done', value: [{ tries, key, charge: outcome.value }] };
  if (outcome.kind !== 'refused') return outcome;
  // Another call of this try may have succeeded. Once the refusal is recorded, no run asks before the next day, and a
  // cancellation reverses nothing.
  const found = await lookUpTries(cards, due, { first: tries, last: tries }, context);
  return found === null || found.kind === 'refused' ? outcome : found;
}

const mayStillCome = { kind: 'unknown', cause: 'it may still come' } as const;

/** An operator has recorded that the charge was made: nothing is sent, and only the processor's own answer changes that. */
function outcomeOfReported(due: DueCharge, earlier: LookedUp): Outcome<readonly Made[]> | NeverMade {
  if (earlier !== null && earlier.kind !== 'refused') return earlier;
  return due.unknownFor === 'a day' ? { kind: 'never made' } : mayStillCome;
}

function doCharge(cards: CardProcessor, due: DueCharge, key: string, context: CallContext): Promise<Outcome<Charge>> {
  const { applicationId: customerReference, cardToken, amountCents, processorReference: reference } = due;
  if (due.holdCents > 0) return cards.capture({ key, reference, amountCents }, context);
  return cards.chargeSavedCard({ key, customerReference, cardToken: cardToken!, amountCents }, context);
}

/**
 * What the processor knows of the tries that were looked up:
 *
 *   done      these charges were made
 *   refused   none was made, and the current try was declined
 *   unknown   a look-up has no answer (`notAnswered`), or another amount was charged
 *   null      it knows of none
 */
type LookedUp = Outcome<readonly Made[]> | null;

/** Looks tries up by their keys. A charge that is in the books is left out: it has paid an earlier debt. */
async function lookUpTries(
  cards: CardProcessor,
  due: DueCharge,
  { first, last }: { readonly first: number; readonly last: number },
  context: CallContext,
): Promise<LookedUp> {
  const asked = Array.from({ length: last - first + 1 }, async (_, index) => {
    const key = keyOf(due, first + index);
    return { tries: first + index, key, found: await cards.find(key, context) };
  });
  const made: Made[] = [];
  let refusal: Extract<Outcome<never>, { kind: 'refused' }> | null = null;
  for (const { tries, key, found } of await Promise.all(asked)) {
    if (found.kind !== 'done') return notAnswered;
    // A charge that an operator has recorded may have been refunded since.
    if (found.value.kind === 'charged' || (found.value.kind === 'refunded' && due.isReported)) {
      const { charge } = found.value;
      if (due.recordedCharges.includes(charge.reference)) continue;
      // Another amount is no charge of ours: a person has to refund it at the processor.
      if (charge.amountCents !== due.amountCents) return { kind: 'unknown', cause: 'another amount was charged' };
      made.push({ tries, key, charge });
    }
    if (found.value.kind === 'declined' && (tries === due.tries || found.value.isFinal))
      refusal = refusedByIssuer(found.value);
  }
  if (made.length > 0) return { kind: 'done', value: made };
  return refusal;
}

const notAnswered = { kind: 'unknown', cause: 'not known yet' } as const;

const keyOf = (due: DueCharge, tries: number): string => chargeKey(due, tries);
