import {
  type AccountRecord,
  type ChargeState,
  payeeRules,
  type RefundPayee,
  type RefundWork,
} from '../account/account-record.ts';
import { balanceOf, overRefundedCents } from '../account/payments.ts';
import type { PlainDate } from '../calendar.ts';
import { type OperatorRefusal, refuseOperator } from '../operator/operator-refusal.ts';
import type { Act, StuckKind } from './needs-person.ts';

/*
 * What an operator may do with a piece of work. The flows refuse by these rules, and the lists and the history of a
 * sale name what they allow, so that nobody is offered what would be refused.
 */

/** A scheduled charge, as far as it decides what may be done with it. */
export interface ChargeNow {
  readonly state: ChargeState;
  /** Its outcome is unknown for more than a day, and no run is working on it. */
  readonly isUnclearForADay: boolean;
  /** The card must not be tried again. */
  readonly isRefusedForGood: boolean;
}

export const chargeActs = ['retry', 'link', 'write-off', 'move', 'settle'] as const satisfies readonly Act[];

/** Null: it may be done. One that may have been made is not sent again, only said to be paid. */
export function refuseChargeAct(
  act: Exclude<(typeof chargeActs)[number], 'write-off'>,
  charge: ChargeNow,
): OperatorRefusal | null {
  if (charge.state === 'charging')
    return act === 'settle' && charge.isUnclearForADay ? null : refuseOperator('ChargeUnderWay');
  if (charge.state !== 'due' && charge.state !== 'refused') return refuseOperator('ChargeNotOpen');
  const usesItsCard = act === 'retry' || act === 'move';
  if (usesItsCard && charge.isRefusedForGood) return refuseOperator('ChargeRefusedForGood');
  const isForRefused = act === 'retry' || act === 'link';
  return isForRefused && charge.state === 'due' ? refuseOperator('ChargeNotRefused') : null;
}

/**
 * While the cover goes on, the operator collects the price or cancels the policy first, and can't write it off. Only an
 * amount that was refunded and not owed may be written off at any time.
 */
export function refuseWriteOff(
  { state }: Pick<ChargeNow, 'state'>,
  { coverEndsOn, isCancelled, entries, refundWork }: OwedByCustomer,
  today: PlainDate,
): OperatorRefusal | null {
  const owedCents = balanceOf(entries);
  const isCoverOver = isCancelled || coverEndsOn <= today;
  if (owedCents <= 0 || !(isCoverOver || overRefundedCents({ entries, refundWork }) === owedCents))
    return refuseOperator('NothingToWriteOff');
  if (state === 'charging') return refuseOperator('ChargeUnderWay');
  return state === 'due' || state === 'refused' ? null : refuseOperator('NothingToWriteOff');
}

/** What decides whether what the customer owes may be written off. */
export interface OwedByCustomer extends Pick<AccountRecord, 'entries' | 'refundWork'> {
  /** The first day on which no product covers any more. */
  readonly coverEndsOn: PlainDate;
  /** A cancellation is in effect. */
  readonly isCancelled: boolean;
}

/**
 * A charge that was left to a person because the tax has changed holds the old tax: it is written off or settled, and
 * not charged.
 */
export function actsOnCharge(charge: ListedCharge): readonly Act[] {
  return chargeActs
    .filter((act) => (act === 'write-off' ? charge.mayBeWrittenOff : refuseChargeAct(act, charge) === null))
    .filter((act) => !charge.isTaxChanged || act === 'write-off' || act === 'settle');
}

export interface ListedCharge extends ChargeNow {
  /** The flows look at the tax tables instead. */
  readonly isTaxChanged: boolean;
  readonly mayBeWrittenOff: boolean;
}

/** A charge as lists read it. */
export interface ChargeRead {
  readonly now: Omit<ListedCharge, 'mayBeWrittenOff'>;
  /** `day`: one that has begun for every seller. */
  readonly owed: OwedByCustomer & { readonly day: PlainDate };
}

export function listedChargeOf({ now, owed }: ChargeRead): ListedCharge {
  return { ...now, mayBeWrittenOff: refuseWriteOff(now, owed, owed.day) === null };
}

/** Money to give back, as far as it decides what may be done with it. */
export interface ReversalNow {
  readonly payee: RefundPayee;
  readonly state: RefundWork['state'];
  /** A try is running, or one without an answer may yet come through: the money may be given back at any moment. */
  readonly mayStillSucceed: boolean;
}

export function refuseReversalAct(act: 'retry' | 'settle', reversal: ReversalNow): OperatorRefusal | null {
  if (reversal.state === 'done' || reversal.state === 'refused') return refuseOperator('ReversalNotDue');
  // A person has settled it: it is asked about until it is known.
  if (act === 'settle' && reversal.state === 'replaced') return refuseOperator('ReversalNotDue');
  if (reversal.mayStillSucceed) return refuseOperator('ReversalUnderWay');
  // It can be asked however often, and what it answers decides who gives back how much: a loan that a person calls
  // ended runs on until its lender has ended it.
  if (act === 'settle' && payeeRules[reversal.payee].needsAnswer) return refuseOperator('LenderNotAnswered');
  // The service never tries what a person pays by cheque or transfer.
  return act === 'retry' && !payeeRules[reversal.payee].isAskedFor ? refuseOperator('RefundByOperator') : null;
}

export function actsOnReversal(reversal: ReversalNow): readonly Act[] {
  return (['retry', 'settle'] as const).filter((act) => refuseReversalAct(act, reversal) === null);
}

/** A piece of work that needs the operator: the facts that decide what may be done with it. */
export interface StuckNow {
  readonly kind: StuckKind;
  /** The payee, if the work is a reversal. */
  readonly what: string;
  /** A try is running, or one without an answer may yet come through. */
  readonly mayStillSucceed: boolean;
  /** The other party was asked, and may have done it. */
  readonly isBegun: boolean;
  readonly charge: ListedCharge | null;
}

export function actsOnStuck({ kind, what, mayStillSucceed, isBegun, charge }: StuckNow): readonly Act[] {
  switch (kind) {
    case 'requests':
      return ['accept', 'decline'];
    case 'reversals':
      return actsOnReversal({ payee: what as RefundPayee, state: isBegun ? 'begun' : 'idle', mayStillSucceed });
    case 'charges':
      return actsOnCharge(charge!);
    case 'mails':
      return ['retry', 'address', 'settle'];
    // Where to send it is the link's: another address needs another link.
    case 'linkMails':
    case 'letters':
      return ['retry', 'settle'];
    case 'binds':
      return mayStillSucceed ? [] : ['retry'];
    // The next payout file that has the line ends the difference by itself.
    case 'differences':
      return ['settle'];
    case 'limits':
    case 'jobs':
      return [];
  }
}
