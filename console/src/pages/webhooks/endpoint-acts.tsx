import { Button, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { eventTypes } from '../../../../src/domain/event/policy-event.ts';
import type {
  IssuedWebhookEndpoint,
  NewWebhookEndpoint,
  ReplayedWebhooks,
  WebhookReplay,
  WireWebhookEndpoint,
} from '../../../../src/operator/wire/webhooks.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { api, withQuery } from '../../kit/api.ts';
import { DisableButton } from '../../kit/disabling.tsx';
import type { Form } from '../../kit/form.ts';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';

interface Terms {
  readonly url: string;
  readonly types: string[];
  readonly description: string;
}

const wireTerms = ({ description, ...terms }: Terms): NewWebhookEndpoint => ({
  ...terms,
  ...(description && { description }),
});

export function AddEndpoint({ integrationId }: { readonly integrationId: string }) {
  const words = useWords().connect.webhooks;
  const path = `/api/integrations/${integrationId}/webhook-endpoints`;
  return (
    <ActButton<Terms, IssuedWebhookEndpoint>
      {...actTexts(words, 'add')}
      look="panel"
      reason="optional"
      initial={{ url: '', types: [], description: '' }}
      required={['url']}
      send={(reason, terms) => api.post(path, { ...wireTerms(terms), reason })}
      shown={({ secret }) => ({ [words.secret]: secret })}
    >
      {(form) => <EndpointFields form={form} />}
    </ActButton>
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
        <ActButton
          {...actTexts(words, 'ping')}
          look="page"
          reason="optional"
          send={(reason) => api.post(`${path}/ping`, { reason })}
        />
      )}
      {isAdmin && endpoint.seller === null && endpoint.oauthClient === null && <OwnerActs endpoint={endpoint} />}
      {isAdmin && <DisableButton path={path} item={{ ...endpoint, name: endpoint.url }} words={words} />}
    </>
  );
}

interface EndpointProps {
  readonly endpoint: WireWebhookEndpoint;
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
        send={(reason, terms) => api.patch(path, { ...wireTerms(terms), reason })}
      >
        {(form) => <EndpointFields form={form} />}
      </ActButton>
      <ActButton
        {...actTexts(words, 'rotate')}
        look="page"
        send={(reason) => api.post<IssuedWebhookEndpoint>(`${path}/secret`, { reason })}
        shown={({ secret }) => ({ [words.secret]: secret })}
      />
      <ActButton
        {...actTexts(words, 'remove')}
        button={{ variant: 'default', c: 'var(--danger)' }}
        isDanger
        send={async (reason) => {
          await api.delete(withQuery(path, { reason }));
          await navigate(`/integrations/${integration.id}`);
        }}
      />
    </>
  );
}

function EndpointFields({ form: { text, control } }: { readonly form: Form<Terms> }) {
  const words = useWords().connect.webhooks;
  return (
    <>
      <TextInput data-autofocus maxLength={2_000} {...text('url', words)} />
      <MultiSelect data={[...eventTypes]} {...control('types', words)} />
      <TextInput maxLength={200} {...text('description', words)} />
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
        return api.post<ReplayedWebhooks>(path, { ...range, reason } satisfies WebhookReplay);
      }}
      result={({ count }, close) => (
        <Stack>
          <Text size="sm">{words.replayedCount(format.number(count))}</Text>
          <Group justify="flex-end">
            <Button onClick={close}>{kit.close}</Button>
          </Group>
        </Stack>
      )}
    >
      {({ text }) => (
        <>
          <TextInput type="datetime-local" data-autofocus {...text('since', words)} />
          <TextInput type="datetime-local" {...text('until', words)} />
        </>
      )}
    </ActButton>
  );
}
