import type * as wire from '../../../src/operator/wire/sales.ts';
import { useWords } from '../words/words.tsx';
import { Below } from './data-table.tsx';
import { StateBadge, type Tone } from './state-badge.tsx';

const saleTones: Readonly<Record<wire.SaleStatus, Tone>> = {
  quoted: 'past',
  binding: 'busy',
  bound: 'good',
  cancelled: 'bad',
};

const paymentTones: Readonly<Record<wire.PaymentRow['status'], Tone>> = {
  Pending: 'past',
  Authorized: 'busy',
  Declined: 'bad',
  Cancelled: 'past',
  Releasing: 'past',
  Released: 'past',
  Binding: 'busy',
  Captured: 'good',
  Scheduled: 'waits',
  Reversing: 'waits',
  Reversed: 'past',
};

const policyTones: Readonly<Record<wire.PolicyStatus, Tone>> = {
  NotStarted: 'waits',
  InForce: 'good',
  Expired: 'past',
  Cancelled: 'bad',
};

const moneyTones: Readonly<Record<wire.MoneyStatus, Tone>> = {
  CollectedByPartner: 'past',
  Paid: 'good',
  Scheduled: 'waits',
  Unpaid: 'bad',
  Financed: 'good',
  Disputed: 'bad',
  RefundPending: 'waits',
  PartRefunded: 'past',
  Refunded: 'past',
  WrittenOff: 'past',
  NothingOwed: 'past',
};

export function SaleState({
  sale: { status, policyStatus, cancelledOn, isRescinded },
}: {
  readonly sale: Pick<wire.SaleRow, 'status' | 'policyStatus' | 'cancelledOn' | 'isRescinded'>;
}) {
  const words = useWords().sales;
  if (policyStatus !== null)
    return <PolicyState status={policyStatus} cancelledOn={cancelledOn} isRescinded={isRescinded} />;
  return <StateBadge tone={saleTones[status]}>{words.status[status]}</StateBadge>;
}

/** A policy that is cancelled for a later day is told with that day: it covers until then. */
export function PolicyState({
  status,
  cancelledOn,
  isRescinded,
}: Pick<wire.PolicyRow, 'status' | 'cancelledOn' | 'isRescinded'>) {
  const { sales, format } = useWords();
  const past = isRescinded && status === 'Cancelled' ? sales.rescinded : sales.policyStatus[status];
  const isAhead = cancelledOn !== null && (status === 'InForce' || status === 'NotStarted');
  return (
    <StateBadge tone={isAhead ? 'waits' : policyTones[status]}>
      {isAhead ? sales.cancelledFrom(format.date(cancelledOn)) : past}
    </StateBadge>
  );
}

export function MoneyState({ status }: { readonly status: wire.MoneyStatus | null }) {
  const words = useWords().sales;
  return status && <StateBadge tone={moneyTones[status]}>{words.moneyStatus[status]}</StateBadge>;
}

const chargeTones: Readonly<Record<wire.ShownCharge['state'], Tone>> = {
  due: 'waits',
  charging: 'busy',
  reported: 'busy',
  charged: 'good',
  refused: 'bad',
  'given up': 'bad',
  stopped: 'past',
};

/** One that was refused says when, and what follows. */
export function ChargeState({ state, refusedOn, nextAttemptOn }: wire.ShownCharge) {
  const { sale: words, format } = useWords();
  const isRefused = state === 'refused';
  return (
    <>
      <StateBadge tone={chargeTones[state]}>
        {isRefused && refusedOn !== null ? words.declinedOn(format.date(refusedOn)) : words.chargeStates[state]}
      </StateBadge>
      {(isRefused || state === 'given up') && (
        <Below>{nextAttemptOn === null ? words.leftToYou : words.nextAttemptOn(format.date(nextAttemptOn))}</Below>
      )}
    </>
  );
}

type PaymentStateProps = Pick<wire.PaymentRow, 'status' | 'totalCents' | 'refundedCents' | 'charge'>;

/** A payment of a cancelled policy stays charged; what the card has got back is told below. */
export function PaymentState({ status, totalCents, refundedCents, charge }: PaymentStateProps) {
  const { sales, format } = useWords();
  if (status === 'Scheduled' && charge !== null && charge.state !== 'due') return <ChargeState {...charge} />;
  const isRefunded = status === 'Captured' && refundedCents > 0;
  return (
    <>
      <StateBadge tone={paymentTones[status]}>{sales.paymentStatus[status] ?? status}</StateBadge>
      {isRefunded && (
        <Below>
          {refundedCents < totalCents ? sales.partRefunded(format.money(refundedCents)) : sales.refundedInFull}
        </Below>
      )}
    </>
  );
}
