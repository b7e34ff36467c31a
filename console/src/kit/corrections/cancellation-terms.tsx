import { Group, Paper, Text } from '@mantine/core';
import type { CancellationPreview } from '../../../../src/operator/wire/correct.ts';
import { useWords } from '../../words/words.tsx';
import { DataTable } from '../data-table.tsx';
import { Facts } from '../facts.tsx';

/** The refund of a cancellation: the sum, how it is paid, and its lines. */
export function CancellationTerms({ terms }: { readonly terms: CancellationPreview }) {
  const { labels, sale, correct, language, format, column } = useWords();
  const words = correct.cancel;
  const { card, loanNumber, noticeDays, noticeRule } = terms;
  return (
    <Paper component="section" withBorder radius={10} p={16} bg="var(--sunken)" aria-live="polite">
      <Group justify="space-between" align="flex-end" gap="sm" mb={14}>
        <div>
          <Text size="xs" c="dimmed">
            {words.refund}
          </Text>
          <Text fz={26} fw={650} lh={1.2}>
            {format.money(terms.refundCents)}
          </Text>
        </div>
        <Text size="sm" ta="right" maw={340}>
          {words.settlement[terms.settlement]}
          {card && ` ${card.cardType} ${card.maskedCardNumber}`}
          {loanNumber && ` ${sale.loan} ${loanNumber}`}
        </Text>
      </Group>
      <Facts
        facts={{
          [labels.total]: format.money(terms.totalCents),
          [labels.premium]: format.money(terms.premiumBackCents),
          [labels.tax]: format.money(terms.taxBackCents),
          [words.kept]: format.money(terms.keptCents),
          ...(noticeRule && {
            [words.noticeDays]: words.noticeRule(noticeDays!, noticeRule.basis, noticeRule.isSample),
          }),
        }}
      />
      <DataTable<CancellationPreview['lines'][number]>
        caption={words.caption}
        rows={terms.lines}
        keyOf={(line) => line.productType}
        columns={[
          { header: labels.product, isName: true, cell: (line) => line.productName[language] },
          {
            header: words.days,
            isNumber: true,
            cell: (line) => words.daysOf(format.number(line.daysUnused), format.number(line.daysTotal)),
          },
          column.money(words.paid, (line) => line.premiumCents + line.taxCents),
          column.money(words.refund, (line) => line.premiumBackCents + line.taxBackCents),
        ]}
      />
    </Paper>
  );
}
