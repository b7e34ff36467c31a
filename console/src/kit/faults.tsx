import { Alert, Button, List } from '@mantine/core';
import { useWords } from '../words/words.tsx';
import { WarningIcon } from './icons.tsx';
import { tellAll } from './tell-faults.ts';

/** Error messages in the operator's language, announced to screen readers. */
export function Faults({ error }: { readonly error: unknown }) {
  const words = useWords();
  if (error === null || error === undefined) return null;
  // Two fields may have the same fault.
  const sentences = [...new Set(tellAll(error, words))];
  return (
    <Alert color="red" title={words.kit.faultTitle} icon={<WarningIcon />} role="alert" ref={intoView}>
      {sentences.length === 1 ? (
        sentences[0]
      ) : (
        <List size="sm">
          {sentences.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}

/** A long dialog may end above it. */
const intoView = (alert: HTMLElement | null) => alert?.scrollIntoView({ block: 'nearest' });

export function LoadFault({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const words = useWords();
  return (
    <Alert color="red" title={words.kit.loadFaultTitle} icon={<WarningIcon />} role="alert">
      <p>{tellAll(error, words).join(' ')}</p>
      <Button mt="sm" size="xs" variant="default" onClick={onRetry}>
        {words.kit.tryAgain}
      </Button>
    </Alert>
  );
}
