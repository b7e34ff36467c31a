import { Group } from '@mantine/core';
import type { JournalFacts, PaymentFacts, ReversalFacts } from '../../../../src/operator/wire/look.ts';
import { useColumns } from '../../kit/columns.tsx';
import { CorrectButton } from '../../kit/corrections/correct-button.tsx';
import { Below } from '../../kit/data-table.tsx';
import { Facts } from '../../kit/facts.tsx';
import { useFormat } from '../../kit/format.ts';
import { Panel } from '../../kit/page.tsx';
import { PaymentState } from '../../kit/sale-states.tsx';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import { TablePanel } from '../../kit/table-panel.tsx';
import { useWords } from '../../words/words.tsx';
import type { ActingPanelProps, PanelProps } from './panel.ts';

export function ReversalsPanel({ history: { reversals }, onChoose }: ActingPanelProps) {
  const { sale: words, kit } = useWords();
  const { columns } = words;
  const column = useColumns();
  return (
    <TablePanel<ReversalFacts>
      title={words.reversals}
      rows={reversals}
      keyOf={(row) => row.reversalId}
      columns={[
        { header: columns.kind, isName: true, cell: ({ kind }) => words.reversalKinds[kind] ?? kind },
        {
          header: columns.status,
          cell: ({ state, lastCause }) => (
            <>
              <StateBadge tone={state === 'due' ? 'waits' : 'good'}>{words.reversalStates[state] ?? state}</StateBadge>
              {state === 'due' && lastCause !== null && <Below>{lastCause}</Below>}
            </>
          ),
        },
        column.money(columns.amount, (row) => row.amountCents),
        column.count(columns.tries, (row) => row.attempts),
        {
          header: kit.actions,
          isBare: true,
          cell: ({ state, reversalId: id }) =>
            state === 'due' && (
              <Group gap={6} wrap="nowrap">
                <CorrectButton correction={{ kind: 'retryReversal', id }} onChoose={onChoose} />
                <CorrectButton correction={{ kind: 'settleReversal', id }} onChoose={onChoose} />
              </Group>
            ),
        },
      ]}
    />
  );
}

const chargeTones: Readonly<Record<string, Tone>> = { due: 'waits', charging: 'busy', charged: 'good', refused: 'bad' };

export function DueChargePanel({ history: { dueCharge }, onChoose }: ActingPanelProps) {
  const { sale: words } = useWords();
  const { facts } = words;
  const format = useFormat();
  if (dueCharge === null) return null;
  const { paymentId, state, dueOn } = dueCharge;
  const acts = (state === 'due' || state === 'refused') && (
    <Group gap={6}>
      {state === 'refused' && <CorrectButton correction={{ kind: 'retryCharge', paymentId }} onChoose={onChoose} />}
      <CorrectButton correction={{ kind: 'moveCharge', paymentId, dueOn }} onChoose={onChoose} />
      <CorrectButton correction={{ kind: 'settleCharge', paymentId }} onChoose={onChoose} />
    </Group>
  );
  return (
    <Panel title={words.dueCharge} aside={acts}>
      <Facts
        facts={[
          [
            facts.state,
            <StateBadge key="state" tone={chargeTones[state] ?? 'past'}>
              {words.chargeStates[state] ?? state}
            </StateBadge>,
          ],
          [facts.amount, format.money(dueCharge.amountCents)],
          [facts.dueOn, format.date(dueOn)],
          [facts.tries, format.number(dueCharge.tries)],
        ]}
      />
    </Panel>
  );
}

export function PaymentsPanel({ history: { payments } }: PanelProps) {
  const { sale: words, kit } = useWords();
  const { columns, facts } = words;
  const column = useColumns();
  return (
    <TablePanel<PaymentFacts>
      title={words.payments}
      rows={payments}
      keyOf={(row) => row.paymentId}
      columns={[
        {
          header: columns.card,
          isName: true,
          cell: (row) => (
            <>
              {row.maskedCardNumber === null ? kit.none : `${row.cardType ?? ''} ${row.maskedCardNumber}`}
              <Below>{`${words.categories[row.coverageCategory]}, ${facts.years(row.paymentTermInYears)}`}</Below>
            </>
          ),
        },
        { header: columns.status, cell: (row) => <PaymentState status={row.status} /> },
        column.money(columns.total, (row) => row.totalCents),
        column.date(columns.chargeDate, (row) => row.chargeDate),
        column.time(columns.started, (row) => row.startedAt),
      ]}
    />
  );
}

export function LoanPanel({ history: { loan } }: PanelProps) {
  const { sale: words } = useWords();
  const { facts } = words;
  const format = useFormat();
  if (loan === null) return null;
  return (
    <Panel title={words.loan}>
      <Facts
        facts={[
          [facts.loanNumber, <code key="number">{loan.loanNumber}</code>],
          [facts.loanTerm, facts.months(loan.loanTermInMonths)],
          [facts.installment, format.money(loan.installmentCents)],
          [facts.firstInstallment, format.date(loan.firstInstallmentDate)],
          [facts.downPayment, format.money(loan.downPaymentCents)],
          [facts.financeCharge, format.money(loan.financeChargeCents)],
          [facts.fee, format.money(loan.applicationFeeCents)],
          [facts.apr, format.percent(loan.aprPercent / 100)],
          [facts.totalPayable, format.money(loan.totalPayableCents)],
        ]}
      />
    </Panel>
  );
}

export function JournalPanel({ history: { journal } }: PanelProps) {
  const { sale: words } = useWords();
  const { columns } = words;
  const column = useColumns();
  return (
    <TablePanel<JournalFacts>
      title={words.journal}
      rows={journal}
      keyOf={(row) => `${row.paymentId} ${row.entry} ${row.reference}`}
      columns={[
        { header: columns.entry, isName: true, cell: ({ entry }) => words.entries[entry] ?? entry },
        column.money(columns.amount, (row) => row.amountCents),
        { header: columns.reference, cell: ({ reference }) => <code>{reference}</code> },
        column.time(columns.when, (row) => row.happenedAt),
      ]}
    />
  );
}
