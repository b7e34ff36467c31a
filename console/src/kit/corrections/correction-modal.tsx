import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import type { SettleKind, WorkKind } from '../../../../src/domain/operator/needs-person.ts';
import type {
  DocumentsResendOrder,
  DueDateOrder,
  EmailAddressChanged,
  EmailAddressOrder,
  SettleOrder,
} from '../../../../src/operator/wire/correct.ts';
import { useWords } from '../../words/words.tsx';
import { ActModal } from '../act-modal.tsx';
import { api } from '../api.ts';
import { DateInput } from '../date-input.tsx';
import { CheckIcon } from '../icons.tsx';
import { AmendModal } from './amend-modal.tsx';
import { CancelModal } from './cancel-modal.tsx';
import type { Correction, CorrectionModalProps } from './correction.ts';
import { PaymentLinkModal, RevokePaymentLink } from './payment-link-modal.tsx';
import { RescindModal } from './rescind-modal.tsx';
import { SelectionModal } from './selection-modal.tsx';

/** Asks for what a correction needs, and sends it. */
export function CorrectionModal({ correction, ...state }: CorrectionModalProps<Correction>) {
  const { correct } = useWords();
  switch (correction.kind) {
    case 'retryReversal':
      return <Retry {...state} {...correct.retryReversal} work="reversals" id={correction.id} />;
    case 'retryCharge':
      return <Retry {...state} {...correct.retryCharge} work="charges" id={correction.id} />;
    case 'retryBind':
      return <Retry {...state} {...correct.retryBind} work="binds" id={correction.id} />;
    case 'resendMail': {
      const lead = correct.resendMail.lead(correction.to ?? correct.sameAddress);
      return <Retry {...state} {...correct.resendMail} lead={lead} work="mails" id={correction.id} />;
    }
    case 'settleReversal':
      return <Settle {...state} {...correct.settleReversal} work="reversals" id={correction.id} />;
    case 'settleCharge':
      return <Settle {...state} {...correct.settleCharge} work="charges" id={correction.id} />;
    case 'settleMail':
      return <Settle {...state} {...correct.settleMail} work="mails" id={correction.id} />;
    case 'settleDifference':
      return <Settle {...state} {...correct.settleDifference} work="differences" id={correction.id} />;
    case 'retryAll':
    case 'settleAll':
      return <SelectionModal {...state} correction={correction} />;
    case 'moveCharge':
      return <MoveCharge {...state} {...correction} />;
    case 'resendDocuments':
      return <ResendDocuments {...state} {...correction} />;
    case 'paymentLink':
      return <PaymentLinkModal {...state} {...correction} />;
    case 'revokePaymentLink':
      return <RevokePaymentLink {...state} {...correction} />;
    case 'email':
      return <CorrectEmail {...state} {...correction} />;
    case 'amend':
      return <AmendModal {...state} correction={correction} />;
    case 'declineRequest':
      return <DeclineRequest {...state} {...correction} />;
    case 'rescind':
      return <RescindModal {...state} {...correction} />;
    case 'cancel':
    case 'acceptRequest':
      return <CancelModal {...state} correction={correction} />;
  }
}

interface State {
  readonly opened: boolean;
  readonly onClose: () => void;
}

interface WorkModalProps<Kind extends WorkKind> extends State {
  readonly act: string;
  /** The act's name, unless it says more. */
  readonly title?: string;
  readonly lead: string;
  readonly done: string;
  readonly work: Kind;
  readonly id: string;
}

function Retry({ act, title = act, done, work, id, ...modal }: WorkModalProps<WorkKind>) {
  const { soon } = useWords().correct;
  return (
    <ActModal
      {...modal}
      title={title}
      confirm={act}
      done={`${done} ${soon}`}
      send={(reason) => api.post(`/api/work/${work}/${id}/retry`, { reason })}
    />
  );
}

function Settle({ act, title = act, work, id, ...modal }: WorkModalProps<SettleKind>) {
  const { correct, labels } = useWords();
  return (
    <ActModal
      {...modal}
      title={title}
      confirm={act}
      isDanger
      initial={{ reference: '' }}
      mayConfirm={({ reference }) => reference.trim() !== ''}
      send={(reason, { reference }) => {
        const order: SettleOrder = { reference: reference.trim(), reason };
        return api.post(`/api/work/${work}/${id}/settle`, order);
      }}
    >
      {({ text }) => (
        <TextInput
          label={labels.reference}
          description={correct.referenceHint}
          withAsterisk
          data-autofocus
          maxLength={100}
          {...text('reference')}
        />
      )}
    </ActModal>
  );
}

function MoveCharge({
  paymentId,
  dueOn: before,
  ...state
}: State & { readonly paymentId: string; readonly dueOn: string }) {
  const { act, title, lead, done, date } = useWords().correct.moveCharge;
  return (
    <ActModal
      {...{ ...state, title, lead, done }}
      confirm={act}
      initial={{ dueOn: before }}
      mayConfirm={({ dueOn }) => dueOn !== '' && dueOn !== before}
      send={(reason, { dueOn }) => {
        const order: DueDateOrder = { dueOn, reason };
        return api.put(`/api/due-charges/${paymentId}/date`, order);
      }}
    >
      {({ control }) => <DateInput withAsterisk label={date} {...control('dueOn')} />}
    </ActModal>
  );
}

function DeclineRequest({ policyNumber, ...state }: State & { readonly policyNumber: string }) {
  const { act, title, lead, done } = useWords().correct.declineRequest;
  return (
    <ActModal
      {...{ ...state, title, lead, done }}
      confirm={act}
      send={(reason) => api.post(`/api/policies/${policyNumber}/cancellation/decline`, { reason })}
    />
  );
}

const addressInput = { type: 'email', 'data-autofocus': true, autoComplete: 'off', maxLength: 254 };

function ResendDocuments({ policyNumber, ...state }: State & { readonly policyNumber: string }) {
  const { act, lead, done, address, addressHint } = useWords().correct.resendDocuments;
  return (
    <ActModal
      {...{ ...state, title: act, lead, done }}
      confirm={act}
      initial={{ toAddress: '' }}
      send={(reason, { toAddress }) => {
        const order: DocumentsResendOrder = { reason, ...(toAddress.trim() !== '' && { toAddress: toAddress.trim() }) };
        return api.post(`/api/policies/${policyNumber}/documents/resend`, order);
      }}
    >
      {({ text }) => <TextInput {...addressInput} label={address} description={addressHint} {...text('toAddress')} />}
    </ActModal>
  );
}

function CorrectEmail({
  policyNumber,
  current,
  ...state
}: State & { readonly policyNumber: string; readonly current?: string }) {
  const { correct, kit } = useWords();
  const { act, lead, done, address, moved, current: currently } = correct.email;
  return (
    <ActModal
      {...{ ...state, title: act, lead, done }}
      confirm={act}
      initial={{ emailAddress: '' }}
      mayConfirm={({ emailAddress }) => emailAddress.trim() !== ''}
      send={(reason, { emailAddress }) => {
        const order: EmailAddressOrder = { emailAddress: emailAddress.trim(), reason };
        return api.put<EmailAddressChanged>(`/api/policies/${policyNumber}/email-address`, order);
      }}
      result={({ mailsMoved }, close) => (
        <Stack>
          <Alert color="teal" icon={<CheckIcon />} title={done} role="status">
            {moved(mailsMoved)}
          </Alert>
          <Group justify="flex-end">
            <Button onClick={close}>{kit.close}</Button>
          </Group>
        </Stack>
      )}
    >
      {({ text }) => (
        <TextInput
          {...addressInput}
          label={address}
          description={current === undefined ? undefined : currently(current)}
          withAsterisk
          {...text('emailAddress')}
        />
      )}
    </ActModal>
  );
}
