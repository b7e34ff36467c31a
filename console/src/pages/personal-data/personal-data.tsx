import type { ErasureRow } from '../../../../src/operator/wire/personal-data.ts';
import { ListPanel } from '../../kit/list.tsx';
import { Page } from '../../kit/page.tsx';
import { useWords } from '../../words/words.tsx';
import { Person } from './person.tsx';
import { Retention } from './retention.tsx';

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
