import { Link } from 'react-router';
import type { WireIntegration } from '../../../../src/operator/wire/onboard.ts';
import { ListPage } from '../../kit/list.tsx';
import { useMay } from '../../kit/session.tsx';
import { Activity } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';
import { AddIntegration } from './integration-acts.tsx';

export function Integrations() {
  const { onboard, labels, format, column } = useWords();
  const words = onboard.integrations;
  return (
    <ListPage<WireIntegration>
      path="/api/integrations"
      words={words}
      searched={onboard.searchIntegration}
      actions={useMay('admin') && <AddIntegration />}
      keyOf={(row) => row.id}
      columns={[
        { header: labels.name, isName: true, cell: (row) => <Link to={`/integrations/${row.id}`}>{row.name}</Link> },
        { header: words.clientId, cell: (row) => <code>{row.clientId}</code> },
        { header: labels.state, cell: (row) => <Activity isDisabled={row.isDisabled} /> },
        column.count(onboard.sellers.title, (row) => row.sellerCount),
        {
          header: words.rateLimit,
          isOneLine: true,
          cell: ({ rateLimit }) =>
            rateLimit === null ? words.rateLimitOwn : words.rateLimitValue(format.number(rateLimit)),
        },
        column.date(labels.since, (row) => row.createdAt),
      ]}
    />
  );
}
