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
      columns={[
        column.time(labels.when, (row) => row.actedAt),
        column.text(words.who, (row) =>
          row.actorKind === 'account' ? row.actorName : `${row.actorName} (${words.commandLine})`,
        ),
        column.name(words.what, (row) => actions[row.action]),
        column.text(words.subject, ({ applicationId, subject }) =>
          applicationId === null ? subject : <Link to={`/sales/${applicationId}`}>{subject}</Link>,
        ),
        column.text(kit.reason, ({ reason }) => speech.facts.values[reason ?? ''] ?? (reason || kit.none)),
        column.text(words.facts, (row) => <small>{formatFacts(row.facts, speech)}</small>),
      ]}
    />
  );
}
