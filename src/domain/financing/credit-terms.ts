import type { PlainDate } from '../calendar.ts';
import type { BilingualName } from '../quote/vocabulary.ts';

/** What the lender states of a loan beside its figures, for the disclosure of the credit. */
export interface CreditTerms {
  /** The rate follows from the real dates, as the APR does, but does not count the fee as a cost. */
  readonly annualRatePercent: number;
  readonly interestFrom: PlainDate;
  /** The address is written in one line. */
  readonly lenderAddress: string;
  /** A lender in Quebec states it; a lender without a permit sends null or leaves it out. */
  readonly lenderPermit?: string | null | undefined;
  readonly prepaymentTerms: BilingualName;
  readonly defaultTerms: BilingualName;
}
