import { useEffect, useState } from 'react';
import type { Activation } from '../../../../src/operator/wire/tariff.ts';
import { ActModal } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { DateInput } from '../../kit/date-input.tsx';
import { todayHere } from '../../kit/format.ts';
import { useWords } from '../../words/words.tsx';

interface ActivateModalProps {
  readonly version: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function ActivateModal({ version, opened, onClose }: ActivateModalProps) {
  const words = useWords().tariff.books;
  const [activeFrom, setActiveFrom] = useState(todayHere());
  useEffect(() => {
    if (opened) setActiveFrom(todayHere());
  }, [opened]);
  return (
    <ActModal
      opened={opened}
      onClose={onClose}
      title={words.activateTitle(version)}
      lead={words.activateLead}
      confirm={words.activate}
      mayConfirm={activeFrom !== ''}
      done={words.activated}
      send={(reason) => {
        const activation: Activation = { activeFrom, reason };
        return api.post(`/api/rate-books/${encodeURIComponent(version)}/activate`, activation);
      }}
    >
      {(faultAt) => (
        <DateInput
          isRequired
          label={words.activateFrom}
          value={activeFrom}
          onChange={setActiveFrom}
          error={faultAt('activeFrom')}
        />
      )}
    </ActModal>
  );
}
