import type { FinancingOption } from '@northbind/sdk';
import { Facts } from '../kit/facts.tsx';
import { centsOf } from '../kit/money.ts';
import { RepaymentPlot } from '../kit/repayment-plot.tsx';
import { useShop } from '../kit/shop.tsx';
import { useWords } from '../words/words.tsx';

/** What a loan costs, in the figures that a customer has a right to see before signing. */
export function LoanFacts({ option, downCents }: { readonly option: FinancingOption; readonly downCents: number }) {
  const { words, money, language } = useWords();
  const { payee, province } = useShop().facts;
  const { loanFacts } = words.payment;
  return (
    <div className="loan">
      <Facts
        className="facts wide"
        facts={{
          [loanFacts.downPayment(payee.name)]: downCents > 0 ? money(downCents) : null,
          [province === 'QC' ? loanFacts.creditRate : loanFacts.apr]: (option.apr / 100).toLocaleString(
            `${language}-CA`,
            {
              style: 'percent',
              minimumFractionDigits: 2,
            },
          ),
          [words.payment.charge]: money(centsOf(option.financeCharge)),
          [loanFacts.fee]: money(centsOf(option.applicationFee)),
          [loanFacts.total]: money(centsOf(option.totalPayable)),
        }}
      />
      <RepaymentPlot option={option} />
      <p className="hint">{words.payment.indicative}</p>
    </div>
  );
}
