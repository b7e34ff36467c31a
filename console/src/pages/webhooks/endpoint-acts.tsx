import { Button, Group, MultiSelect, Stack, Text } from '@mantine/core';
import { useNavigate } from 'react-router';
import { eventTypes } from '../../../../src/domain/event/policy-event.ts';
import type * as wire from '../../../../src/operator/wire/webhooks.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { api, post, withQuery } from '../../kit/api.ts';
import { DisableButton } from '../../kit/disabling.tsx';
import type { FieldsOf } from '../../kit/fields.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';

interface Terms {
  readonly url: string;
  readonly types: string[];
  readonly description: string;
}

const termFields: FieldsOf<Terms> = {
  url: 2_000,
  types: (input) => <MultiSelect data={[...eventTypes]} {...input} />,
  description: 200,
};

export function AddEndpoint({ integrationId }: { readonly integrationId: string }) {
  const words = useWords().connect.webhooks;
  const path = `/api/integrations/${integrationId}/webhook-endpoints`;
  return (
    <ActButton<Terms, wire.IssuedWebhookEndpoint>
      {...actTexts(words, 'add')}
      look="panel"
      reason="optional"
      initial={{ url: '', types: [], description: '' }}
      required={['url']}
      to={post<wire.NewWebhookEndpoint>(path)}
      shown={({ secret }) => ({ [words.secret]: secret })}
      texts={words}
      fields={termFields}
    />
  );
}

/** A seller's endpoint keeps the seller's address and secret. */
export function EndpointActs({ endpoint }: EndpointProps) {
  const words = useWords().connect.webhooks;
  const isAdmin = useMay('admin');
  const path = `/api/webhook-endpoints/${endpoint.id}`;
  return (
    <>
      {useMay('support') && !endpoint.isDisabled && (
        <ActButton {...actTexts(words, 'ping')} look="page" reason="optional" to={post(`${path}/ping`)} />
      )}
      {isAdmin && endpoint.seller === null && endpoint.oauthClient === null && <OwnerActs endpoint={endpoint} />}
      {isAdmin && <DisableButton path={path} item={{ ...endpoint, name: endpoint.url }} words={words} />}
    </>
  );
}

interface EndpointProps {
  readonly endpoint: wire.WireWebhookEndpoint;
}

function OwnerActs({ endpoint: { id, url, types, description, integration } }: EndpointProps) {
  const { connect, kit } = useWords();
  const words = connect.webhooks;
  const navigate = useNavigate();
  const path = `/api/webhook-endpoints/${id}`;
  return (
    <>
      <ActButton<Terms, unknown>
        {...actTexts({ ...kit, ...words }, 'edit', url)}
        look="page"
        reason="optional"
        initial={{ url, types: [...types], description: description ?? '' }}
        required={['url']}
        send={(reason, { description, ...terms }) =>
          api.patch(path, {
            ...terms,
            ...(description && { description }),
            reason,
          } satisfies wire.WebhookEndpointChanges)
        }
        texts={words}
        fields={termFields}
      />
      <ActButton<object, wire.IssuedWebhookEndpoint>
        {...actTexts(words, 'rotate')}
        look="page"
        to={post(`${path}/secret`)}
        shown={({ secret }) => ({ [words.secret]: secret })}
      />
      <ActButton
        {...actTexts(words, 'remove')}
        button={{ variant: 'default', c: 'var(--bad)' }}
        isDanger
        send={async (reason) => {
          await api.delete(withQuery(path, { reason }));
          await navigate(`/integrations/${integration.id}`);
        }}
      />
    </>
  );
}

/** Sends every event of a time again. The browser's own control writes times as local, without a zone. */
export function ReplayButton({ path }: { readonly path: string }) {
  const { connect, kit, format } = useWords();
  const words = connect.webhooks;
  return (
    <ActButton
      {...actTexts(words, 'replay')}
      look="panel"
      confirm={words.again}
      initial={{ since: '', until: '' }}
      required={['since', 'until']}
      send={(reason, { since, until }) => {
        const range = { since: new Date(since).toISOString(), until: new Date(until).toISOString() };
        return api.post<wire.ReplayedWebhooks>(path, { ...range, reason } satisfies wire.WebhookReplay);
      }}
      result={({ count }, close) => (
        <Stack>
          <Text size="sm">{words.replayedCount(format.number(count))}</Text>
          <Group justify="flex-end">
            <Button onClick={close}>{kit.close}</Button>
          </Group>
        </Stack>
      )}
      texts={words}
      fields={{ since: { type: 'datetime-local' }, until: { type: 'datetime-local' } }}
    />
  );
}
