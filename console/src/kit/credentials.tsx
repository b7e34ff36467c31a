import { Group, Select } from '@mantine/core';
import type { Rotation } from '../../../src/operator/wire/onboard.ts';
import { useWords } from '../words/words.tsx';
import { ActButton } from './act-modal.tsx';
import { Facts } from './facts.tsx';
import { Panel } from './page.tsx';
import { useMay } from './session.tsx';
import { type Shown, ShownOnce } from './shown-once.tsx';

interface CredentialsProps<T> {
  readonly name: string;
  readonly issuedAt: string;
  readonly previousUntil: string | null;
  readonly rotateLabel: string;
  readonly rotate: (rotation: Rotation) => Promise<T>;
  readonly shown: (rotated: T) => readonly Shown[];
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
          label={words.revoke}
          button={{ variant: 'default', size: 'xs' }}
          title={words.revoke}
          lead={words.revokeLead}
          confirm={words.revoke}
          isDanger
          done={words.revoked}
          send={props.revoke}
        />
      )}
      <ActButton
        label={props.rotateLabel}
        button={{ variant: 'light', size: 'xs' }}
        title={words.rotateTitle(name)}
        lead={words.rotateLead}
        confirm={words.rotate}
        done={words.rotated}
        initial={{ overlapHours: '24' }}
        send={(reason, { overlapHours }) => props.rotate({ overlapHours: Number(overlapHours), reason })}
        result={(rotated, close) => <ShownOnce values={props.shown(rotated)} onClose={close} />}
      >
        {({ control, set }) => (
          <Select
            label={words.overlap}
            data={Object.entries(words.overlaps).map(([value, label]) => ({ value, label }))}
            {...control('overlapHours')}
            onChange={(hours) => set({ overlapHours: hours ?? '24' })}
            allowDeselect={false}
          />
        )}
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
