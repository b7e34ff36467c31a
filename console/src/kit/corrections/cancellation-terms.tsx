import type { CancellationPreview } from '../../../../src/operator/wire/correct.ts';
import { useSpeech } from '../../words/words.tsx';
import { DataTable } from '../data-table.tsx';
import { Facts } from '../facts.tsx';
import { useFormat } from '../format.ts';
import classes from './cancellation-terms.module.css';

/** What a cancellation comes to: the sum large, how it gets to the customer, and the lines below. */
export function CancellationTerms({ terms }: { readonly terms: CancellationPreview }) {
  const { words: all, language } = useSpeech();
  const words = all.correct.cancel;
  const format = useFormat();
  const { card, loanNumber } = terms;
  return (
    <section className={classes.terms} aria-live="polite">
      <div className={classes.head}>
        <div>
          <p className={classes.label}>{words.refund}</p>
          <p className={classes.refund}>{format.money(terms.refundCents)}</p>
        </div>
        <p className={classes.settlement}>
          {words.settlement[terms.settlement]}
          {card && (
            <>
              <br />
              {card.cardType} {card.maskedCardNumber}
            </>
          )}
          {loanNumber && (
            <>
              <br />
              {words.loan} {loanNumber}
            </>
          )}
        </p>
      </div>
      <Facts
        facts={[
          [words.total, format.money(terms.totalCents)],
          [words.premium, format.money(terms.premiumBackCents)],
          [words.tax, format.money(terms.taxBackCents)],
          [words.kept, format.money(terms.keptCents)],
        ]}
      />
      <DataTable
        caption={words.caption}
        rows={terms.lines}
        keyOf={(line) => line.productType}
        columns={[
          { header: words.product, isName: true, cell: (line) => line.productName[language] },
          {
            header: words.days,
            isNumber: true,
            cell: (line) => words.daysOf(format.number(line.daysUnused), format.number(line.daysTotal)),
          },
          { header: words.paid, isNumber: true, cell: (line) => format.money(line.premiumCents + line.taxCents) },
          {
            header: words.back,
            isNumber: true,
            cell: (line) => format.money(line.premiumBackCents + line.taxBackCents),
          },
        ]}
      />
    </section>
  );
}
