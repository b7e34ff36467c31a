import { Link } from 'react-router';
import type { IssuedWebhookEndpoint, WireWebhookEndpoint } from '../../../../src/operator/wire/webhooks.ts';
import { ActButton } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { List } from '../../kit/list.tsx';
import { Panel } from '../../kit/page.tsx';
import { useMay } from '../../kit/session.tsx';
import { ShownOnce } from '../../kit/shown-once.tsx';
import { useWords } from '../../words/words.tsx';
import { EndpointFields, type EndpointTerms, noTerms, wireTerms } from './endpoint-fields.tsx';
import { EndpointState } from './endpoint-state.tsx';

/** The webhook endpoints of an integration: the operator's, and those that its sellers have made. */
export function IntegrationEndpoints({ integrationId }: { readonly integrationId: string }) {
  const { connect, labels, column } = useWords();
  const words = connect.webhooks;
  return (
    <Panel title={words.title} isFlush aside={useMay('admin') && <AddEndpoint integrationId={integrationId} />}>
      <List<WireWebhookEndpoint>
        path={`/api/integrations/${integrationId}/webhook-endpoints`}
        words={words}
        keyOf={(row) => row.id}
        columns={[
          {
            header: words.address,
            isName: true,
            cell: ({ id, url }) => <Link to={`/webhook-endpoints/${id}`}>{url}</Link>,
          },
          { header: words.whose, cell: ({ seller }) => seller?.name ?? words.allSellers },
          { header: labels.state, cell: (row) => <EndpointState endpoint={row} /> },
          { header: words.types, cell: ({ types }) => (types.length === 0 ? words.allTypes : types.join(', ')) },
          column.date(labels.since, (row) => row.createdAt),
        ]}
      />
    </Panel>
  );
}

function AddEndpoint({ integrationId }: { readonly integrationId: string }) {
  const words = useWords().connect.webhooks;
  return (
    <ActButton<EndpointTerms, IssuedWebhookEndpoint>
      label={words.add}
      button={{ variant: 'light', size: 'xs' }}
      title={words.add}
      lead={words.addLead}
      confirm={words.create}
      reason="optional"
      initial={noTerms}
      mayConfirm={({ url }) => url.trim() !== ''}
      done={words.created}
      send={(reason, terms) =>
        api.post<IssuedWebhookEndpoint>(`/api/integrations/${integrationId}/webhook-endpoints`, {
          ...wireTerms(terms),
          reason,
        })
      }
      result={({ secret }, close) => <ShownOnce onClose={close} values={[{ label: words.secret, value: secret }]} />}
    >
      {(form) => <EndpointFields form={form} />}
    </ActButton>
  );
}
