import { Button, Group, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import type { Rotation } from '../../../src/operator/wire/onboard.ts';
import { useWords } from '../words/words.tsx';
import { ActModal } from './act-modal.tsx';
import { Facts } from './facts.tsx';
import { useFormat } from './format.ts';
import { Once, type Shown } from './once.tsx';
import { Panel } from './page.tsx';
import { useMay } from './session.tsx';

interface CredentialsProps<T> {
  readonly name: string;
  readonly issuedAt: string;
  readonly previousUntil: string | null;
  readonly rotateLabel: string;
  readonly rotate: (rotation: Rotation) => Promise<T>;
  readonly shown: (rotated: T) => readonly Shown[];
  readonly revoke: (reason: string) => Promise<unknown>;
}

/** A secret or a password: never shown again, but rotated with an overlap, and the one before revoked. */
export function Credentials<T>(props: CredentialsProps<T>) {
  const words = useWords().onboard.credentials;
  const format = useFormat();
  const mayChange = useMay('admin');
  const [isRotating, rotating] = useDisclosure(false);
  const [isRevoking, revoking] = useDisclosure(false);
  const [overlap, setOverlap] = useState('24');
  const isPreviousGood = props.previousUntil !== null && new Date(props.previousUntil) > new Date();
  return (
    <Panel
      title={words.title}
      aside={
        mayChange && (
          <Group gap="xs">
            {isPreviousGood && (
              <Button variant="default" size="xs" onClick={revoking.open}>
                {words.revoke}
              </Button>
            )}
            <Button variant="light" size="xs" onClick={rotating.open}>
              {props.rotateLabel}
            </Button>
          </Group>
        )
      }
    >
      <Facts
        facts={[
          [words.issued, format.time(props.issuedAt)],
          [
            words.previous,
            isPreviousGood && props.previousUntil
              ? words.previousUntil(format.time(props.previousUntil))
              : words.previousNone,
          ],
        ]}
      />
      <ActModal<T>
        opened={isRotating}
        onClose={rotating.close}
        title={words.rotateTitle(props.name)}
        lead={words.rotateLead}
        confirm={words.rotate}
        done={words.rotated}
        send={(reason) => props.rotate({ overlapHours: Number(overlap), reason })}
        result={(rotated, close) => <Once values={props.shown(rotated)} onClose={close} />}
      >
        {(faultAt) => (
          <Select
            label={words.overlap}
            data={Object.entries(words.overlaps).map(([value, label]) => ({ value, label }))}
            value={overlap}
            onChange={(value) => setOverlap(value ?? '24')}
            allowDeselect={false}
            error={faultAt('overlapHours')}
          />
        )}
      </ActModal>
      <ActModal
        opened={isRevoking}
        onClose={revoking.close}
        title={words.revokeTitle}
        lead={words.revokeLead}
        confirm={words.revoke}
        isDanger
        done={words.revoked}
        send={props.revoke}
      />
    </Panel>
  );
}
