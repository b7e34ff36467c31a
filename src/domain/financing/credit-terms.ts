import type { PlainDate } from '../calendar.ts';
import type { BilingualName } from '../quote/vocabulary.ts';

/** What the lender states of a loan beside its figures, for the disclosure of the credit. */
export interface CreditTerms {
  /** Without the fee; the APR holds it. */
  readonly annualRatePercent: number;
  readonly interestFrom: PlainDate;
  /** In one line. */
  readonly lenderAddress: string;
  readonly prepaymentTerms: BilingualName;
  readonly defaultTerms: BilingualName;
}
