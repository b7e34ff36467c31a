import { Alert, Button, List } from '@mantine/core';
import { type Speech, useWords } from '../words/words.tsx';
import { ApiError, type Fault } from './api.ts';
import { formatDates } from './format-facts.ts';
import { WarningIcon } from './icons.tsx';

/** Error messages in the operator's language, announced to screen readers. */
export function Faults({ error }: { readonly error: unknown }) {
  const words = useWords();
  if (error === null || error === undefined) return null;
  const sentences = tellAll(error, words);
  return (
    <Alert color="red" title={words.kit.faultTitle} icon={<WarningIcon />} role="alert">
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

export function faultOf(error: unknown, field: string, words: Speech): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const fault = error.faults.find((one) => one.field === field || one.field.startsWith(`${field}.`));
  return fault && tell(fault, words);
}

export function tell(fault: Pick<Fault, 'code' | 'message' | 'details'>, words: Speech): string {
  const sentences: Readonly<Record<string, string>> = words.refusals;
  const sentence = sentences[fault.code] ?? fault.message;
  const { basisFrench, ...others } = fault.details ?? {};
  const spoken = words.language === 'fr' && basisFrench !== undefined ? { ...others, basis: basisFrench } : others;
  const details = Object.values(spoken)
    .filter((value) => value !== '')
    .map((value) => formatDates(value, words.format));
  return details.length === 0 ? sentence : `${sentence} (${details.join(', ')})`;
}

function tellAll(error: unknown, words: Speech): readonly string[] {
  if (!(error instanceof ApiError)) return [words.kit.unknownFault(0)];
  if (error.status === 0) return [words.kit.notReached];
  if (error.faults.length === 0) return [words.kit.unknownFault(error.status)];
  return error.faults.map((fault) =>
    fault.code === 'RequestInvalid' && fault.field !== ''
      ? `${tell(fault, words)} [${fault.field}]`
      : tell(fault, words),
  );
}
