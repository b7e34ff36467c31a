import { Alert, Button, Group, Stack, Switch, TextInput } from '@mantine/core';
import type { PaymentLinkOrder, PaymentLinkSent } from '../../../../src/operator/wire/correct.ts';
import { useWords } from '../../words/words.tsx';
import { ActModal } from '../act-modal.tsx';
import { api } from '../api.ts';
import { DateInput } from '../date-input.tsx';
import { CheckIcon } from '../icons.tsx';
import { ShownOnce } from '../shown-once.tsx';

interface LinkModalProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly policyNumber: string;
}

/** Mails the customer a link to pay, or shows it once. */
export function PaymentLinkModal({ policyNumber, ...state }: LinkModalProps) {
  const { correct, kit, format } = useWords();
  const { act, lead, done, days, chargeOn, show, showNow, address, mailed } = correct.paymentLink;
  return (
    <ActModal
      {...{ ...state, title: act, lead, done }}
      confirm={({ isShown }) => (isShown ? showNow : act)}
      initial={{ days: '7', chargeOn: '', isShown: false }}
      mayConfirm={(values) => /^([1-9]|[12]\d|30)$/.test(values.days)}
      send={(reason, values) => {
        const order: PaymentLinkOrder = {
          reason,
          days: Number(values.days),
          isShown: values.isShown,
          ...(values.chargeOn !== '' && { chargeOn: values.chargeOn }),
        };
        return api.post<PaymentLinkSent>(`/api/policies/${policyNumber}/payment-link`, order);
      }}
      result={(sent, close) =>
        sent.address === null ? (
          <Stack>
            <Alert color="teal" icon={<CheckIcon />} title={done} role="status">
              {mailed(format.date(sent.lastDay))}
            </Alert>
            <Group justify="flex-end">
              <Button onClick={close}>{kit.close}</Button>
            </Group>
          </Stack>
        ) : (
          <ShownOnce values={{ [address]: sent.address }} onClose={close} />
        )
      }
    >
      {({ text, control, values, set }) => (
        <>
          <TextInput label={days} inputMode="numeric" maxLength={2} withAsterisk data-autofocus {...text('days')} />
          <DateInput label={chargeOn} {...control('chargeOn')} />
          <Switch
            label={show}
            checked={values.isShown}
            onChange={(event) => set({ isShown: event.currentTarget.checked })}
          />
        </>
      )}
    </ActModal>
  );
}

export function RevokePaymentLink({ policyNumber, ...state }: LinkModalProps) {
  const { act, lead, done } = useWords().correct.revokePaymentLink;
  return (
    <ActModal
      {...{ ...state, title: act, lead, done }}
      confirm={act}
      isDanger
      send={(reason) => api.post(`/api/policies/${policyNumber}/payment-link/revoke`, { reason })}
    />
  );
}
