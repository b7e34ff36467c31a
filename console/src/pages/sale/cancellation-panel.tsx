import { Group } from '@mantine/core';
import type { CancellationFacts, SaleHistory } from '../../../../src/operator/wire/sales.ts';
import { CorrectButton } from '../../kit/corrections/correct-button.tsx';
import { Below, DataTable } from '../../kit/data-table.tsx';
import { Facts } from '../../kit/facts.tsx';
import { FullWidth, Panel } from '../../kit/page.tsx';
import { StateBadge } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';
import type { ActingPanelProps, PanelProps } from './panel.ts';

/** A policy that is treated as if it had never existed: the law names it otherwise. */
export function isRescission(cancellation: CancellationFacts | null): boolean {
  return cancellation?.kind === 'flat' && cancellation.ground === 'Rescission';
}

/** What the seller has asked for and what became of it. One that was accepted is the cancellation. */
export function RequestPanel({ history: { cancellation, cancellationRequest: request } }: PanelProps) {
  const { sale: words, correct, labels, format } = useWords();
  if (request === null || cancellation !== null) return null;
  const { cancel } = correct;
  const { decision, kind, cancelledOn, ground, note, refundCents, createdAt, decidedAt, decisionReason } = request;
  const { givesEverythingBack } = request;
  return (
    <Panel title={words.requestTitle}>
      <Facts
        facts={{
          [labels.state]: (
            <StateBadge tone={decision === null ? 'waits' : 'past'}>
              {words.requestStates[decision ?? 'open']}
            </StateBadge>
          ),
          [labels.cancelledOn]: format.date(cancelledOn),
          [labels.kind]: cancel.kinds[kind],
          [cancel.ground]: cancel.grounds[ground],
          [cancel.refund]: givesEverythingBack
            ? `${format.money(refundCents)}. ${cancel.everythingBack}`
            : format.money(refundCents),
          [words.requestNote]: note,
          [words.requestedAt]: format.time(createdAt),
          [words.requestEndedAt]: decidedAt && format.time(decidedAt),
          [words.requestDeclined]: decisionReason,
        }}
      />
    </Panel>
  );
}

type Refund = CancellationFacts['refunds'][number];

export function CancellationPanel({ history: { cancellation, policy }, onChoose }: ActingPanelProps) {
  const { sale: words, correct, labels, format, column } = useWords();
  if (cancellation === null || policy === null) return null;
  const { cancel } = correct;
  const { isInEffect, cancelledOn, writtenOffCents, stillOwedCents, noticeDays } = cancellation;
  const { policyNumber } = policy;
  return (
    <Panel
      title={isRescission(cancellation) ? words.rescission : words.cancellation}
      aside={
        <Group gap={6}>
          {!isInEffect && <CorrectButton correction={{ kind: 'withdraw', policyNumber }} onChoose={onChoose} />}
          {isInEffect && <CorrectButton correction={{ kind: 'reinstate', policyNumber }} onChoose={onChoose} />}
          {stillOwedCents > 0 && (
            <CorrectButton
              correction={{ kind: 'writeOff', policyNumber, amountCents: stillOwedCents }}
              onChoose={onChoose}
            />
          )}
        </Group>
      }
    >
      <Facts
        facts={{
          [labels.state]: (
            <StateBadge tone={isInEffect ? 'past' : 'waits'}>
              {isInEffect ? words.cancellationStates.inEffect : words.cancellationStates.scheduled}
            </StateBadge>
          ),
          [labels.cancelledOn]: format.date(cancelledOn),
          [labels.kind]: cancel.kinds[cancellation.kind],
          [cancel.requestedBy]: cancel.parties[cancellation.requestedBy],
          [cancel.ground]: cancel.grounds[cancellation.ground],
          [cancel.noticeDays]: noticeDays === null ? null : cancel.noticeDaysOf(noticeDays),
          [cancel.refund]: cancel.route[cancellation.route],
          [words.ifUnpaid]: isUndecided(cancellation) ? cancel.usedDaysChoices[cancellation.usedDays] : null,
          [words.writtenOff]: writtenOffCents > 0 ? format.money(writtenOffCents) : null,
          [words.stillOwed]: stillOwedCents > 0 ? format.money(stillOwedCents) : null,
        }}
      />
      {cancellation.refunds.length > 0 && (
        <FullWidth>
          <DataTable<Refund>
            caption={cancel.who}
            rows={cancellation.refunds}
            columns={[
              column.name(cancel.payer, ({ payer }) => cancel.payers[payer]),
              column.text(cancel.payee, ({ payee }) => cancel.payees[payee]),
              column.money(labels.amount, ({ amountCents }) => amountCents),
              column.text(labels.state, (refund) => <RefundState refund={refund} cancellation={cancellation} />),
            ]}
          />
        </FullWidth>
      )}
    </Panel>
  );
}

/** Its day is ahead, and nothing was collected yet. */
const isUndecided = ({ isInEffect, route }: CancellationFacts): boolean => !isInEffect && route === 'not charged';

interface RefundStateProps {
  readonly refund: Refund;
  readonly cancellation: NonNullable<SaleHistory['cancellation']>;
}

function RefundState({ refund: { status, doneOn }, cancellation: { isInEffect, cancelledOn } }: RefundStateProps) {
  const { sale: words, format } = useWords();
  return (
    <>
      <StateBadge tone={status === 'Done' ? 'good' : 'waits'}>{words.refundStates[status]}</StateBadge>
      {doneOn !== null && <Below>{words.refundDoneOn(format.date(doneOn))}</Below>}
      {!isInEffect && <Below>{words.refundDueOn(format.date(cancelledOn))}</Below>}
    </>
  );
}
