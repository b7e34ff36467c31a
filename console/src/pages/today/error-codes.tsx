import { Text } from '@mantine/core';
import type { Dashboard } from '../../../../src/operator/wire/look.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { useFormat } from '../../kit/format.ts';
import { Panel } from '../../kit/page.tsx';
import { useWords } from '../../words/words.tsx';
import classes from './today.module.css';

const shownMax = 8;

/** Which codes which partner meets: bars in a table, so that one look tells and every reader reads. */
export function ErrorCodes({ answer }: { readonly answer: Dashboard }) {
  const { today: words } = useWords();
  const format = useFormat();
  const most = Math.max(1, ...answer.errors.map(({ count }) => count));
  const rows = answer.errors.slice(0, shownMax);
  return (
    <Panel title={words.errors} isFlush={rows.length > 0} className={classes.half}>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.noErrors}
        </Text>
      ) : (
        <DataTable
          caption={words.errors}
          rows={rows}
          keyOf={({ integration, code }) => `${integration?.id} ${code}`}
          columns={[
            {
              header: words.code,
              isName: true,
              cell: ({ code, count }) => (
                <>
                  {code}
                  <Bar share={count / most} />
                </>
              ),
            },
            { header: words.partner, cell: ({ integration }) => integration?.name ?? words.noToken },
            { header: words.count, isNumber: true, cell: ({ count }) => format.number(count) },
          ]}
        />
      )}
    </Panel>
  );
}

function Bar({ share }: { readonly share: number }) {
  return <span className={classes.bar} style={{ width: `${Math.max(1, share * 100)}%` }} aria-hidden="true" />;
}
