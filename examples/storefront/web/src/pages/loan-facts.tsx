import type { FinancingOption } from '@northbind/sdk';
import { centsOf } from '../kit/money.ts';
import { RepaymentPlot } from '../kit/repayment-plot.tsx';
import { useWords } from '../words/words.tsx';

/** What a loan costs, in the figures that a customer has a right to see before signing. */
export function LoanFacts({ option }: { readonly option: FinancingOption }) {
  const { words, money, language } = useWords();
  const { loanFacts } = words.payment;
  const rows = [
    [loanFacts.apr, `${option.apr.toLocaleString(`${language}-CA`, { minimumFractionDigits: 2 })} %`],
    [loanFacts.charge, money(centsOf(option.financeCharge))],
    [loanFacts.fee, money(centsOf(option.applicationFee))],
    [loanFacts.total, money(centsOf(option.totalPayable))],
  ] as const;
  return (
    <div className="loan">
      <dl className="facts wide">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <RepaymentPlot option={option} />
      <p className="hint">{words.payment.indicative}</p>
    </div>
  );
}
