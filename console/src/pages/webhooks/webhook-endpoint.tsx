import { Link, useNavigate, useParams } from 'react-router';
import type {
  IssuedWebhookEndpoint,
  WireWebhookDelivery,
  WireWebhookEndpoint,
} from '../../../../src/operator/wire/webhooks.ts';
import { ActButton } from '../../kit/act-modal.tsx';
import { api, withQuery } from '../../kit/api.ts';
import { Below } from '../../kit/data-table.tsx';
import { useDisabling } from '../../kit/disabling.ts';
import { Facts } from '../../kit/facts.tsx';
import { List } from '../../kit/list.tsx';
import { Load } from '../../kit/loaded.tsx';
import { Page, Panel } from '../../kit/page.tsx';
import { useMay } from '../../kit/session.tsx';
import { ShownOnce } from '../../kit/shown-once.tsx';
import { useWords } from '../../words/words.tsx';
import { EndpointFields, type EndpointTerms, wireTerms } from './endpoint-fields.tsx';
import { DeliveryState, EndpointState } from './endpoint-state.tsx';
import { ReplayButton } from './replay-button.tsx';

export function WebhookEndpoint() {
  const { id = '' } = useParams();
  return (
    <Load<WireWebhookEndpoint> path={`/api/webhook-endpoints/${id}`} refetchInterval={5_000}>
      {(endpoint) => <EndpointPage endpoint={endpoint} />}
    </Load>
  );
}

function EndpointPage({ endpoint }: EndpointProps) {
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

interface EndpointProps {
  readonly endpoint: WireWebhookEndpoint;
}

/** A seller's endpoint keeps the seller's address and secret. */
function EndpointActs({ endpoint }: EndpointProps) {
  const { connect } = useWords();
  const words = connect.webhooks;
  const isAdmin = useMay('admin');
  const isSupport = useMay('support');
  const switched = { id: endpoint.id, name: endpoint.url, isDisabled: endpoint.isDisabled };
  const disabling = useDisabling('/api/webhook-endpoints', switched, words);
  return (
    <>
      {isSupport && !endpoint.isDisabled && (
        <ActButton
          label={words.ping}
          button={{ variant: 'default' }}
          title={words.ping}
          confirm={words.ping}
          reason="optional"
          done={words.pinged}
          send={(reason) => api.post(`/api/webhook-endpoints/${endpoint.id}/ping`, { reason })}
        />
      )}
      {isAdmin && endpoint.seller === null && <OwnerActs endpoint={endpoint} />}
      {isAdmin && <ActButton label={disabling.confirm} button={{ variant: 'default' }} {...disabling} />}
    </>
  );
}

function OwnerActs({ endpoint: { id, url, types, description, integration } }: EndpointProps) {
  const { connect, kit } = useWords();
  const words = connect.webhooks;
  const navigate = useNavigate();
  const path = `/api/webhook-endpoints/${id}`;
  return (
    <>
      <ActButton<EndpointTerms, unknown>
        label={kit.edit}
        button={{ variant: 'default' }}
        title={kit.editTitle(url)}
        confirm={kit.edit}
        reason="optional"
        initial={{ url, types, description: description ?? '' }}
        mayConfirm={(terms) => terms.url.trim() !== ''}
        done={words.changed}
        send={(reason, terms) => api.patch(path, { ...wireTerms(terms), reason })}
      >
        {(form) => <EndpointFields form={form} />}
      </ActButton>
      <ActButton
        label={words.rotate}
        button={{ variant: 'default' }}
        title={words.rotate}
        lead={words.rotateLead}
        confirm={words.rotate}
        done={words.rotated}
        send={(reason) => api.post<IssuedWebhookEndpoint>(`${path}/secret`, { reason })}
        result={({ secret }, close) => <ShownOnce onClose={close} values={[{ label: words.secret, value: secret }]} />}
      />
      <ActButton
        label={words.remove}
        button={{ variant: 'default', c: 'var(--danger)' }}
        title={words.removeTitle}
        lead={words.removeLead}
        confirm={words.remove}
        isDanger
        done={words.removed}
        send={async (reason) => {
          await api.delete(withQuery(path, { reason }));
          await navigate(`/integrations/${integration.id}`);
        }}
      />
    </>
  );
}

function Deliveries({ endpointId }: { readonly endpointId: string }) {
  const { connect, labels, kit, column } = useWords();
  const words = connect.webhooks;
  const path = `/api/webhook-endpoints/${endpointId}`;
  const mayReplay = useMay('support');
  return (
    <Panel title={words.deliveries} isFlush aside={mayReplay && <ReplayButton path={`${path}/replay`} />}>
      <List<WireWebhookDelivery>
        path={`${path}/deliveries`}
        words={{ caption: words.deliveries, empty: words.noDeliveries }}
        keyOf={(row) => row.id}
        columns={[
          { header: words.event, isName: true, cell: (row) => row.type },
          column.code(labels.policy, (row) => row.policyNumber),
          {
            header: labels.state,
            cell: (row) => (
              <>
                <DeliveryState delivery={row} />
                {row.lastCause !== null && <Below>{row.lastCause}</Below>}
              </>
            ),
          },
          column.count(words.answer, (row) => row.responseStatus),
          column.count(labels.attempts, (row) => row.attempts),
          column.time(words.lastTry, (row) => row.lastAttemptAt),
          column.time(words.nextTry, (row) => row.nextAttemptAt),
          {
            header: kit.actions,
            isBare: true,
            cell: ({ id, type }) =>
              mayReplay && (
                <ActButton
                  label={words.again}
                  button={{ variant: 'subtle', color: 'gray', size: 'compact-xs' }}
                  title={words.againTitle(type)}
                  confirm={words.again}
                  reason="optional"
                  done={words.replayed}
                  send={(reason) => api.post(`${path}/replay`, { deliveryId: id, reason })}
                />
              ),
          },
        ]}
      />
    </Panel>
  );
}
