import type { ErrorItem, FinancingOption, Quote } from '@northbind/sdk';
import { useEffect, useMemo, useState } from 'react';
import type { PaymentTerms, SaleView } from '../../../shop-api.ts';
import { errorsOf, isUnreached, noErrors } from '../kit/api.ts';
import { addDays, addMonth } from '../kit/dates.ts';
import { dollarsIn, Form, Radios, TextField } from '../kit/form.tsx';
import { centsOf } from '../kit/money.ts';
import { useShop } from '../kit/shop.tsx';
import type { ChosenLoan } from '../kit/summary.tsx';
import { useTypedValue } from '../kit/typed.tsx';
import { useWords } from '../words/words.tsx';
import { BankAccountFields, bankAccountIn } from './bank-account-fields.tsx';
import { Disclosures, useDisclosures } from './disclosures.tsx';
import { LoanFacts } from './loan-facts.tsx';

interface PayMonthlyProps {
  readonly quote: Quote;
  readonly refused: readonly ErrorItem[];
  readonly onLoan: (loan: ChosenLoan | null) => void;
}

/** The customer's choices for the loan; its cost, priced by the lender as they change; and the account to debit. */
export function PayMonthly({ quote, refused, onLoan }: PayMonthlyProps) {
  const { words, money, date } = useWords();
  const { facts, postUntilAnswered, onSale } = useShop();
  const payee = facts.payee.name;
  const window = { from: addDays(quote.effectiveDate, 1), to: addMonth(quote.effectiveDate) };
  const agreed = facts.downPayment;
  const [downPayment, setDownPayment] = useTypedValue('financing.downPayment', String(agreed ?? 0));
  const [firstDate, setFirstDate] = useTypedValue('financing.firstInstallmentDate', window.to);
  const [months, setMonths] = useTypedValue('financing.loanTermInMonths', '');
  const [isAgreed, setAgreed] = useState(false);
  const wishes = useMemo(
    // An emptied field is no down payment.
    (): Wishes => ({ loan: { downPayment: dollarsIn(downPayment || '0'), firstInstallmentDate: firstDate } }),
    [downPayment, firstDate],
  );
  const downCents = centsOf(wishes.loan.downPayment || 0);
  const { options, quoteErrors, isCurrent, isAway } = useLoans(wishes);
  const option = options.find(({ loanTermInMonths }) => String(loanTermInMonths) === months) ?? options.at(-1);
  useEffect(() => {
    onLoan(option === undefined ? null : chosenLoan(option, downCents));
  }, [option, downCents, onLoan]);
  const terms = useTerms(wishes, isCurrent ? option : undefined);
  const given = useDisclosures(terms);
  // What is bought has to be what is shown.
  const mayBuy = given.isAgreed && isAgreed;
  const why = isAway
    ? words.shopAway
    : isCurrent && option === undefined
      ? words.payment.whyNoLoan
      : !given.isCurrent
        ? words.payment.whyWait
        : given.isAgreed
          ? words.payment.whyAgree
          : words.payment.whyTick;

  const buy = async (fields: FormData): Promise<void> => {
    if (!mayBuy) return;
    const bankAccount = bankAccountIn(fields);
    try {
      onSale(await postUntilAnswered<SaleView>('bind', { ...terms, bankAccount }, () => undefined));
    } catch (error) {
      given.askAgain(); // It may have been refused because they have changed.
      throw error;
    }
  };

  return (
    <Form
      refused={refused}
      found={quoteErrors}
      send={buy}
      action={
        option === undefined ? words.payment.buy : words.payment.buyMonthly(money(centsOf(option.installmentAmount)))
      }
      isDisabled={!mayBuy}
      why={why}
    >
      <div className="card">
        {agreed !== null && agreed > 0 && <p>{words.payment.downPaymentAgreed(money(downCents), payee)}</p>}
        <div className="pair">
          {agreed === null && (
            <TextField
              field="financing.downPayment"
              label={words.payment.downPayment}
              hint={words.payment.downPaymentHint(payee)}
              inputMode="decimal"
              autoComplete="off"
              value={downPayment}
              onChange={(event) => setDownPayment(event.target.value)}
            />
          )}
          <TextField
            field="financing.firstInstallmentDate"
            label={words.payment.firstInstallment}
            hint={words.payment.firstInstallmentHint(date(window.from), date(window.to))}
            type="date"
            min={window.from}
            max={window.to}
            value={firstDate}
            onChange={(event) => setFirstDate(event.target.value)}
          />
        </div>
        <Radios
          field="financing.loanTermInMonths"
          legend={words.payment.loanTerm}
          className="three"
          lead={options.length === 0 && !isCurrent && <p role="status">{isAway ? words.shopAway : words.loading}</p>}
          options={options.map(({ loanTermInMonths: value, installmentAmount }) => ({
            value,
            title: words.payment.months(value),
            text: `${money(centsOf(installmentAmount))} ${words.payment.perMonth}`,
          }))}
          chosen={option?.loanTermInMonths}
          onChoose={(chosen) => setMonths(String(chosen))}
        />
        {option !== undefined && <LoanFacts option={option} downCents={downCents} />}
      </div>
      <Disclosures given={given} />
      <div className="card">
        <BankAccountFields />
        <label className="tick">
          <input type="checkbox" checked={isAgreed} onChange={() => setAgreed(!isAgreed)} />
          {downCents > 0 ? words.payment.agreeWithDownPayment(money(downCents), payee) : words.payment.agree}
        </label>
      </div>
    </Form>
  );
}

function chosenLoan(
  { loanTermInMonths, installmentAmount, totalPayable }: FinancingOption,
  downCents: number,
): ChosenLoan {
  const inAllCents = centsOf(totalPayable) + downCents;
  return { months: loanTermInMonths, installmentCents: centsOf(installmentAmount), inAllCents };
}

interface Wishes {
  readonly loan: { readonly downPayment: number | null; readonly firstInstallmentDate: string };
}

/** Null while there is no loan for the wishes. */
function useTerms({ loan }: Wishes, option: FinancingOption | undefined): PaymentTerms | null {
  const { downPayment, firstInstallmentDate } = loan;
  const loanTermInMonths = option?.loanTermInMonths;
  return useMemo(() => {
    if (loanTermInMonths === undefined || downPayment === null) return null;
    return { paymentMethod: 'PFF', loan: { downPayment, firstInstallmentDate, loanTermInMonths } };
  }, [downPayment, firstInstallmentDate, loanTermInMonths]);
}

interface Loans {
  /** What they were asked for. */
  readonly wishes: Wishes | null;
  readonly options: readonly FinancingOption[];
  readonly quoteErrors: readonly ErrorItem[];
}

/**
 * The loans for the choices, a moment after the last change. The previous ones are shown until then, so that the page
 * does not jump, but they are not current.
 */
function useLoans(wishes: Wishes): Loans & { readonly isCurrent: boolean; readonly isAway: boolean } {
  const { post } = useShop();
  const [loans, setLoans] = useState<Loans>({ wishes: null, options: [], quoteErrors: noErrors });
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    let isStale = false;
    let timer: ReturnType<typeof setTimeout>;
    const show = (answered: Loans): void => {
      if (isStale) return;
      setAway(false);
      setLoans(answered);
    };
    const ask = (): void => {
      post<readonly FinancingOption[]>('financing', wishes)
        .then((options) => show({ wishes, options, quoteErrors: noErrors }))
        .catch((error: unknown) => {
          // The bind names the same fields inside its financing block.
          const quoteErrors = errorsOf(error).map((one) => ({ ...one, field: one.field && `financing.${one.field}` }));
          if (!isUnreached(error)) return show({ wishes, options: [], quoteErrors });
          if (isStale) return;
          setAway(true);
          timer = setTimeout(ask, 1_000);
        });
    };
    timer = setTimeout(ask, 250);
    return () => {
      isStale = true;
      clearTimeout(timer);
    };
  }, [post, wishes]);
  return { ...loans, isCurrent: loans.wishes === wishes, isAway };
}
