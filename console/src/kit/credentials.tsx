import { Group } from '@mantine/core';
import type { Rotation } from '../../../src/operator/wire/onboard.ts';
import { useWords } from '../words/words.tsx';
import { ActButton, actTexts } from './act-modal.tsx';
import { Facts } from './facts.tsx';
import { Panel } from './page.tsx';
import { PickFrom } from './pick-from.tsx';
import { useMay } from './session.tsx';

interface CredentialsProps<T> {
  readonly name: string;
  readonly issuedAt: string;
  readonly previousUntil: string | null;
  readonly rotateLabel: string;
  readonly rotate: (rotation: Rotation) => Promise<T>;
  readonly shown: (rotated: T) => Readonly<Record<string, string>>;
  readonly revoke: (reason: string) => Promise<unknown>;
}

/** A secret or a password: it can be rotated with an overlap and the previous one revoked, but not shown again. */
export function Credentials<T>({ name, issuedAt, previousUntil, ...props }: CredentialsProps<T>) {
  const { onboard, labels, format } = useWords();
  const words = onboard.credentials;
  const isPreviousGood = previousUntil !== null && new Date(previousUntil) > new Date();
  const acts = useMay('admin') && (
    <Group gap="xs">
      {isPreviousGood && (
        <ActButton
          {...actTexts(words, 'revoke')}
          button={{ variant: 'default', size: 'xs' }}
          isDanger
          send={props.revoke}
        />
      )}
      <ActButton
        {...actTexts(words, 'rotate', name)}
        label={props.rotateLabel}
        look="panel"
        initial={{ overlapHours: '24' as keyof typeof words.overlaps }}
        send={(reason, { overlapHours }) => props.rotate({ overlapHours: Number(overlapHours), reason })}
        shown={props.shown}
      >
        {({ control }) => <PickFrom names={words.overlaps} {...control('overlapHours', words)} />}
      </ActButton>
    </Group>
  );
  return (
    <Panel title={words.title} aside={acts}>
      <Facts
        facts={{
          [labels.issued]: format.time(issuedAt),
          [words.previous]: isPreviousGood ? words.previousUntil(format.time(previousUntil)) : words.previousNone,
        }}
      />
    </Panel>
  );
}
