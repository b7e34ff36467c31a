import { Stack, Text, Textarea } from '@mantine/core';
import type { NewNote } from '../../../../src/operator/wire/sales.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { post } from '../../kit/api.ts';
import { Panel } from '../../kit/page.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';
import type { PanelProps } from './panel.ts';

/** What operators have noted, the newest first. */
export function NotesPanel({ history: { acts, sale } }: PanelProps) {
  const { sale: words, format } = useWords();
  const mayWrite = useMay('support');
  const notes = acts.filter(({ action }) => action === 'write note');
  if (notes.length === 0 && !mayWrite) return null;
  const { applicationId } = sale;
  return (
    <Panel
      title={words.notes.title}
      aside={
        mayWrite && (
          <ActButton<{ readonly text: string }, null>
            {...actTexts(words.notes, 'write')}
            look="panel"
            reason="none"
            initial={{ text: '' }}
            required={['text']}
            to={post<NewNote>(`/api/sales/${applicationId}/notes`)}
            texts={words.notes}
            fields={{
              text: ({ onChange, ...input }) => (
                <Textarea
                  autosize
                  minRows={3}
                  maxRows={10}
                  maxLength={2_000}
                  data-autofocus
                  {...input}
                  onChange={(event) => onChange(event.currentTarget.value)}
                />
              ),
            }}
          />
        )
      }
    >
      {notes.length > 0 && (
        <Stack gap={12}>
          {notes.map(({ actedAt, actorName, reason }) => (
            <div key={`${actedAt} ${actorName}`}>
              <Text size="xs" c="dimmed">
                <time dateTime={actedAt}>{format.time(actedAt)}</time> · {actorName}
              </Text>
              <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
                {reason}
              </Text>
            </div>
          ))}
        </Stack>
      )}
    </Panel>
  );
}
