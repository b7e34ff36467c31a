import type { PaymentLinkOrder, PaymentLinkSent } from '../../../../src/operator/wire/correct.ts';
import { useWords } from '../../words/words.tsx';
import { ActModal } from '../act-modal.tsx';
import { ActResult } from '../act-result.tsx';
import { api } from '../api.ts';
import { ShownOnce } from '../shown-once.tsx';
import type { PolicyModalProps } from './correction.ts';

export function PaymentLinkModal({ policyNumber, ...state }: PolicyModalProps) {
  const { correct, format } = useWords();
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
          <ActResult title={done} text={mailed(format.date(sent.lastDay))} onClose={close} />
        ) : (
          <ShownOnce values={{ [address]: sent.address }} onClose={close} />
        )
      }
      texts={{ days, chargeOn, isShown: show }}
      fields={{
        days: { inputMode: 'numeric', maxLength: 2, withAsterisk: true },
        chargeOn: 'date',
        isShown: 'switch',
      }}
    />
  );
}
