import { Text } from '@mantine/core';
import type { RetentionPreviewAnswer } from '../../../../src/operator/wire/personal-data.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { post } from '../../kit/api.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { Load } from '../../kit/loaded.tsx';
import { FullWidth, Panel } from '../../kit/page.tsx';
import { useWords } from '../../words/words.tsx';

type Row = RetentionPreviewAnswer['rows'][number];

export function Retention() {
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
            <DataTable<Row>
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
