import { Radio, Stack, TextInput, type TextInputProps } from '@mantine/core';
import type { ReactElement } from 'react';
import type {
  DocumentsResendOrder,
  DueDateOrder,
  EmailAddressChanged,
  EmailAddressOrder,
  SettleOrder,
} from '../../../../src/operator/wire/correct.ts';
import { useWords } from '../../words/words.tsx';
import { ActModal } from '../act-modal.tsx';
import { ActResult } from '../act-result.tsx';
import { api } from '../api.ts';
import { DateInput } from '../date-input.tsx';
import { todayHere } from '../format.ts';
import { AmendModal } from './amend-modal.tsx';
import { CancelModal } from './cancel-modal.tsx';
import {
  type Correction,
  type CorrectionModalProps,
  isOfWork,
  isSettling,
  type ModalState,
  type OfWork,
  type PolicyModalProps,
  workOf,
} from './correction.ts';
import { PaymentLinkModal } from './payment-link-modal.tsx';
import { RescindModal } from './rescind-modal.tsx';
import { SelectionModal } from './selection-modal.tsx';

/** Asks for what a correction needs, and sends it. */
export function CorrectionModal({ correction, ...state }: CorrectionModalProps<Correction>): ReactElement {
  const { correct } = useWords();
  if (isOfWork(correction)) return <WorkModal {...state} correction={correction} />;
  switch (correction.kind) {
    case 'resendMail': {
      const { lead, done, ...words } = correct.resendMail;
      const path = `/api/work/mails/${correction.id}/retry`;
      const to = correction.to ?? correct.sameAddress;
      return <ByReason {...state} {...words} lead={lead(to)} done={`${done} ${correct.soon}`} path={path} />;
    }
    case 'retryAll':
    case 'settleAll':
      return <SelectionModal {...state} correction={correction} />;
    case 'moveCharge':
      return <MoveCharge {...state} {...correction} />;
    case 'resendDocuments':
      return <ResendDocuments {...state} {...correction} />;
    case 'paymentLink':
      return <PaymentLinkModal {...state} {...correction} />;
    case 'revokePaymentLink': {
      const path = `/api/policies/${correction.policyNumber}/payment-link/revoke`;
      return <ByReason {...state} {...correct.revokePaymentLink} path={path} isDanger />;
    }
    case 'email':
      return <CorrectEmail {...state} {...correction} />;
    case 'amend':
      return <AmendModal {...state} correction={correction} />;
    case 'declineRequest': {
      const path = `/api/policies/${correction.policyNumber}/cancellation/decline`;
      return <ByReason {...state} {...correct.declineRequest} path={path} />;
    }
    case 'withdraw': {
      const path = `/api/policies/${correction.policyNumber}/cancellation/withdraw`;
      return <ByReason {...state} {...correct.withdraw} path={path} />;
    }
    case 'writeOff': {
      const path = `/api/policies/${correction.policyNumber}/write-off`;
      return <ByReason {...state} {...correct.writeOff} path={path} isDanger />;
    }
    case 'rescind':
      return <RescindModal {...state} {...correction} />;
    case 'cancel':
    case 'acceptRequest':
      return <CancelModal {...state} correction={correction} />;
  }
}

/** Retries or settles one piece of durable work, of any kind. */
function WorkModal({ correction: { kind, id, isUnclear }, ...state }: CorrectionModalProps<OfWork>) {
  const { correct } = useWords();
  const path = `/api/work/${workOf[kind]}/${id}`;
  if (kind === 'settleReversal') return <SettleReversal {...state} path={`${path}/settle`} />;
  if (kind === 'settleCharge' && isUnclear) return <SettleUnclearCharge {...state} path={`${path}/settle`} />;
  const { act, lead, done, ...others } = correct[kind];
  const words = { act, lead, ...('title' in others && { title: others.title }) };
  return isSettling(kind) ? (
    <Settle {...state} {...words} done={done} path={`${path}/settle`} />
  ) : (
    <ByReason {...state} {...words} done={`${done} ${correct.soon}`} path={`${path}/retry`} />
  );
}

interface PostModalProps extends ModalState {
  readonly act: string;
  /** The act's name, unless it says more. */
  readonly title?: string;
  readonly lead: string;
  readonly done: string;
  readonly isDanger?: boolean;
  readonly dismiss?: string;
  readonly path: string;
}

function ByReason({ act, title = act, path, ...modal }: PostModalProps) {
  return <ActModal {...modal} title={title} confirm={act} send={(reason) => api.post(path, { reason })} />;
}

function Settle({ act, path, ...modal }: PostModalProps) {
  return (
    <ActModal
      {...modal}
      title={act}
      confirm={act}
      isDanger
      initial={{ reference: '' }}
      required={['reference']}
      send={(reason, { reference }) => {
        const order: SettleOrder = { reference, reason };
        return api.post(path, order);
      }}
    >
      {({ text }) => <Reference {...text('reference')} />}
    </ActModal>
  );
}

type SettleProps = ModalState & { readonly path: string };

/** With the day on which the money was given back, which stands on the customer's receipt. */
function SettleReversal({ path, ...state }: SettleProps) {
  const { act, lead, on, done } = useWords().correct.settleReversal;
  return (
    <ActModal
      {...{ ...state, title: act, lead, done }}
      confirm={act}
      isDanger
      initial={{ reference: '', on: todayHere() }}
      required={['reference', 'on']}
      send={(reason, values) => {
        const order: SettleOrder = { ...values, reason };
        return api.post(path, order);
      }}
    >
      {({ text, control }) => (
        <>
          <Reference {...text('reference')} />
          <DateInput withAsterisk label={on} {...control('on')} max={todayHere()} />
        </>
      )}
    </ActModal>
  );
}

type PaidBy = NonNullable<SettleOrder['by']>;
const paidBys: readonly PaidBy[] = ['processor', 'outside'];

/** Nobody knows whether the processor has made it: whoever settles it has to say. */
function SettleUnclearCharge({ path, ...state }: SettleProps) {
  const { act, lead, by, bys, byHelp, done } = useWords().correct.settleCharge;
  return (
    <ActModal
      {...{ ...state, title: act, lead, done }}
      confirm={act}
      isDanger
      initial={{ reference: '', by: '' }}
      required={['reference', 'by']}
      send={(reason, { reference, by }) => {
        const order: SettleOrder = { reference, reason, by: by as PaidBy };
        return api.post(path, order);
      }}
    >
      {({ text, control }) => (
        <>
          <Radio.Group label={by} withAsterisk {...control('by')}>
            <Stack gap={8} mt={6}>
              {paidBys.map((one) => (
                <Radio key={one} value={one} label={bys[one]} description={byHelp[one]} />
              ))}
            </Stack>
          </Radio.Group>
          <Reference {...text('reference')} />
        </>
      )}
    </ActModal>
  );
}

function Reference(props: TextInputProps) {
  const { correct, labels } = useWords();
  return (
    <TextInput label={labels.reference} description={correct.referenceHint} data-autofocus maxLength={100} {...props} />
  );
}

function MoveCharge(props: ModalState & { readonly paymentId: string; readonly dueOn: string }) {
  const { paymentId, dueOn: before, ...state } = props;
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

const addressInput = { type: 'email', 'data-autofocus': true, autoComplete: 'off', maxLength: 254 };

function ResendDocuments({ policyNumber, ...state }: PolicyModalProps) {
  const { correct, labels } = useWords();
  const { act, lead, done, addressHint } = correct.resendDocuments;
  return (
    <ActModal
      {...{ ...state, title: act, lead, done }}
      confirm={act}
      initial={{ toAddress: '' }}
      send={(reason, { toAddress }) => {
        const order: DocumentsResendOrder = { reason, ...(toAddress !== '' && { toAddress }) };
        return api.post(`/api/policies/${policyNumber}/documents/resend`, order);
      }}
    >
      {({ text }) => <TextInput {...addressInput} label={labels.to} description={addressHint} {...text('toAddress')} />}
    </ActModal>
  );
}

function CorrectEmail({ policyNumber, current, ...state }: PolicyModalProps & { readonly current?: string }) {
  const { act, lead, done, address, moved, current: currently } = useWords().correct.email;
  return (
    <ActModal
      {...{ ...state, title: act, lead, done }}
      confirm={act}
      initial={{ emailAddress: '' }}
      required={['emailAddress']}
      send={(reason, { emailAddress }) => {
        const order: EmailAddressOrder = { emailAddress, reason };
        return api.put<EmailAddressChanged>(`/api/policies/${policyNumber}/email-address`, order);
      }}
      result={({ mailsMoved }, close) => <ActResult title={done} text={moved(mailsMoved)} onClose={close} />}
    >
      {({ text }) => (
        <TextInput
          {...addressInput}
          label={address}
          description={current === undefined ? undefined : currently(current)}
          {...text('emailAddress')}
        />
      )}
    </ActModal>
  );
}
