import { Link } from 'react-router';
import type { Act } from '../../../../src/operator/wire/access.ts';
import { formatFacts } from '../../kit/format-facts.ts';
import { ListPage } from '../../kit/list.tsx';
import { SearchBox, useFilter } from '../../kit/search-box.tsx';
import { useWords } from '../../words/words.tsx';

export function Acts() {
  const speech = useWords();
  const { access, actions, labels, kit, column } = speech;
  const words = access.acts;
  const [actor] = useFilter('actor');
  const [subject] = useFilter('subject');
  return (
    <ListPage<Act>
      path="/api/acts"
      filters={{ actor, subject }}
      words={words}
      toolbar={
        <>
          <SearchBox name="subject" label={words.subject} placeholder={words.subject} />
          <SearchBox name="actor" label={words.who} placeholder={words.who} />
        </>
      }
      keyOf={(row) => row.id}
      columns={[
        column.time(labels.when, (row) => row.actedAt),
        {
          header: words.who,
          cell: (row) => (row.actorKind === 'account' ? row.actorName : `${row.actorName} (${words.commandLine})`),
        },
        { header: words.what, isName: true, cell: (row) => actions[row.action] ?? row.action },
        {
          header: words.subject,
          cell: ({ applicationId, subject }) =>
            applicationId === null ? subject : <Link to={`/sales/${applicationId}`}>{subject}</Link>,
        },
        { header: kit.reason, cell: (row) => row.reason },
        { header: words.facts, cell: (row) => <small>{formatFacts(row.facts, speech)}</small> },
      ]}
    />
  );
}
