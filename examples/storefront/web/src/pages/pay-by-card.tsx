import type { ErrorItem, Quote } from '@northbind/sdk';
import { useState } from 'react';
import type { CardOutcome, CardTicket, SaleView, Selection, ShopFacts, StartedCard } from '../../../shop-api.ts';
import { errorsOf, pause } from '../kit/api.ts';
import { Field, Form, textIn } from '../kit/form.tsx';
import { selectedIn, totalsOf } from '../kit/money.ts';
import { type Shop, useShop } from '../kit/shop.tsx';
import { useWords } from '../words/words.tsx';
import { CardForm } from './card-form.tsx';

interface PayByCardProps {
  readonly facts: ShopFacts;
  readonly quote: Quote;
  readonly selection: Selection;
  readonly onSale: (sale: SaleView) => void;
}

/**
 * Start, the processor's form, confirm, bind. What the form says is a hint: the server confirms, and only then binds. Confirm and bind
 * may be said twice, so a shop that crashes in between is asked again until it is back.
 */
export function PayByCard({ facts, quote, selection, onSale }: PayByCardProps) {
  const { words } = useWords();
  const shop = useShop();
  const [ticket, setTicket] = useState<CardTicket | null>(null);
  const [errors, setErrors] = useState<readonly ErrorItem[]>([]);
  const [note, setNote] = useState('');
  const [isStarting, setStarting] = useState(false);
  const [isFinishing, setFinishing] = useState(false);

  const start = (chargeDate: string): void => {
    setErrors([]);
    setNote('');
    setStarting(true);
    shop
      .post<StartedCard>('card', { selection, chargeDate })
      .then(({ ticket: started, sale }) => {
        onSale(sale);
        setTicket(started);
      })
      .catch((error: unknown) => setErrors(errorsOf(error)))
      .finally(() => setStarting(false));
  };

  const isAway = (): void => setNote(words.shopAway);
  const confirmAndBind = async (paid: CardTicket): Promise<void> => {
    const { status, message } = await confirm(shop, paid.ticket, isAway);
    if (status === 'Authorized') return onSale(await shop.postUntilAnswered('bind', { paymentMethod: 'CC' }, isAway));
    setNote(status === 'Declined' ? message : words.payment.notFinished);
  };
  const finish = (paid: CardTicket): void => {
    setTicket(null);
    setFinishing(true);
    setNote(words.payment.confirming);
    confirmAndBind(paid)
      .catch((error: unknown) => {
        setNote('');
        setErrors(errorsOf(error));
      })
      .finally(() => setFinishing(false));
  };

  return (
    <div className="card">
      {ticket === null && !isFinishing && (
        <ChargeDateForm
          facts={facts}
          quote={quote}
          selection={selection}
          errors={errors}
          isBusy={isStarting}
          onStart={start}
        />
      )}
      {ticket !== null && (
        <CardForm
          ticket={ticket}
          onConfirm={() => finish(ticket)}
          onCancel={() => {
            setTicket(null);
            setNote(words.payment.cancelled);
          }}
        />
      )}
      <p className={note === '' ? 'unseen' : 'note'} role="status">
        {note}
      </p>
    </div>
  );
}

const asksMax = 5;

/** `Pending` can be true for a moment after the form is done. */
async function confirm(shop: Shop, ticket: string, onWaiting: () => void): Promise<CardOutcome> {
  for (let asked = 1; ; asked += 1) {
    const outcome = await shop.postUntilAnswered<CardOutcome>('card/confirm', { ticket }, onWaiting);
    if (outcome.status !== 'Pending' || asked === asksMax) return outcome;
    await pause(1_500);
  }
}

interface ChargeDateFormProps extends Omit<PayByCardProps, 'onSale'> {
  readonly errors: readonly ErrorItem[];
  readonly isBusy: boolean;
  readonly onStart: (chargeDate: string) => void;
}

/** Who starts later may be charged later. */
function ChargeDateForm({ facts, quote, selection, errors, isBusy, onStart }: ChargeDateFormProps) {
  const { words, date, money } = useWords();
  const { today } = facts;
  const { effectiveDate } = quote;
  const [chargeDate, setChargeDate] = useState(effectiveDate);
  const amount = money(totalsOf(selectedIn(quote, selection)).totalCents);
  return (
    <Form errors={errors} onSubmit={(fields) => onStart(textIn(fields, 'chargeDate') || effectiveDate)}>
      {effectiveDate > today && (
        <Field
          field="chargeDate"
          label={words.payment.chargeDate}
          hint={words.payment.chargeDateHint(date(today), date(effectiveDate))}
        >
          {(input) => (
            <input
              {...input}
              type="date"
              min={today}
              max={effectiveDate}
              value={chargeDate}
              onChange={(event) => setChargeDate(event.target.value)}
            />
          )}
        </Field>
      )}
      <p>
        {chargeDate > today ? words.payment.chargedLater(amount, date(chargeDate)) : words.payment.chargedToday(amount)}
      </p>
      <div className="actions">
        <button type="submit" disabled={isBusy}>
          {words.payment.openCard}
        </button>
      </div>
    </Form>
  );
}
