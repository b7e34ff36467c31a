import { Button } from '@mantine/core';
import { useWords } from '../../words/words.tsx';
import { useMay } from '../session.tsx';
import { type Choose, type Correction, isSettling, roleFor } from './correction.ts';

interface CorrectButtonProps {
  readonly correction: Correction;
  readonly onChoose: Choose;
  /** What it acts on, for a button in a table. */
  readonly subject?: string | undefined;
  readonly isFirst?: boolean;
}

/** Shown to operators whose role allows the correction. */
export function CorrectButton({ correction, onChoose, subject, isFirst }: CorrectButtonProps) {
  const { correct } = useWords();
  const may = useMay(roleFor(correction.kind));
  if (!may) return null;
  const { act } = correct[correction.kind];
  return (
    <Button
      size="compact-sm"
      fz={13}
      variant={isFirst ? 'filled' : isSettling(correction.kind) ? 'default' : 'light'}
      onClick={() => onChoose(correction)}
      {...(subject && { 'aria-label': `${act}: ${subject}` })}
    >
      {act}
    </Button>
  );
}
