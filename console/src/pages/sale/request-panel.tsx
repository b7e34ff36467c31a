import { Group } from '@mantine/core';
import { CorrectButton } from '../../kit/corrections/correct-button.tsx';
import { Facts } from '../../kit/facts.tsx';
import { Panel } from '../../kit/page.tsx';
import { useWords } from '../../words/words.tsx';
import type { ActingPanelProps } from './panel.ts';

/** A cancellation that the seller asks for, to be decided. */
export function RequestPanel({ history: { sale, cancellationRequest: request }, onChoose }: ActingPanelProps) {
  const { sale: words, correct, labels, kit, format } = useWords();
  const { policyNumber } = sale;
  if (request === null || policyNumber === null) return null;
  const { boundOn, effectiveDate } = request;
  const accept = { kind: 'acceptRequest', policyNumber, boundOn, effectiveDate, request } as const;
  return (
    <Panel
      title={words.request}
      aside={
        <Group gap={6}>
          <CorrectButton correction={accept} onChoose={onChoose} />
          <CorrectButton correction={{ kind: 'declineRequest', policyNumber }} onChoose={onChoose} />
        </Group>
      }
    >
      <Facts
        facts={{
          [labels.cancelledOn]: format.date(request.cancelledOn),
          [correct.cancel.ground]: correct.cancel.grounds[request.ground],
          [correct.cancel.refund]: format.money(request.refundCents),
          [labels.note]: request.note ?? kit.none,
          [labels.since]: format.time(request.createdAt),
        }}
      />
    </Panel>
  );
}
