import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { CodeCount, Dashboard } from '../../../../src/operator/wire/sales.ts';
import { TablePanel } from '../../kit/table-panel.tsx';
import { useWords } from '../../words/words.tsx';
import classes from './today.module.css';

const codesMax = 8;

/** Error codes by partner, as bars in a table that screen readers can read. */
export function ErrorCodes({ answer: { errors } }: { readonly answer: Dashboard }) {
  const { today: words, column } = useWords();
  const most = Math.max(1, ...errors.map(({ count }) => count));
  const none = (
    <Text size="sm" c="dimmed">
      {words.noErrors}
    </Text>
  );
  return (
    <TablePanel<CodeCount>
      title={words.errors}
      className={classes.half}
      empty={none}
      rows={errors.slice(0, codesMax)}
      keyOf={({ integration, code }) => `${integration?.id} ${code}`}
      columns={[
        {
          header: words.code,
          isName: true,
          cell: ({ code, count }) => (
            <>
              {code}
              <span
                className={classes.bar}
                style={{ width: `${Math.max(1, (count / most) * 100)}%` }}
                aria-hidden="true"
              />
            </>
          ),
        },
        { header: words.partner, cell: ({ integration }) => integration?.name ?? words.noToken },
        column.count(words.count, (row) => row.count),
      ]}
    />
  );
}

export function SellerTable({ answer }: { readonly answer: Dashboard }) {
  const { today: words, labels, column } = useWords();
  return (
    <TablePanel<Dashboard['sellers'][number]>
      title={words.sellers}
      className={classes.whole}
      rows={answer.sellers}
      keyOf={({ seller }) => seller.id}
      columns={[
        {
          header: labels.seller,
          isName: true,
          cell: ({ seller }) => <Link to={`/sellers/${seller.id}`}>{seller.name}</Link>,
        },
        column.count(words.quotes, (row) => row.quotes),
        column.count(words.binds, (row) => row.binds),
        column.percent(words.conversion, (row) => row.conversion),
        column.money(words.premium, (row) => row.premiumCents),
        column.money(words.total, (row) => row.totalCents),
      ]}
    />
  );
}
