import { Link } from 'react-router';
import type { Act } from '../../../../src/operator/wire/access.ts';
import { PagedTable } from '../../kit/data-table.tsx';
import { useFormat } from '../../kit/format.ts';
import { Empty, Page, Panel } from '../../kit/page.tsx';
import { usePages } from '../../kit/pages.ts';
import { SearchBox, useFilter } from '../../kit/search-box.tsx';
import { tellFacts } from '../../kit/tell-facts.ts';
import { Toolbar } from '../../kit/toolbar.tsx';
import { useWords } from '../../words/words.tsx';

export function Acts() {
  const { access, actions } = useWords();
  const words = access.acts;
  const format = useFormat();
  const [actor] = useFilter('actor');
  const [subject] = useFilter('subject');
  const pages = usePages<Act>('/api/acts', { actor, subject });
  return (
    <Page title={words.title} lead={words.lead}>
      <Panel isFlush>
        <Toolbar>
          <SearchBox name="subject" label={words.subjectFilter} placeholder={words.subjectFilter} />
          <SearchBox name="actor" label={words.actor} placeholder={words.actor} />
        </Toolbar>
        <PagedTable
          caption={words.caption}
          pages={pages}
          keyOf={(row) => row.id}
          empty={
            actor === '' && subject === '' ? (
              <Empty title={words.empty}>{words.emptyText}</Empty>
            ) : (
              <Empty title={words.nothing}>{words.nothingText}</Empty>
            )
          }
          columns={[
            { header: words.when, isOneLine: true, cell: (row) => format.time(row.actedAt) },
            {
              header: words.who,
              cell: (row) => (row.actorKind === 'account' ? row.actorName : `${row.actorName} (${words.commandLine})`),
            },
            { header: words.what, isName: true, cell: (row) => actions[row.action] ?? row.action },
            {
              header: words.subject,
              cell: (row) =>
                row.applicationId === null ? (
                  row.subject
                ) : (
                  <Link to={`/sales/${row.applicationId}`}>{row.subject}</Link>
                ),
            },
            { header: words.reason, cell: (row) => row.reason },
            { header: words.facts, cell: (row) => <small>{tellFacts(row.facts, format)}</small> },
          ]}
        />
      </Panel>
    </Page>
  );
}
