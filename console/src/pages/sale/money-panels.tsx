import type { Act } from '../../../../src/domain/work/needs-person.ts';
import type * as wire from '../../../../src/operator/wire/sales.ts';
import { Cause } from '../../kit/cause.tsx';
import { Acts } from '../../kit/corrections/acts.tsx';
import type { Correction } from '../../kit/corrections/correction.ts';
import { chargeCorrections } from '../../kit/corrections/stuck.ts';
import { Below } from '../../kit/data-table.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Panel } from '../../kit/page.tsx';
import { ChargeState, PaymentState } from '../../kit/sale-states.tsx';
import { sellerDay } from '../../kit/seller-day.ts';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import { TablePanel } from '../../kit/table-panel.tsx';
import { useWords } from '../../words/words.tsx';
import type { ActingPanelProps, PanelProps } from './panel.ts';

export function ReversalsPanel({ history: { reversals, needs, sale }, onChoose }: ActingPanelProps) {
  const { sale: words, labels, column } = useWords();
  return (
    <TablePanel<wire.ReversalFacts>
      title={words.reversals}
      rows={reversals}
      keyOf={(row) => row.reversalId}
      columns={[
        column.name(labels.kind, ({ payee }) => words.reversalPayees[payee]),
        column.text(labels.state, ({ state, failure, lastCause, settledReference }) => (
          <>
            <StateBadge tone={reversalTones[state]}>{words.reversalStates[state]}</StateBadge>
            {isOpen(state) && lastCause !== null && (
              <Below>
                <Cause failure={failure} cause={lastCause} />
              </Below>
            )}
            {settledReference !== null && <Below>{words.settledAs(settledReference)}</Below>}
          </>
        )),
        column.money(labels.amount, (row) => row.amountCents),
        column.count(labels.attempts, (row) => row.attempts),
        column.acts(({ acts, reversalId: id, amountCents, payee }) => (
          <Acts
            corrections={actsBelow(needs, id, acts).map((act) => ({
              kind: act === 'retry' ? 'retryReversal' : 'settleReversal',
              id,
              today: sellerDay(sale.seller),
              money: { amountCents, card: null, payee },
            }))}
            onChoose={onChoose}
          />
        )),
      ]}
    />
  );
}

const reversalTones: Readonly<Record<wire.ReversalFacts['state'], Tone>> = {
  idle: 'waits',
  begun: 'busy',
  replaced: 'busy',
  done: 'good',
  refused: 'bad',
};

/** It is not back yet, and nobody has refused it. */
export const isOpen = (state: wire.ReversalFacts['state']): boolean => state === 'idle' || state === 'begun';

export function DueChargePanel({
  history: { dueCharge, paymentLink, payments, policy, needs },
  onChoose,
}: ActingPanelProps) {
  const { sale: words, correct, labels, format } = useWords();
  if (dueCharge === null || policy === null) return null;
  const { policyNumber } = policy;
  const { paymentId: id, dueOn, failure, lastCause, isUnclearForADay } = dueCharge;
  const corrections: readonly Correction[] = [
    ...chargeCorrections(actsBelow(needs, id, dueCharge.acts), {
      id,
      policyNumber,
      isUnclearForADay,
      dueOn,
      money: { amountCents: dueCharge.amountCents, card: cardOf(payments.find(({ paymentId }) => paymentId === id)) },
    }),
    ...(isUsable(paymentLink) ? [{ kind: 'revokePaymentLink', policyNumber } as const] : []),
  ];
  return (
    <Panel title={words.dueCharge} aside={<Acts corrections={corrections} onChoose={onChoose} />}>
      <Facts
        facts={{
          [labels.state]: <ChargeState {...dueCharge} />,
          [labels.cause]: lastCause && <Cause failure={failure} cause={lastCause} />,
          [labels.amount]: format.money(dueCharge.amountCents),
          [labels.dueOn]: format.date(dueOn),
          [labels.attempts]: format.number(dueCharge.attempts),
          ...(dueCharge.lapseNoticedOn && {
            [words.lapseNoticed]: words.mayBeEnded(format.date(dueCharge.lapseNoticedOn)),
          }),
          ...(isUsable(paymentLink) && {
            [correct.paymentLink.address]:
              paymentLink.expiresAt === null
                ? words.linkWhileUnpaid
                : words.linkUntil(format.time(paymentLink.expiresAt)),
          }),
        }}
      />
    </Panel>
  );
}

function cardOf(payment: wire.PaymentFacts | undefined): string | null {
  if (payment === undefined || payment.maskedCardNumber === null) return null;
  return `${payment.cardType ?? ''} ${payment.maskedCardNumber}`.trim();
}

/** What needs attention has its buttons at the top of the page. */
function actsBelow(needs: wire.SaleHistory['needs'], id: string, acts: readonly Act[]): readonly Act[] {
  return needs.some((row) => row.id === id) ? [] : acts;
}

/** A link that has taken no card and was not revoked; it may have expired. */
function isUsable(link: wire.SaleHistory['paymentLink']): link is wire.PaymentLinkFacts {
  return link !== null && link.revokedAt === null && link.paymentId === null;
}

export function PaymentsPanel({ history: { payments } }: PanelProps) {
  const { sale: words, sales, labels, kit, column } = useWords();
  return (
    <TablePanel<wire.PaymentFacts>
      title={sales.tabs.payments}
      rows={payments}
      columns={[
        column.name(labels.card, (row) => (
          <>
            {row.maskedCardNumber === null ? kit.none : `${row.cardType ?? ''} ${row.maskedCardNumber}`}
            <Below>{`${words.categories[row.coverageCategory]}, ${labels.years(row.paymentTermInYears)}`}</Below>
          </>
        )),
        column.text(labels.state, (row) => <PaymentState {...row} />),
        column.money(labels.total, (row) => row.totalCents),
        column.date(labels.chargeDate, (row) => row.chargeDate),
        column.time(labels.started, (row) => row.startedAt),
      ]}
    />
  );
}

export function LoanPanel({ history: { loan } }: PanelProps) {
  const { sale: words, labels, format } = useWords();
  if (loan === null) return null;
  return (
    <Panel title={words.loan}>
      <Facts
        facts={{
          [labels.loanNumber]: <code>{loan.loanNumber}</code>,
          [labels.loanTerm]: labels.months(loan.loanTermInMonths),
          [labels.installment]: format.money(loan.installmentCents),
          [labels.firstInstallment]: format.date(loan.firstInstallmentDate),
          [labels.downPayment]: format.money(loan.downPaymentCents),
          [labels.financeCharge]: format.money(loan.financeChargeCents),
          [labels.fee]: format.money(loan.applicationFeeCents),
          [labels.apr]: format.rate(loan.aprPercent),
          [labels.totalPayable]: format.money(loan.totalPayableCents),
        }}
      />
    </Panel>
  );
}
