import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { ReplayedWebhooks, WebhookReplay } from '../../../../src/operator/wire/webhooks.ts';
import { ActButton } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { useWords } from '../../words/words.tsx';

interface Range {
  /** As the browser's own control writes them: local, without a zone. */
  readonly since: string;
  readonly until: string;
}

/** Sends every event of a time again. */
export function ReplayButton({ path }: { readonly path: string }) {
  const { connect, kit, format } = useWords();
  const words = connect.webhooks;
  return (
    <ActButton<Range, ReplayedWebhooks>
      label={words.replay}
      button={{ variant: 'light', size: 'xs' }}
      title={words.replay}
      lead={words.replayLead}
      confirm={words.again}
      initial={{ since: '', until: '' }}
      mayConfirm={({ since, until }) => since !== '' && until !== ''}
      done={words.replayed}
      send={(reason, { since, until }) => {
        const asked: WebhookReplay = {
          since: new Date(since).toISOString(),
          until: new Date(until).toISOString(),
          reason,
        };
        return api.post<ReplayedWebhooks>(path, asked);
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
          <TextInput type="datetime-local" label={words.since} withAsterisk data-autofocus {...text('since')} />
          <TextInput type="datetime-local" label={words.until} withAsterisk {...text('until')} />
        </>
      )}
    </ActButton>
  );
}
