import { Group } from '@mantine/core';
import type { Rotation } from '../../../src/operator/wire/onboard.ts';
import { useWords } from '../words/words.tsx';
import { ActButton, actTexts } from './act-modal.tsx';
import { api, post, withQuery } from './api.ts';
import { Facts } from './facts.tsx';
import { PickFrom } from './inputs.tsx';
import { Panel } from './page.tsx';
import { useMay } from './session.tsx';

interface CredentialsProps<T> {
  readonly path: string;
  readonly kind: 'secret' | 'password';
  readonly name: string;
  readonly issuedAt: string;
  readonly previousUntil: string | null;
  readonly shown: (rotated: T) => Readonly<Record<string, string>>;
}

/** A secret or a password: it can be rotated with an overlap and the previous one revoked, but not shown again. */
export function Credentials<T>({ path, kind, name, issuedAt, previousUntil, shown }: CredentialsProps<T>) {
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
          send={(reason) => api.delete(withQuery(`${path}/previous-${kind}`, { reason }))}
        />
      )}
      <ActButton<{ readonly overlapHours: keyof typeof words.overlaps }, T>
        {...actTexts(words, 'rotate', name)}
        label={kind === 'secret' ? words.rotateSecret : words.rotatePassword}
        look="panel"
        initial={{ overlapHours: '24' }}
        to={post<Rotation>(`${path}/${kind}`)}
        shown={shown}
        texts={words}
        fields={{ overlapHours: (input) => <PickFrom names={words.overlaps} {...input} /> }}
      />
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
