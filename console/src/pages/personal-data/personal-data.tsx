import { Text } from '@mantine/core';
import type { ErasureRow, RetentionPreviewAnswer } from '../../../../src/operator/wire/personal-data.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { post } from '../../kit/api.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { ListPanel } from '../../kit/list.tsx';
import { Load } from '../../kit/loaded.tsx';
import { FullWidth, Page, Panel } from '../../kit/page.tsx';
import { useWords } from '../../words/words.tsx';
import { Person } from './person.tsx';

export function PersonalData() {
  const { personalData, shell, labels, kit, column, format } = useWords();
  const { erasures, retention } = personalData;
  const names: Readonly<Record<string, string>> = { ...retention.kinds, sales: shell.pages.sales };
  return (
    <Page title={shell.pages.personalData} lead={personalData.lead}>
      <Person />
      <Retention />
      <ListPanel<ErasureRow>
        path="/api/erasures"
        words={erasures}
        columns={[
          { ...column.time<ErasureRow>(labels.when, (row) => row.madeAt), isName: true },
          column.text(erasures.kind, (row) => erasures.kinds[row.kind]),
          column.text(erasures.by, (row) => row.actorName),
          column.text(erasures.what, ({ counts }) =>
            Object.entries(counts)
              .map(([what, count]) => `${names[what] ?? what} (${format.number(count)})`)
              .join(', '),
          ),
          column.text(kit.reason, (row) => row.reason),
        ]}
      />
    </Page>
  );
}

function Retention() {
  const { personalData, format, column } = useWords();
  const words = personalData.retention;
  return (
    <Panel
      title={words.title}
      aside={
        <ActButton
          {...actTexts(words, 'run')}
          button={{ variant: 'default', size: 'xs' }}
          isDanger
          to={post('/api/retention/run')}
        />
      }
    >
      <Text size="sm" c="dimmed" mb={10}>
        {words.lead}
      </Text>
      <Load<RetentionPreviewAnswer> path="/api/retention">
        {({ rows }) => (
          <FullWidth>
            <DataTable<RetentionPreviewAnswer['rows'][number]>
              caption={words.title}
              rows={rows}
              columns={[
                column.name(words.kind, (row) => words.kinds[row.kind]),
                column.text(words.keptFor, ({ count, unit }) => (count === 0 ? words.forGood : words[unit](count))),
                column.number(words.over, ({ over, isMore }) =>
                  isMore ? words.orMore(format.number(over)) : format.number(over),
                ),
              ]}
            />
          </FullWidth>
        )}
      </Load>
    </Panel>
  );
}
