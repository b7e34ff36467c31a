import type { WireWebhookDelivery, WireWebhookEndpoint } from '../../../../src/operator/wire/webhooks.ts';
import { Activity, StateBadge, type Tone } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';

type Switched = Pick<WireWebhookEndpoint, 'isDisabled' | 'failingSince'>;

export function EndpointState({ endpoint: { isDisabled, failingSince } }: { readonly endpoint: Switched }) {
  const { connect, format } = useWords();
  if (isDisabled || failingSince === null) return <Activity isDisabled={isDisabled} />;
  return <StateBadge tone="bad">{`${connect.webhooks.failingSince} ${format.time(failingSince)}`}</StateBadge>;
}

const tones = { delivered: 'good', pending: 'waits', failed: 'bad' } as const satisfies Readonly<Record<string, Tone>>;

export function DeliveryState({ delivery }: { readonly delivery: WireWebhookDelivery }) {
  const { states } = useWords().connect.webhooks;
  const state = delivery.isDelivered ? 'delivered' : delivery.nextAttemptAt === null ? 'failed' : 'pending';
  return <StateBadge tone={tones[state]}>{states[state]}</StateBadge>;
}
