import type { MoneyStatus, PaymentRow, PolicyStatus, SaleRow, SaleStatus } from '../../../src/operator/wire/sales.ts';
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

const policyTones: Readonly<Record<PolicyStatus, Tone>> = {
  NotStarted: 'waits',
  InForce: 'good',
  Expired: 'past',
  Cancelled: 'bad',
};

const moneyTones: Readonly<Record<MoneyStatus, Tone>> = {
  CollectedByPartner: 'past',
  Paid: 'good',
  Scheduled: 'waits',
  Unpaid: 'bad',
  Financed: 'good',
  PartRefunded: 'past',
  Refunded: 'past',
};

export const saleStates = Object.keys(saleTones) as readonly SaleStatus[];
export const policyStates = Object.keys(policyTones) as readonly PolicyStatus[];
export const moneyStates = Object.keys(moneyTones) as readonly MoneyStatus[];
export const paymentStates = Object.keys(paymentTones) as readonly PaymentRow['status'][];

/** Of a sale with a policy, the policy's. */
export function SaleState({
  sale: { status, policyStatus },
}: {
  readonly sale: Pick<SaleRow, 'status' | 'policyStatus'>;
}) {
  const words = useWords().sales;
  if (policyStatus !== null) return <PolicyState status={policyStatus} />;
  return <StateBadge tone={saleTones[status]}>{words.status[status]}</StateBadge>;
}

export function PolicyState({ status }: { readonly status: PolicyStatus }) {
  return <StateBadge tone={policyTones[status]}>{useWords().sales.policyStatus[status]}</StateBadge>;
}

/** Nothing before the bind. */
export function MoneyState({ status }: { readonly status: MoneyStatus | null }) {
  const words = useWords().sales;
  return status && <StateBadge tone={moneyTones[status]}>{words.moneyStatus[status]}</StateBadge>;
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
