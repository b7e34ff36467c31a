import type { PlainDate } from '../../domain/calendar.ts';
import type { ApplicationId } from '../../domain/ids.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { type Selection, selectCoverage } from '../../domain/quote/selection.ts';
import type { CoverageCategory } from '../../domain/quote/vocabulary.ts';
import { type Refused, refusal, refused } from '../../domain/refusal.ts';
import { type Application, readApplication } from '../../store/quote/application.ts';
import { judgeParties } from '../partner/judge-parties.ts';
import type { Parts } from '../parts.ts';

/** The selection sent to financing, card start and bind: the same rules and codes for all three. */
export interface CoverageChoice {
  readonly seller: Seller;
  readonly today: PlainDate;
  /** Null if what was sent is malformed. */
  readonly applicationId: ApplicationId | null;
  /** The one that the customer was shown; left out: whichever is quoted now. */
  readonly revision?: number;
  readonly coverageCategory: CoverageCategory;
  readonly paymentTermInYears: number;
  readonly selectedProducts: readonly string[];
}

export interface ChosenCoverage {
  readonly kind: 'chosen';
  readonly application: Application;
  readonly selection: Selection;
}

/** Reads the application in one round trip and checks the selection against its quote. */
export async function chooseCoverage(
  { database, reference }: Parts<'database' | 'reference'>,
  choice: CoverageChoice,
): Promise<ChosenCoverage | Refused> {
  const { seller, today, applicationId } = choice;
  const application = applicationId === null ? null : await readApplication(database, seller.id, applicationId);
  if (application === null) return refused(refusal('ApplicationNotFound', 'applicationId'));
  if (application.isBound) return refused(refusal('QuoteAlreadyBound', 'applicationId'));
  if (isRevised(application, choice.revision ?? null)) return refused(refusal('QuoteRevised', 'revision'));
  if (application.effectiveDate < today) return refused(refusal('EffectiveDateBackDate', 'effectiveDate'));
  const parties = judgeParties(reference(), { seller, quoted: application, today });
  if (parties.length > 0) return refused(...parties);
  const chosen = selectCoverage(application.options, { series: application.series, ...choice });
  return chosen.ok ? { kind: 'chosen', application, selection: chosen.selection } : refused(...chosen.refusals);
}

/** Whether the quote is another one than the customer was shown. */
export function isRevised(quoted: { readonly revision: number }, shown: number | null): boolean {
  return shown !== null && shown !== quoted.revision;
}
