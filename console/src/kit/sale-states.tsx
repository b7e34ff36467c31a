import type { PaymentRow, PolicyStatus, SaleStatus } from '../../../src/operator/wire/sales.ts';
import { useWords } from '../words/words.tsx';
import { Below } from './data-table.tsx';
import { StateBadge, type Tone } from './state-badge.tsx';

const saleTones: Readonly<Record<SaleStatus, Tone>> = {
  quoted: 'past',
  binding: 'busy',
  bound: 'good',
  cancelled: 'bad',
};

const paymentTones: Readonly<Record<PaymentRow['status'], Tone>> = {
  Pending: 'past',
  Authorized: 'busy',
  Declined: 'bad',
  Cancelled: 'past',
  Lapsing: 'past',
  Lapsed: 'past',
  Binding: 'busy',
  Captured: 'good',
  Scheduled: 'waits',
  Reversing: 'waits',
  Reversed: 'past',
};

export const saleStates = Object.keys(saleTones) as readonly SaleStatus[];
export const policyStates: readonly PolicyStatus[] = ['bound', 'cancelled'];
export const paymentStates = Object.keys(paymentTones) as readonly PaymentRow['status'][];

export function SaleState({ status }: { readonly status: SaleStatus }) {
  return <StateBadge tone={saleTones[status]}>{useWords().sales.status[status]}</StateBadge>;
}

type PaymentStateProps = Pick<PaymentRow, 'status' | 'totalCents' | 'refundedCents'>;

/** A payment of a cancelled policy stays charged; what the card has got back is told below. */
export function PaymentState({ status, totalCents, refundedCents }: PaymentStateProps) {
  const { sales, format } = useWords();
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
