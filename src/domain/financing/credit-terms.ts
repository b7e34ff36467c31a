import type { PlainDate } from '../calendar.ts';
import type { BilingualName } from '../quote/vocabulary.ts';

/** What the lender states of a loan beside its figures, for the disclosure of the credit. */
export interface CreditTerms {
  /** Of the real dates, as the APR, but without the fee as a cost. */
  readonly annualRatePercent: number;
  readonly interestFrom: PlainDate;
  /** In one line. */
  readonly lenderAddress: string;
  /** As a lender in Quebec states it; null or left out by one without a permit. */
  readonly lenderPermit?: string | null | undefined;
  readonly prepaymentTerms: BilingualName;
  readonly defaultTerms: BilingualName;
}
