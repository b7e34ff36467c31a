import { Button } from '@mantine/core';
import { useWords } from '../../words/words.tsx';
import { useMay } from '../session.tsx';
import { type Correction, roleFor } from './correction.tsx';

interface CorrectButtonProps {
  readonly correction: Correction;
  readonly onChoose: (correction: Correction) => void;
  /** What it is done to, when the button stands in a table. */
  readonly subject?: string | undefined;
}

/** Offers a correction to those whose role allows it. */
export function CorrectButton({ correction, onChoose, subject }: CorrectButtonProps) {
  const { correct } = useWords();
  const may = useMay(roleFor(correction.kind));
  if (!may) return null;
  const { act } = correct[correction.kind];
  const isSettling = correction.kind === 'settleReversal' || correction.kind === 'settleCharge';
  return (
    <Button
      size="compact-sm"
      fz={13}
      variant={isSettling ? 'default' : 'light'}
      onClick={() => onChoose(correction)}
      {...(subject && { 'aria-label': `${act}: ${subject}` })}
    >
      {act}
    </Button>
  );
}
