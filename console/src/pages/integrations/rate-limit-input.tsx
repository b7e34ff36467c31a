import { NumberInput } from '@mantine/core';
import { useWords } from '../../words/words.tsx';

interface RateLimitInputProps {
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly error: string | undefined;
}

export function RateLimitInput({ value, onChange, error }: RateLimitInputProps) {
  const words = useWords().onboard.integrations;
  return (
    <NumberInput
      label={words.rateLimit}
      description={words.rateLimitHint}
      min={1}
      max={1_000_000}
      allowDecimal={false}
      hideControls
      value={value ?? ''}
      onChange={(next) => onChange(typeof next === 'number' ? next : null)}
      error={error}
    />
  );
}
