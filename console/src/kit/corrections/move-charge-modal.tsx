import { useEffect, useState } from 'react';
import type { DueDateOrder } from '../../../../src/operator/wire/correct.ts';
import { useWords } from '../../words/words.tsx';
import { ActModal } from '../act-modal.tsx';
import { api } from '../api.ts';
import { DateInput } from '../date-input.tsx';
import type { CorrectionModalProps, CorrectionOf } from './correction.tsx';

export function MoveChargeModal({ correction, opened, onClose }: CorrectionModalProps<CorrectionOf<'moveCharge'>>) {
  const words = useWords().correct.moveCharge;
  const [dueOn, setDueOn] = useState(correction.dueOn);
  useEffect(() => {
    if (opened) setDueOn(correction.dueOn);
  }, [opened, correction]);
  return (
    <ActModal
      opened={opened}
      onClose={onClose}
      title={words.title}
      lead={words.lead}
      confirm={words.act}
      mayConfirm={dueOn !== '' && dueOn !== correction.dueOn}
      done={words.done}
      send={(reason) => {
        const order: DueDateOrder = { dueOn, reason };
        return api.put(`/api/due-charges/${correction.paymentId}/date`, order);
      }}
    >
      {(faultAt) => (
        <DateInput isRequired label={words.date} value={dueOn} onChange={setDueOn} error={faultAt('dueOn')} />
      )}
    </ActModal>
  );
}
