import { Link } from 'react-router';
import type { WireWebhookEndpoint } from '../../../../src/operator/wire/webhooks.ts';
import { ListPanel } from '../../kit/list.tsx';
import { useMay } from '../../kit/session.tsx';
import { Activity, StateBadge } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';
import { AddEndpoint } from './endpoint-acts.tsx';

/** The webhook endpoints of an integration: the operator's, and those that its sellers have made. */
export function IntegrationEndpoints({ integrationId }: { readonly integrationId: string }) {
  const { connect, labels, column } = useWords();
  const words = connect.webhooks;
  return (
    <ListPanel<WireWebhookEndpoint>
      path={`/api/integrations/${integrationId}/webhook-endpoints`}
      words={words}
      aside={useMay('admin') && <AddEndpoint integrationId={integrationId} />}
      columns={[
        column.name(words.url, ({ id, url }) => <Link to={`/webhook-endpoints/${id}`}>{url}</Link>),
        column.text(words.whose, ({ seller }) => seller?.name ?? words.allSellers),
        column.text(labels.state, (row) => <EndpointState endpoint={row} />),
        column.text(words.types, ({ types }) => (types.length === 0 ? words.allTypes : types.join(', '))),
        column.date(labels.since, (row) => row.createdAt),
      ]}
    />
  );
}

export function EndpointState({ endpoint: { isDisabled, failingSince } }: { readonly endpoint: WireWebhookEndpoint }) {
  const { connect, format } = useWords();
  if (isDisabled || failingSince === null) return <Activity isDisabled={isDisabled} />;
  return <StateBadge tone="bad">{`${connect.webhooks.failingSince} ${format.time(failingSince)}`}</StateBadge>;
}
