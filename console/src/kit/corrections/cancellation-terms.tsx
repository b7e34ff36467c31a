import { Box, Group, List, Paper, Text } from '@mantine/core';
import type { Language } from '../../../../src/domain/language.ts';
import type { CancellationPreview } from '../../../../src/operator/wire/correct.ts';
import { useWords } from '../../words/words.tsx';
import { DataTable } from '../data-table.tsx';
import { Facts } from '../facts.tsx';

/** What a cancellation comes to: who gives back what to whom and when, as the refund plan says, and its lines. */
export function CancellationTerms({ terms }: { readonly terms: CancellationPreview }) {
  const { labels, sale, correct, language, format, column } = useWords();
  const words = correct.cancel;
  const { card, loanNumber, noticeDays, noticeRule, plan } = terms;
  return (
    <Paper component="section" withBorder radius={10} p={16} bg="var(--sunken)" aria-live="polite" __vars={inset}>
      <Group justify="space-between" align="flex-end" gap="sm" mb={14}>
        <div>
          <Text size="xs" c="dimmed">
            {words.refund}
          </Text>
          <Text fz={26} fw={650} lh={1.2}>
            {format.money(owedCents(terms))}
          </Text>
        </div>
        <Text size="sm" ta="right" maw={340}>
          {words.route[plan.route]}{' '}
          <Text span inherit style={{ whiteSpace: 'nowrap' }}>
            {card && plan.route !== 'not charged' && `${card.cardType} ${card.maskedCardNumber}`}
            {loanNumber && `${sale.loan} ${loanNumber}`}
          </Text>
        </Text>
      </Group>
      {plan.owed.length > 0 && (
        <DataTable<CancellationPreview['plan']['owed'][number]>
          caption={words.who}
          rows={plan.owed}
          columns={[
            column.name(words.payer, ({ payer }) => words.payers[payer]),
            column.text(words.payee, ({ payee }) => words.payees[payee]),
            column.money(labels.amount, ({ amountCents }) => amountCents),
            column.line(words.due, () => (plan.isDue ? words.atOnce : format.date(plan.dueOn))),
          ]}
        />
      )}
      <PlanNotes terms={terms} />
      <Box my={14}>
        <Facts
          facts={{
            [labels.total]: format.money(terms.totalCents),
            ...(plan.owed.length > 0 && {
              [words.premiumBack]: format.money(terms.premiumBackCents),
              [words.taxBack]: format.money(terms.taxBackCents),
            }),
            [words.kept]: format.money(terms.keptCents),
            ...(noticeRule && {
              [words.noticeDays]: words.noticeRule(noticeDays!, basisIn(language, noticeRule), noticeRule.isSample),
            }),
          }}
        />
      </Box>
      <DataTable<CancellationPreview['lines'][number]>
        caption={words.caption}
        rows={terms.lines}
        columns={[
          column.name(labels.product, (line) => line.productName[language]),
          column.number(words.days, (line) =>
            words.daysOf(format.number(line.daysUnused), format.number(line.daysTotal)),
          ),
          column.money(words.price, (line) => line.premiumCents + line.taxCents),
          column.money(words.unused, (line) => line.premiumBackCents + line.taxBackCents),
        ]}
      />
    </Paper>
  );
}

/** Four facts side by side, and tables as wide as they are. */
const inset = { '--edge': '0px', '--fact': '140px' };

/** Says where a rule is written, in the operator's language if the rate book has it. */
export function basisIn(
  language: Language,
  { basis, basisFrench }: { readonly basis: string; readonly basisFrench?: string },
): string {
  return language === 'fr' ? (basisFrench ?? basis) : basis;
}

export function owedCents({ plan }: Pick<CancellationPreview, 'plan'>): number {
  return plan.owed.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

function PlanNotes({
  terms: { plan, usedDays, unpaidCents, ground, givesEverythingBack },
}: {
  readonly terms: CancellationPreview;
}) {
  const { correct, format } = useWords();
  const words = correct.cancel;
  const isToPay = plan.owed.some(({ payer, payee }) => payer === 'Operator' && payee === 'Customer');
  const day = format.date(plan.dueOn);
  const notes = [
    givesEverythingBack && words.everythingBack,
    !plan.isDue && (plan.owed.length > 0 ? words.ahead(day) : words.takesEffect(day)),
    plan.chargedFirstOn === null ? words.charge[plan.charge] : words.chargedFirst(format.date(plan.chargedFirstOn)),
    plan.writtenOffCents > 0 && words.writtenOff(format.money(plan.writtenOffCents)),
    plan.stillOwedCents > 0 && words.stillOwed(format.money(plan.stillOwedCents)),
    !plan.isDue && unpaidCents > 0 && words.unpaidLater[usedDays](format.money(unpaidCents)),
    !plan.isDue && ground === 'NonPayment' && words.payWithdraws,
    isToPay && words.toPay,
  ].filter((note): note is string => note !== false && note !== '');
  if (notes.length === 0) return null;
  return (
    <List size="sm" mt={14}>
      {notes.map((note) => (
        <List.Item key={note}>{note}</List.Item>
      ))}
    </List>
  );
}
