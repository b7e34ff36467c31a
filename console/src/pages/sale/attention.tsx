import { Alert, Box, Group, Text } from '@mantine/core';
import { payeeRules, type RefundPayee } from '../../../../src/domain/account/account-record.ts';
import type { StuckRow } from '../../../../src/operator/wire/sales.ts';
import { Acts } from '../../kit/corrections/acts.tsx';
import { correctionsOf, nameStuck } from '../../kit/corrections/stuck.ts';
import { StuckCause } from '../../kit/corrections/stuck-cause.tsx';
import { InfoIcon, WarningIcon } from '../../kit/icons.tsx';
import { useWords } from '../../words/words.tsx';
import type { ActingPanelProps } from './panel.ts';

/** What of the sale needs attention, with the next step in words; and what the service will do by itself. */
export function Attention({ history: { needs, dueCharge }, onChoose }: ActingPanelProps) {
  const speech = useWords();
  const { today: words, labels, correct, facts, format } = speech;
  const { next } = words;
  const isTriedAgain = dueCharge?.state === 'refused' && dueCharge.nextAttemptOn !== null;
  return (
    <>
      {needs.map((row) => (
        <Alert
          key={row.id}
          color="ember"
          icon={<WarningIcon />}
          title={[nameStuck(row, speech), row.amountCents !== null && format.money(row.amountCents)]
            .filter(Boolean)
            .join(' · ')}
        >
          <Group justify="space-between" gap="10px 20px" align="flex-end">
            <Box flex="1 1 300px">
              <Text size="sm" fw={600}>
                {next[nextStep(row)]}
              </Text>
              <Text component="div" size="sm">
                {labels.since} {format.dayOrTime(row.since)}
                {row.request && (
                  <>
                    {` · ${labels.cancelledOn}${facts.colon} ${format.date(row.request.cancelledOn)} · `}
                    {`${correct.cancel.refund}${facts.colon} ${format.money(row.request.refundCents)}`}
                  </>
                )}
                {row.cause !== null && (
                  <div>
                    <StuckCause row={row} />
                  </div>
                )}
              </Text>
            </Box>
            <Acts corrections={correctionsOf(row)} onChoose={onChoose} isFirst />
          </Group>
        </Alert>
      ))}
      {isTriedAgain && (
        <Alert color="blue" icon={<InfoIcon />}>
          {words.triedAgain(format.date(dueCharge.refusedOn ?? dueCharge.dueOn), format.date(dueCharge.nextAttemptOn!))}
        </Alert>
      )}
    </>
  );
}

type NextStep = keyof ReturnType<typeof useWords>['today']['next'];

function nextStep({ kind, what, acts }: StuckRow): NextStep {
  if (kind === 'charges' && what !== 'unclear charge')
    return acts.includes('retry') ? 'charge' : acts.includes('link') ? 'chargeFinal' : 'chargeTaxed';
  if (kind === 'charges') return 'unclearCharge';
  if (kind === 'reversals') return payeeRules[what as RefundPayee].isAskedFor ? 'refund' : 'refundToPay';
  if (kind === 'limits' || kind === 'jobs' || kind === 'linkMails') throw new Error(`no sale has ${kind}`);
  return kind;
}
