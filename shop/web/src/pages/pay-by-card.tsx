import type { Quote } from '@northbind/sdk';
import { useState } from 'react';
import type { CardOutcome, CardTicket, PaymentTerms, Selection, StartedCard } from '../../../shop-api.ts';
import { errorsOf, noErrors } from '../kit/api.ts';
import { selectedIn, totalsOf } from '../kit/money.ts';
import { Outcome } from '../kit/outcome.tsx';
import { useShop } from '../kit/shop.tsx';
import { useWords } from '../words/words.tsx';
import { CardForm } from './card-form.tsx';
import { ChargeDateForm } from './charge-date-form.tsx';
import { Disclosures, useDisclosures } from './disclosures.tsx';
import { FinishByCard } from './finish-by-card.tsx';

/**
 * Start, the processor's form, confirm, bind. The form only gives a hint: the server confirms, and only then binds.
 * Confirm and bind can be repeated, so they are sent again after a crash of the shop. A customer who leaves in between
 * can come back and finish with the authorized card.
 */
export function PayByCard({ quote, selection }: { readonly quote: Quote; readonly selection: Selection }) {
  const { words, money, errorText } = useWords();
  const { sale, onSale, post, postUntilAnswered, postOnLeave } = useShop();
  const { card } = sale;
  const [opened, setOpened] = useState<OpenedCard | null>(null);
  const [errors, setErrors] = useState(noErrors);
  const [note, setNote] = useState('');
  const [isDeclined, setDeclined] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isOtherWished, setOtherWished] = useState(false);
  const given = useDisclosures(byCard);
  const amount = money(totalsOf(selectedIn(quote, selection)).totalCents);

  const act = (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setErrors(noErrors);
    setNote('');
    setDeclined(false);
    return work()
      .catch((error: unknown) => {
        setNote('');
        setErrors(errorsOf(error));
        given.askAgain(); // It may have been refused because they have changed.
      })
      .finally(() => setBusy(false));
  };
  const isAway = (): void => setNote(words.shopAway);

  const open = async (chargeDate: string): Promise<void> => {
    const started = await post<StartedCard>('card', { chargeDate });
    onSale(started.sale);
    setOpened({ ticket: started.ticket, chargeDate });
    setOtherWished(false);
  };
  const bind = async (): Promise<void> => {
    setNote(words.payment.buying);
    onSale(await postUntilAnswered('bind', byCard, isAway));
  };
  const confirmAndBind = async ({ ticket, chargeDate }: OpenedCard): Promise<void> => {
    setOpened(null);
    setNote(words.payment.confirming);
    const outcome = await postUntilAnswered<CardOutcome>('card/confirm', { ticket: ticket.ticket }, isAway);
    if (outcome.status === 'Authorized') {
      onSale(outcome.sale);
      return bind();
    }
    if (outcome.status !== 'Declined') return setNote(words.payment.notFinished);
    setNote(errorText({ code: 'CardPaymentDeclined', field: '', message: outcome.message }, null));
    setDeclined(true);
    await open(chargeDate); // A payment is for one card; the form is opened again for another one.
  };
  /** Confirms without a bind: a customer who leaves buys nothing. */
  const confirmOnly = (left: CardTicket): void => {
    postOnLeave<CardOutcome>('card/confirm', { ticket: left.ticket })
      .then((outcome) => outcome.status === 'Authorized' && onSale(outcome.sale))
      .catch((error: unknown) => void errorsOf(error)); // The card was not charged, and its authorization lapses.
  };

  const why = isBusy
    ? null
    : given.isCurrent
      ? words.payment.whyTick
      : given.errors.length > 0
        ? null
        : words.payment.whyWait;
  const form = { amount, errors, isDisabled: isBusy || !given.isAgreed, isSent: isBusy, why };
  return (
    <>
      <Disclosures given={given} />
      <div className="card">
        <Outcome text={note} isBad={isDeclined} />
        {opened !== null ? (
          <CardForm
            ticket={opened.ticket}
            amount={amount}
            chargeDate={opened.chargeDate}
            onConfirm={() => act(() => confirmAndBind(opened))}
            onCancel={() => {
              setOpened(null);
              setNote(words.payment.cancelled);
            }}
            onLeave={() => confirmOnly(opened.ticket)}
          />
        ) : card !== null && !isOtherWished ? (
          <FinishByCard
            {...form}
            card={card}
            isSettled={given.isCurrent || given.errors.length > 0}
            send={() => act(bind)}
            onOther={() => setOtherWished(true)}
          />
        ) : (
          <ChargeDateForm
            {...form}
            effectiveDate={quote.effectiveDate}
            onStart={(chargeDate) => act(() => open(chargeDate))}
          />
        )}
      </div>
    </>
  );
}

const byCard: PaymentTerms = { paymentMethod: 'CC' };

type OpenedCard = Pick<StartedCard, 'ticket'> & { readonly chargeDate: string };
