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
      columns={[
        column.name(labels.name, (row) => <Link to={`/integrations/${row.id}`}>{row.name}</Link>),
        column.text(words.clientId, (row) => <code>{row.clientId}</code>),
        column.text(labels.state, (row) => <Activity isDisabled={row.isDisabled} />),
        column.count(onboard.sellers.title, (row) => row.sellerCount),
        column.line(words.rateLimit, ({ rateLimit }) =>
          rateLimit === null ? words.rateLimitOwn : words.rateLimitValue(format.number(rateLimit)),
        ),
        column.date(labels.since, (row) => row.createdAt),
      ]}
    />
  );
}
