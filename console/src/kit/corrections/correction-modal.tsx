import type { ReactElement } from 'react';
import type * as wire from '../../../../src/operator/wire/correct.ts';
import { useWords } from '../../words/words.tsx';
import { ActModal } from '../act-modal.tsx';
import { ActResult } from '../act-result.tsx';
import { post, put } from '../api.ts';
import { todayHere } from '../format.ts';
import { DateInput, PickOne } from '../inputs.tsx';
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
    case 'revokePaymentLink':
    case 'declineRequest':
    case 'withdraw':
    case 'writeOff': {
      const { place, isDanger } = byReasonAlone[correction.kind];
      const path = `/api/policies/${correction.policyNumber}/${place}`;
      return <ByReason {...state} {...correct[correction.kind]} path={path} isDanger={isDanger} />;
    }
    case 'email':
      return <CorrectEmail {...state} {...correction} />;
    case 'amend':
      return <AmendModal {...state} correction={correction} />;
    case 'rescind':
      return <RescindModal {...state} {...correction} />;
    case 'cancel':
    case 'acceptRequest':
      return <CancelModal {...state} correction={correction} />;
  }
}

/** Acts on a policy that take nothing but a reason: where the API has them, and whether they take something away. */
const byReasonAlone = {
  revokePaymentLink: { place: 'payment-link/revoke', isDanger: true },
  declineRequest: { place: 'cancellation/decline', isDanger: false },
  withdraw: { place: 'cancellation/withdraw', isDanger: false },
  writeOff: { place: 'write-off', isDanger: true },
} as const;

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
  readonly title?: string;
  readonly lead: string;
  readonly done: string;
  readonly isDanger?: boolean;
  readonly dismiss?: string;
  readonly path: string;
}

function ByReason({ act, title = act, path, ...modal }: PostModalProps) {
  return <ActModal {...modal} title={title} confirm={act} to={post(path)} />;
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
      to={post<wire.SettleOrder>(path)}
      {...useReference()}
    />
  );
}

function useReference() {
  const { correct, labels } = useWords();
  return {
    texts: { reference: labels.reference, referenceHint: correct.referenceHint },
    fields: { reference: 100 },
  };
}

type SettleProps = ModalState & { readonly path: string };

/** With the day on which the money was given back, which stands on the customer's receipt. */
function SettleReversal({ path, ...state }: SettleProps) {
  const { act, lead, on, done } = useWords().correct.settleReversal;
  const { texts, fields } = useReference();
  return (
    <ActModal
      {...{ ...state, title: act, lead, done }}
      confirm={act}
      isDanger
      initial={{ reference: '', on: todayHere() }}
      required={['reference', 'on']}
      to={post<wire.SettleOrder>(path)}
      texts={{ ...texts, on }}
      fields={{ ...fields, on: (input) => <DateInput {...input} max={todayHere()} /> }}
    />
  );
}

/** Nobody knows whether the processor has made it: whoever settles it has to say. */
function SettleUnclearCharge({ path, ...state }: SettleProps) {
  const { act, lead, by, bys, byHelp, done } = useWords().correct.settleCharge;
  const { texts, fields } = useReference();
  return (
    <ActModal
      {...{ ...state, title: act, lead, done }}
      confirm={act}
      isDanger
      initial={{ reference: '', by: '' }}
      required={['reference', 'by']}
      to={post<wire.SettleOrder>(path)}
      texts={{ ...texts, by }}
      fields={{
        by: (input) => <PickOne<string> names={bys} help={byHelp} {...input} />,
        ...fields,
      }}
    />
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
      to={put<wire.DueDateOrder>(`/api/due-charges/${paymentId}/date`)}
      texts={{ dueOn: date }}
      fields={{ dueOn: (input) => <DateInput withAsterisk {...input} /> }}
    />
  );
}

const addressInput = { type: 'email', autoComplete: 'off', maxLength: 254 };

function ResendDocuments({ policyNumber, ...state }: PolicyModalProps) {
  const { correct, labels } = useWords();
  const { act, lead, done, addressHint } = correct.resendDocuments;
  return (
    <ActModal
      {...{ ...state, title: act, lead, done }}
      confirm={act}
      initial={{ toAddress: '' }}
      to={post<wire.DocumentsResendOrder>(`/api/policies/${policyNumber}/documents/resend`)}
      texts={{ toAddress: labels.to, toAddressHint: addressHint }}
      fields={{ toAddress: addressInput }}
    />
  );
}

function CorrectEmail({ policyNumber, current, ...state }: PolicyModalProps & { readonly current?: string }) {
  const { act, lead, done, address, moved, current: currently } = useWords().correct.email;
  return (
    <ActModal<{ readonly emailAddress: string }, wire.EmailAddressChanged>
      {...{ ...state, title: act, lead, done }}
      confirm={act}
      initial={{ emailAddress: '' }}
      required={['emailAddress']}
      to={put<wire.EmailAddressOrder>(`/api/policies/${policyNumber}/email-address`)}
      result={({ mailsMoved }, close) => <ActResult title={done} text={moved(mailsMoved)} onClose={close} />}
      texts={{ emailAddress: address, ...(current !== undefined && { emailAddressHint: currently(current) }) }}
      fields={{ emailAddress: addressInput }}
    />
  );
}
