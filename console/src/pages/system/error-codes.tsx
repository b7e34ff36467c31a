import { Text } from '@mantine/core';
import { Link } from 'react-router';
import type { CodeCount, Dashboard } from '../../../../src/operator/wire/sales.ts';
import { TablePanel } from '../../kit/table-panel.tsx';
import { useWords } from '../../words/words.tsx';
import classes from '../today/today.module.css';

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
        column.name(words.code, ({ code, count }) => (
          <>
            {code}
            <span
              className={classes.bar}
              style={{ width: `${Math.max(1, (count / most) * 100)}%` }}
              aria-hidden="true"
            />
          </>
        )),
        column.text(words.partner, ({ integration }) =>
          integration ? <Link to={`/integrations/${integration.id}`}>{integration.name}</Link> : words.noToken,
        ),
        column.count(words.count, (row) => row.count),
      ]}
    />
  );
}
