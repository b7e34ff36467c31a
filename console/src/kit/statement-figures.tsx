import { Stack } from '@mantine/core';
import { Link } from 'react-router';
import type { Statement } from '../../../src/operator/wire/books.ts';
import { useWords } from '../words/words.tsx';
import { DataTable } from './data-table.tsx';
import { Facts } from './facts.tsx';
import { Load } from './loaded.tsx';

interface StatementFiguresProps {
  readonly path: string;
  /** The page of a policy. */
  readonly policyPath: (policyNumber: string) => string;
}

/** A seller's statement on the screen: what the month comes to, and its lines. */
export function StatementFigures({ path, policyPath }: StatementFiguresProps) {
  const { books, labels, format, column } = useWords();
  const words = books.statements;
  return (
    <Load<Statement> path={path} query={{ as: 'json' }}>
      {({ totals, lines, isCut }) => (
        <Stack w="100%" gap="sm" __vars={{ '--edge': '0px' }}>
          <Facts
            facts={{
              [labels.premium]: format.money(totals.premiumCents),
              [labels.tax]: format.money(totals.taxCents),
              [labels.total]: format.money(totals.totalCents),
              [words.commission]: format.money(totals.commissionCents),
              [words.collected]: format.money(totals.collectedCents),
              [totals.balanceCents < 0 ? words.credit : words.balance]: format.money(Math.abs(totals.balanceCents)),
            }}
          />
          {lines.length > 0 && (
            <DataTable<Statement['lines'][number]>
              caption={words.title}
              rows={lines}
              columns={[
                column.name(labels.policy, ({ policyNumber }) => (
                  <Link to={policyPath(policyNumber)}>{policyNumber}</Link>
                )),
                column.date(words.day, (line) => line.day),
                column.text(labels.kind, ({ kind }) => words.kinds[kind]),
                column.money(labels.premium, (line) => line.premiumCents),
                column.money(labels.tax, (line) => line.taxCents),
                column.money(labels.total, (line) => line.totalCents),
                column.money(words.commission, (line) => line.commissionCents),
                column.money(words.collected, (line) => line.collectedCents),
              ]}
            />
          )}
          {isCut && <p>{words.cut(format.number(lines.length))}</p>}
        </Stack>
      )}
    </Load>
  );
}
