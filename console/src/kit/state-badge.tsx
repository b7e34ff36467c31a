import { Badge, type MantineColor } from '@mantine/core';
import { useWords } from '../words/words.tsx';

/** One colour for one kind of state, everywhere. */
export type Tone = 'good' | 'busy' | 'waits' | 'bad' | 'past';

const colours: Readonly<Record<Tone, MantineColor>> = {
  good: 'teal',
  busy: 'blue',
  waits: 'ember',
  bad: 'red',
  past: 'gray',
};

/** More letters than any state has that names no day. */
const longState = 20;

export function StateBadge({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return (
    <Badge
      color={colours[tone]}
      data-tone={tone}
      className="state"
      data-long={children.length > longState || undefined}
    >
      {children}
    </Badge>
  );
}

export function Activity({ isDisabled }: { readonly isDisabled: boolean }) {
  const { kit } = useWords();
  return <OnOff isOn={!isDisabled} on={kit.enabled} off={kit.disabled} />;
}

export function OnOff({ isOn, on, off }: { readonly isOn: boolean; readonly on: string; readonly off: string }) {
  return <StateBadge tone={isOn ? 'good' : 'past'}>{isOn ? on : off}</StateBadge>;
}
