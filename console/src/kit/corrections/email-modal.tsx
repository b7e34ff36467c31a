import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { EmailAddressChanged, EmailAddressOrder } from '../../../../src/operator/wire/correct.ts';
import { useWords } from '../../words/words.tsx';
import { ActModal } from '../act-modal.tsx';
import { api } from '../api.ts';
import { CheckIcon } from '../icons.tsx';
import type { CorrectionModalProps, CorrectionOf } from './correction.tsx';

export function EmailModal({ correction, opened, onClose }: CorrectionModalProps<CorrectionOf<'email'>>) {
  const { correct, kit } = useWords();
  const words = correct.email;
  const [emailAddress, setEmailAddress] = useState('');
  useEffect(() => {
    if (opened) setEmailAddress('');
  }, [opened]);
  return (
    <ActModal<EmailAddressChanged>
      opened={opened}
      onClose={onClose}
      title={words.title}
      lead={words.lead}
      confirm={words.act}
      mayConfirm={emailAddress.trim() !== ''}
      done={words.done}
      send={(reason) => {
        const order: EmailAddressOrder = { emailAddress: emailAddress.trim(), reason };
        return api.put(`/api/policies/${correction.policyNumber}/email-address`, order);
      }}
      result={({ mailsMoved }, close) => (
        <Stack>
          <Alert color="teal" icon={<CheckIcon />} title={words.done} role="status">
            {words.moved(mailsMoved)}
          </Alert>
          <Group justify="flex-end">
            <Button onClick={close}>{kit.close}</Button>
          </Group>
        </Stack>
      )}
    >
      {(faultAt) => (
        <TextInput
          type="email"
          label={words.address}
          description={correction.current === undefined ? undefined : words.current(correction.current)}
          withAsterisk
          data-autofocus
          autoComplete="off"
          maxLength={254}
          value={emailAddress}
          onChange={(event) => setEmailAddress(event.currentTarget.value)}
          error={faultAt('emailAddress')}
        />
      )}
    </ActModal>
  );
}
