import { Group } from '@mantine/core';
import type { AccountSummary } from '../../../../src/operator/wire/money.ts';
import type { EntryFacts } from '../../../../src/operator/wire/sales.ts';
import { Acts } from '../../kit/corrections/acts.tsx';
import { CorrectButton } from '../../kit/corrections/correct-button.tsx';
import type { Correction } from '../../kit/corrections/correction.ts';
import { goodwillMaxOf, recordableOf } from '../../kit/corrections/money-facts.ts';
import { Below, DataTable } from '../../kit/data-table.tsx';
import { Facts } from '../../kit/facts.tsx';
import { FullWidth, Panel } from '../../kit/page.tsx';
import { sellerDay } from '../../kit/seller-day.ts';
import { type Speech, useWords } from '../../words/words.tsx';
import type { ActingPanelProps } from './panel.ts';

/** What happened to the money of a sale, the newest first, and how the account of its policy stands. */
export function MoneyPanel({ history, onChoose }: ActingPanelProps) {
  const speech = useWords();
  const { account: words, labels, column, format } = speech;
  const { entries, policy, account } = history;
  if (entries.length === 0) return null;
  return (
    <Panel title={words.title} aside={<Acts corrections={actsOf(history)} onChoose={onChoose} />}>
      {account !== null && <Facts facts={standingFacts(account, speech)} />}
      <FullWidth>
        <DataTable<EntryFacts>
          caption={words.title}
          rows={entries}
          keyOf={(row) => row.entryId}
          columns={[
            column.name(words.what, (entry) => <What entry={entry} />),
            column.date(words.day, (row) => row.happenedOn),
            column.number(labels.amount, ({ amountCents, isVoided }) =>
              isVoided ? <s>{format.money(amountCents)}</s> : format.money(amountCents),
            ),
            column.acts(({ entryId, kind, amountCents, mayVoid }) =>
              mayVoid && policy !== null ? (
                <Group justify="flex-end">
                  <CorrectButton
                    correction={{
                      kind: 'voidEntry',
                      policyNumber: policy.policyNumber,
                      entryId,
                      what: kind,
                      amountCents,
                    }}
                    subject={words.kinds[kind]}
                    onChoose={onChoose}
                  />
                </Group>
              ) : null,
            ),
          ]}
        />
      </FullWidth>
    </Panel>
  );
}

/** What it was, from whom that is known, and by which number it is found again. */
function What({ entry: { kind, isVoided, recordedBy, reference } }: { readonly entry: EntryFacts }) {
  const { account: words } = useWords();
  const about = [isVoided && words.voided, words.recorders[recordedBy], reference];
  return (
    <>
      {isVoided ? <s>{words.kinds[kind]}</s> : words.kinds[kind]}
      <Below>{about.filter(Boolean).join(' · ')}</Below>
    </>
  );
}

function actsOf(history: ActingPanelProps['history']): readonly Correction[] {
  const { policy, account, sale } = history;
  if (policy === null || account === null) return [];
  const { policyNumber } = policy;
  const recordable = recordableOf(history);
  const maxCents = goodwillMaxOf(history);
  return [
    ...(Object.keys(recordable).length > 0
      ? [{ kind: 'recordMoney', policyNumber, recordable, account, today: sellerDay(sale.seller) } as const]
      : []),
    ...(maxCents > 0 ? [{ kind: 'goodwill', policyNumber, maxCents, account } as const] : []),
  ];
}

function standingFacts({ balanceCents, dueCents, netCollectedCents, owedBack }: AccountSummary, speech: Speech) {
  const { account: words, correct, format } = speech;
  const { payers, payees } = correct.cancel;
  const amount = format.money(Math.abs(balanceCents));
  return {
    [words.balance]: balanceCents === 0 ? words.even : balanceCents > 0 ? words.owes(amount) : words.owed(amount),
    [words.due]: balanceCents > 0 ? format.money(dueCents) : null,
    [words.held]: netCollectedCents > 0 ? format.money(netCollectedCents) : null,
    [words.toGiveBack]:
      owedBack.length > 0
        ? owedBack
            .map(
              ({ payer, payee, amountCents }) => `${format.money(amountCents)} (${payers[payer]} → ${payees[payee]})`,
            )
            .join(', ')
        : null,
  };
}
