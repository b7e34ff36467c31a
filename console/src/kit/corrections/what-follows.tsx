import { List, Paper, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AccountSummary, MoneyQuestion } from '../../../../src/operator/wire/money.ts';
import { type Speech, useWords } from '../../words/words.tsx';
import { api } from '../api.ts';
import { Faults } from '../faults.tsx';

interface WhatFollowsProps {
  /** The route that records it; the preview is below it. */
  readonly path: string;
  /** Null while something is missing. */
  readonly question: MoneyQuestion | null;
  readonly before: AccountSummary;
}

/** How the account would stand, as the service says: who gives back what, and what is due. */
export function WhatFollows({ path, question, before }: WhatFollowsProps) {
  const speech = useWords();
  // What is typed to find it again changes nothing.
  const { reference: _, ...asked } = question ?? {};
  const preview = useQuery({
    queryKey: [`${path}/preview`, asked],
    queryFn: () => api.post<AccountSummary>(`${path}/preview`, asked),
    enabled: question !== null,
    staleTime: 0,
    retry: false,
    placeholderData: keepPreviousData,
  });
  if (question === null) return null;
  if (preview.error !== null) return <Faults error={preview.error} />;
  if (!preview.isSuccess) return null;
  return (
    <Paper withBorder radius={10} p={16} bg="var(--sunken)" aria-live="polite">
      <Text size="sm" fw={600}>
        {`${speech.correct.recordMoney.afterwards}${speech.facts.colon} ${speech.sales.moneyStatus[preview.data.moneyStatus]}`}
      </Text>
      <List size="sm" mt={8}>
        {sentencesOf(before, preview.data, speech).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Paper>
  );
}

function sentencesOf(
  before: AccountSummary,
  after: AccountSummary,
  { account: { follows }, format }: Speech,
): readonly string[] {
  const { balanceCents, dueCents, owedBack, moneyStatus } = after;
  const sentences = [
    before.hasCancellation && !after.hasCancellation && follows.withdrawn,
    moneyStatus === 'Disputed' && follows.disputed,
    balanceCents > 0 && (dueCents > 0 ? follows.due : follows.dueLater)(format.money(balanceCents)),
    ...owedBack.map(({ payee, amountCents }) => follows.back[payee](format.money(amountCents))),
  ].filter((one) => one !== false);
  return sentences.length === 0 ? [follows.even] : sentences;
}
