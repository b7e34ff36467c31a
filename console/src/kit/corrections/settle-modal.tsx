import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { SettleOrder } from '../../../../src/operator/wire/correct.ts';
import { useWords } from '../../words/words.tsx';
import { ActModal } from '../act-modal.tsx';
import { api } from '../api.ts';
import type { CorrectionModalProps, CorrectionOf } from './correction.tsx';

type Settle = CorrectionOf<'settleReversal' | 'settleCharge'>;

/** It was put right outside: where can it be found? */
export function SettleModal({ correction, opened, onClose }: CorrectionModalProps<Settle>) {
  const { correct } = useWords();
  const words = correct[correction.kind];
  const [reference, setReference] = useState('');
  useEffect(() => {
    if (opened) setReference('');
  }, [opened]);
  const path =
    correction.kind === 'settleReversal'
      ? `/api/reversals/${correction.id}/settle`
      : `/api/due-charges/${correction.paymentId}/settle`;
  return (
    <ActModal
      opened={opened}
      onClose={onClose}
      title={words.title}
      lead={words.lead}
      confirm={words.act}
      isDanger
      mayConfirm={reference.trim() !== ''}
      done={words.done}
      send={(reason) => {
        const order: SettleOrder = { reference: reference.trim(), reason };
        return api.post(path, order);
      }}
    >
      {(faultAt) => (
        <TextInput
          label={correct.reference}
          description={correct.referenceHint}
          withAsterisk
          data-autofocus
          maxLength={100}
          value={reference}
          onChange={(event) => setReference(event.currentTarget.value)}
          error={faultAt('reference')}
        />
      )}
    </ActModal>
  );
}
