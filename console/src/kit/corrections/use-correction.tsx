import { type ReactElement, type ReactNode, useState } from 'react';
import type { SelectionDone } from '../../../../src/domain/work/needs-person.ts';
import type * as wire from '../../../../src/operator/wire/correct.ts';
import type { GoodwillOrder } from '../../../../src/operator/wire/money.ts';
import { type Speech, useWords } from '../../words/words.tsx';
import { ActModal, type ActModalProps } from '../act-modal.tsx';
import { ActResult } from '../act-result.tsx';
import { centsOf } from '../amount.ts';
import { api, post, put } from '../api.ts';
import { DateInput, PickFrom, PickOne } from '../inputs.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { AmendModal } from './amend-modal.tsx';
import { CancelModal, RescindModal } from './cancel-modal.tsx';
import {
  type Choose,
  type Correction,
  type CorrectionModalProps,
  isOfWork,
  isSettling,
  type ModalState,
  type Moved,
  type OfWork,
  type Plain,
  workOf,
} from './correction.ts';
import { shownOf } from './money-facts.ts';
import { RecordMoneyModal } from './record-money-modal.tsx';

export function useCorrection(): readonly [Choose, ReactNode] {
  const [chosen, setChosen] = useState<Correction | null>(null);
  const [isOpen, setOpen] = useState(false);
  const choose = (correction: Correction): void => {
    setChosen(correction);
    setOpen(true);
  };
  return [choose, chosen && <CorrectionModal correction={chosen} opened={isOpen} onClose={() => setOpen(false)} />];
}

function CorrectionModal({ correction, ...state }: CorrectionModalProps<Correction>): ReactElement {
  const speech = useWords();
  switch (correction.kind) {
    case 'amend':
      return <AmendModal {...state} correction={correction} />;
    case 'rescind':
      return <RescindModal {...state} {...correction} />;
    case 'cancel':
    case 'acceptRequest':
      return <CancelModal {...state} correction={correction} />;
    case 'recordMoney':
      return <RecordMoneyModal {...state} correction={correction} />;
    default:
      return <ActModal {...state} {...askedOf(correction, speech)} />;
  }
}

type Asked<V extends object, T> = Omit<ActModalProps<V, T>, keyof ModalState>;

interface Told {
  readonly act: string;
  readonly title?: string;
  readonly lead: string;
  readonly done: string;
  readonly dismiss?: string;
}

/** The words of a correction, what its dialog asks beside the reason, and where it is sent. */
function ask<V extends object, T>({ act, title = act, ...told }: Told, asked: Partial<Asked<V, T>>) {
  return { title, confirm: act, ...told, ...asked } as unknown as Asked<object, unknown>;
}

function askedOf(correction: Plain, speech: Speech): Asked<object, unknown> {
  const { correct, labels } = speech;
  if (isOfWork(correction)) return askedOfWork(correction, speech);
  switch (correction.kind) {
    case 'resendMail': {
      const { lead, done, ...words } = correct.resendMail;
      const told = { ...words, lead: lead(correction.to ?? correct.sameAddress), done: `${done} ${correct.soon}` };
      return ask(told, { to: post(`/api/work/mails/${correction.id}/retry`) });
    }
    case 'retryAll':
    case 'settleAll':
      return askedOfSelection(correction, speech);
    case 'moveCharge': {
      const { date, ...words } = correct.moveCharge;
      return ask(words, {
        initial: { dueOn: correction.dueOn },
        mayConfirm: ({ dueOn }) => dueOn !== '' && dueOn !== correction.dueOn,
        to: put<wire.DueDateOrder>(`/api/due-charges/${correction.paymentId}/date`),
        texts: { dueOn: date },
        fields: { dueOn: (input) => <DateInput withAsterisk {...input} /> },
      });
    }
    case 'paymentLink':
      return askedOfLink(correction.policyNumber, speech);
    case 'writeOff': {
      const { confirm, ...words } = correct.writeOff;
      const { policyNumber, amountCents } = correction;
      return ask(words, {
        isDanger: true,
        ...(amountCents !== null && { confirm: confirm(speech.format.money(amountCents)) }),
        to: post(`/api/policies/${policyNumber}/write-off`),
      });
    }
    case 'revokePaymentLink':
    case 'withdraw':
    case 'reinstate': {
      const { place, isDanger } = byReasonAlone[correction.kind];
      return ask(correct[correction.kind], { isDanger, to: post(`/api/policies/${correction.policyNumber}/${place}`) });
    }
    case 'goodwill':
      return askedOfGoodwill(correction, speech);
    case 'voidEntry': {
      const { title, ...words } = correct.voidEntry;
      const { policyNumber, entryId, what, amountCents } = correction;
      return ask(
        { ...words, title: title(speech.account.kinds[what], speech.format.money(amountCents)) },
        { isDanger: true, to: post(`/api/policies/${policyNumber}/entries/${entryId}/void`) },
      );
    }
    case 'declineRequest': {
      const { policyNumber, requestId } = correction;
      return ask(correct.declineRequest, {
        initial: { requestId },
        to: post<wire.DeclineOrder>(`/api/policies/${policyNumber}/cancellation/decline`),
      });
    }
    case 'resendDocuments': {
      const { addressHint, ...words } = correct.resendDocuments;
      return ask(words, {
        initial: { toAddress: '' },
        to: post<wire.DocumentsResendOrder>(`/api/policies/${correction.policyNumber}/documents/resend`),
        texts: { toAddress: labels.to, toAddressHint: addressHint },
        fields: { toAddress: addressInput },
      });
    }
    case 'email': {
      const { address, moved, current, ...words } = correct.email;
      return ask<{ readonly emailAddress: string }, wire.EmailAddressChanged>(words, {
        initial: { emailAddress: '' },
        required: ['emailAddress'],
        to: put<wire.EmailAddressOrder>(`/api/policies/${correction.policyNumber}/email-address`),
        result: ({ mailsMoved }, close) => <ActResult title={words.done} text={moved(mailsMoved)} onClose={close} />,
        texts: { emailAddress: address, emailAddressHint: correction.current && current(correction.current) },
        fields: { emailAddress: addressInput },
      });
    }
  }
}

const addressInput = { type: 'email', autoComplete: 'off', maxLength: 254 };

/** Acts on a policy that take nothing but a reason: where the API has them, and whether they take something away. */
const byReasonAlone = {
  revokePaymentLink: { place: 'payment-link/revoke', isDanger: true },
  withdraw: { place: 'cancellation/withdraw', isDanger: false },
  reinstate: { place: 'reinstatement', isDanger: false },
} as const;

/**
 * A refund is settled with its day, which stands on the customer's receipt; a charge of which nobody knows whether the
 * processor has made it, with how it was paid.
 */
function askedOfWork({ kind, id, isUnclearForADay, today, money }: OfWork, { correct, labels, format }: Speech) {
  const path = `/api/work/${workOf[kind]}/${id}`;
  const words = correct[kind];
  const moved = money && movedText(kind, money, { correct, format });
  const confirm = moved && { confirm: moved };
  if (!isSettling(kind))
    return ask({ ...words, done: `${words.done} ${correct.soon}` }, { ...confirm, to: post(`${path}/retry`) });
  const { by, bys, byHelp } = correct.settleCharge;
  const hasDay = kind === 'settleReversal';
  const day = today ?? format.today();
  const hasWay = kind === 'settleCharge' && isUnclearForADay === true;
  return ask<{ by: string; reference: string; on: string }, unknown>(words, {
    ...confirm,
    isDanger: true,
    initial: { by: '', reference: '', on: hasDay ? day : '' },
    required: ['reference', ...(hasDay ? (['on'] as const) : []), ...(hasWay ? (['by'] as const) : [])],
    to: post<wire.SettleOrder>(`${path}/settle`),
    texts: { by, reference: labels.reference, referenceHint: correct.referenceHint, on: correct.settleReversal.on },
    fields: {
      by: hasWay && ((input) => <PickOne<string> names={bys} help={byHelp} {...input} />),
      reference: 100,
      on: hasDay && ((input) => <DateInput {...input} max={day} />),
    },
  });
}

/** How much the button moves, and where; undefined where the amount is not known. */
function movedText(
  kind: OfWork['kind'],
  { amountCents, card, payee }: Moved,
  { correct: { movesTo, ...correct }, format }: Pick<Speech, 'correct' | 'format'>,
): string | undefined {
  if (amountCents === null) return undefined;
  const amount = format.money(amountCents);
  switch (kind) {
    case 'retryCharge':
      return correct.retryCharge.confirm(amount, card === null ? movesTo.Card : format.card(card));
    case 'retryReversal':
      return correct.retryReversal.confirm(
        amount,
        payee === 'Card' && card !== null ? format.card(card) : movesTo[payee ?? 'Card'],
      );
    case 'settleReversal':
      return correct.settleReversal.confirm(amount);
    case 'settleCharge':
      return correct.settleCharge.confirm(amount);
    case 'retryBind':
    case 'retryLinkMail':
    case 'retryLetter':
    case 'settleMail':
    case 'settleLinkMail':
    case 'settleLetter':
    case 'settleDifference':
      return undefined;
  }
}

function askedOfGoodwill(
  { policyNumber, maxCents, account }: Extract<Plain, { kind: 'goodwill' }>,
  { correct, format }: Speech,
) {
  const { amount, lead, confirm, ...words } = correct.goodwill;
  const most = format.money(maxCents);
  return ask<{ readonly amount: string }, unknown>(
    { ...words, lead: lead(most) },
    {
      confirm: (given) => confirm(format.money(centsOf(given.amount) ?? 0)),
      initial: { amount: '' },
      required: ['amount'],
      mayConfirm: (given) => (centsOf(given.amount) ?? 0) > 0,
      send: (reason, given) => {
        const order: GoodwillOrder = { amountCents: centsOf(given.amount)!, reason, shown: shownOf(account) };
        return api.post(`/api/policies/${policyNumber}/goodwill`, order);
      },
      texts: { amount },
      fields: { amount: { inputMode: 'decimal', maxLength: 12, autoComplete: 'off' } },
    },
  );
}

/** The same correction for all stuck work of a kind, or for that which failed in one way. */
function askedOfSelection(
  { kind, work, failures }: Extract<Plain, { work: unknown }>,
  { correct, labels, today, facts }: Speech,
) {
  const words = correct[kind];
  const { failure, all, counts } = correct.selection;
  const names = Object.fromEntries([[anyFailure, all], ...failures.map((one) => [one, today.failures[one]])]);
  const settles = isSettling(kind);
  return ask(
    { ...words, title: `${words.act}${facts.colon} ${today.kinds[work]}` },
    {
      isDanger: settles,
      initial: { failure: anyFailure, reference: '' },
      required: settles ? ['reference'] : [],
      send: (reason, given) =>
        sendPortions(`/api/work/${work}/${settles ? 'settle' : 'retry'}`, {
          reason,
          ...(given.failure !== anyFailure && { failure: given.failure }),
          ...(settles && { reference: given.reference }),
        }),
      result: ({ done, refused }, close) => (
        <ActResult title={words.done} text={counts(done, refused)} onClose={close} />
      ),
      texts: { failure, reference: labels.reference, referenceHint: correct.referenceHint },
      fields: {
        failure: failures.length > 0 && ((input) => <PickFrom<string> names={names} {...input} />),
        reference: settles && 100,
      },
    },
  );
}

const anyFailure = 'any';

/** The service does a few hundred at a time. */
async function sendPortions(path: string, order: object): Promise<Pick<SelectionDone, 'done' | 'refused'>> {
  const sum = { done: 0, refused: 0 };
  for (let cursor: string | null = null; ; ) {
    const portion: SelectionDone = await api.post(path, { ...order, ...(cursor !== null && { cursor }) });
    sum.done += portion.done;
    sum.refused += portion.refused;
    if (portion.nextCursor === null) return sum;
    cursor = portion.nextCursor;
  }
}

function askedOfLink(policyNumber: string, { correct, format }: Speech) {
  const { days, chargeOn, show, showNow, address, mailed, ...words } = correct.paymentLink;
  return ask(words, {
    confirm: ({ isShown }) => (isShown ? showNow : words.act),
    initial: { days: '7', chargeOn: '', isShown: false },
    mayConfirm: (values) => /^([1-9]|[12]\d|30)$/.test(values.days),
    to: post<wire.PaymentLinkOrder>(`/api/policies/${policyNumber}/payment-link`),
    result: (sent: wire.PaymentLinkSent, close) =>
      sent.address === null ? (
        <ActResult title={words.done} text={mailed(format.date(sent.lastDay))} onClose={close} />
      ) : (
        <ShownOnce values={{ [address]: sent.address }} onClose={close} />
      ),
    texts: { days, chargeOn, isShown: show },
    fields: {
      days: { inputMode: 'numeric', maxLength: 2, withAsterisk: true },
      chargeOn: 'date',
      isShown: 'switch',
    },
  });
}
