import { Link } from 'react-router';
import type { WireWebhookDelivery, WireWebhookEndpoint } from '../../../../src/operator/wire/webhooks.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { Below } from '../../kit/data-table.tsx';
import { Facts } from '../../kit/facts.tsx';
import { ListPanel } from '../../kit/list.tsx';
import { pageOf } from '../../kit/loaded.tsx';
import { Page, Panel } from '../../kit/page.tsx';
import { useMay } from '../../kit/session.tsx';
import { StateBadge, type Tone } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';
import { EndpointActs, ReplayButton } from './endpoint-acts.tsx';
import { EndpointState } from './integration-endpoints.tsx';

export const WebhookEndpoint = pageOf<WireWebhookEndpoint>('/api/webhook-endpoints', EndpointPage, 5_000);

function EndpointPage({ one: endpoint }: { readonly one: WireWebhookEndpoint }) {
  const { connect, onboard, labels, kit, format } = useWords();
  const words = connect.webhooks;
  const { id, url, types, seller, integration, previousSecretUntil, failingSince, lastCause } = endpoint;
  const isPreviousGood = previousSecretUntil !== null && new Date(previousSecretUntil) > new Date();
  return (
    <Page
      title={url}
      badge={<EndpointState endpoint={endpoint} />}
      back={{ to: `/integrations/${integration.id}`, label: integration.name }}
      actions={<EndpointActs endpoint={endpoint} />}
    >
      <Panel title={onboard.sellers.setUp}>
        <Facts
          facts={{
            [words.whose]: seller === null ? words.allSellers : <Link to={`/sellers/${seller.id}`}>{seller.name}</Link>,
            [words.types]: types.length === 0 ? words.allTypes : types.join(', '),
            [words.description]: endpoint.description ?? kit.none,
            [words.secret]: isPreviousGood ? words.previousUntil(format.time(previousSecretUntil)) : words.noPrevious,
            [words.failingSince]: failingSince && format.time(failingSince),
            [words.lastCause]: lastCause,
            [labels.since]: format.date(endpoint.createdAt),
          }}
        />
      </Panel>
      <Deliveries endpointId={id} />
    </Page>
  );
}

function Deliveries({ endpointId }: { readonly endpointId: string }) {
  const { connect, labels, column } = useWords();
  const words = connect.webhooks;
  const path = `/api/webhook-endpoints/${endpointId}`;
  const mayReplay = useMay('support');
  return (
    <ListPanel<WireWebhookDelivery>
      path={`${path}/deliveries`}
      words={{ title: words.deliveries, caption: words.deliveries, empty: words.noDeliveries }}
      aside={mayReplay && <ReplayButton path={`${path}/replay`} />}
      columns={[
        column.name(words.event, (row) => row.type),
        column.code(labels.policy, (row) => row.policyNumber),
        column.text(labels.state, (row) => <DeliveryState delivery={row} />),
        column.count(words.answer, (row) => row.responseStatus),
        column.count(labels.attempts, (row) => row.attempts),
        column.time(words.lastTry, (row) => row.lastAttemptAt),
        column.time(words.nextTry, (row) => row.nextAttemptAt),
      ]}
      rowActions={
        mayReplay &&
        (({ id, type }) => (
          <ActButton
            {...actTexts({ ...words, againDone: words.replayDone }, 'again', type)}
            look="row"
            button={{ 'aria-label': words.again }}
            reason="optional"
            send={(reason) => api.post(`${path}/replay`, { deliveryId: id, reason })}
          />
        ))
      }
    />
  );
}

const tones = { delivered: 'good', pending: 'waits', failed: 'bad' } as const satisfies Readonly<Record<string, Tone>>;

function DeliveryState({ delivery }: { readonly delivery: WireWebhookDelivery }) {
  const { states } = useWords().connect.webhooks;
  const state = delivery.isDelivered ? 'delivered' : delivery.nextAttemptAt === null ? 'failed' : 'pending';
  return (
    <>
      <StateBadge tone={tones[state]}>{states[state]}</StateBadge>
      {delivery.lastCause !== null && <Below>{delivery.lastCause}</Below>}
    </>
  );
}
