import { TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { DocumentsResendOrder } from '../../../../src/operator/wire/correct.ts';
import { useWords } from '../../words/words.tsx';
import { ActModal } from '../act-modal.tsx';
import { api } from '../api.ts';
import type { CorrectionModalProps, CorrectionOf } from './correction.tsx';

type Props = CorrectionModalProps<CorrectionOf<'resendDocuments'>>;

export function ResendDocumentsModal({ correction, opened, onClose }: Props) {
  const words = useWords().correct.resendDocuments;
  const [toAddress, setToAddress] = useState('');
  useEffect(() => {
    if (opened) setToAddress('');
  }, [opened]);
  return (
    <ActModal
      opened={opened}
      onClose={onClose}
      title={words.title}
      lead={words.lead}
      confirm={words.act}
      done={words.done}
      send={(reason) => {
        const given = toAddress.trim();
        const order: DocumentsResendOrder = { reason, ...(given !== '' && { toAddress: given }) };
        return api.post(`/api/policies/${correction.policyNumber}/documents/resend`, order);
      }}
    >
      {(faultAt) => (
        <TextInput
          type="email"
          label={words.address}
          description={words.addressHint}
          data-autofocus
          autoComplete="off"
          maxLength={254}
          value={toAddress}
          onChange={(event) => setToAddress(event.currentTarget.value)}
          error={faultAt('toAddress')}
        />
      )}
    </ActModal>
  );
}
