import type { BindForm } from '../../domain/bind/judge-bind.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import {
  type DisclosedChoice,
  disclosuresFor,
  faultsOfAcknowledgements,
  missingAcknowledgements,
  missingTexts,
} from '../../domain/disclosure/disclosure-texts.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { type Refusal, refusal } from '../../domain/refusal.ts';
import { readGivenPapers } from '../../store/disclosure/disclosure.ts';
import type { Parts } from '../parts.ts';

export type JudgePapersParts = Parts<'database' | 'reference' | 'isProduction'>;

interface PapersAsked {
  readonly seller: Seller;
  readonly today: PlainDate;
  readonly now: Date;
  readonly form: Pick<BindForm, 'applicationId' | 'paymentMethod' | 'acknowledgements' | 'financing'>;
  readonly products: DisclosedChoice['products'];
}

/**
 * Says what speaks against a bind in what the customer was given and has acknowledged: a text that the law requires is
 * not there, a paper was not acknowledged or not given, or was so at a time that can't be.
 */
export async function judgePapers(
  parts: JudgePapersParts,
  { seller, form, today, now, products }: PapersAsked,
): Promise<readonly Refusal[]> {
  const { applicationId, paymentMethod, acknowledgements } = form;
  const { disclosures } = parts.reference();
  const choice: DisclosedChoice = {
    province: seller.province,
    products,
    paymentMethod,
    day: today,
    firstDebit: form.financing?.firstInstallmentDate ?? null,
  };
  const texts = disclosures === null ? [] : disclosuresFor(disclosures, choice);
  const lacking = judgeTexts(parts, texts, choice);
  if (lacking.length > 0) return lacking;
  const unacknowledged = seller.requiresAcknowledgements ? missingAcknowledgements(texts, acknowledgements) : [];
  const given = acknowledgements.length === 0 ? [] : await readGivenPapers(parts.database, { applicationId });
  const faults = faultsOfAcknowledgements(acknowledgements, given, now);
  const notGiven = faults.flatMap((fault) => (fault.kind === 'not given' ? [fault.paper] : []));
  return [
    ...judgeAcknowledged([...unacknowledged, ...notGiven]),
    ...faults.flatMap((fault) =>
      fault.kind === 'time'
        ? [refusal('AcknowledgementTimeInvalid', `acknowledgements[${fault.place}].acknowledgedAt`)]
        : [],
    ),
  ];
}

/** In production nothing is sold without the papers that the law requires; the sandbox has samples. */
export function judgeTexts(
  { isProduction }: Parts<'isProduction'>,
  given: Parameters<typeof missingTexts>[0],
  choice: Parameters<typeof missingTexts>[1],
): readonly Refusal[] {
  const missing = isProduction ? missingTexts(given, choice) : [];
  return missing.length === 0 ? [] : [refusal('DisclosureTextMissing', '', { kinds: missing })];
}

function judgeAcknowledged(missing: readonly string[]): readonly Refusal[] {
  const kinds = [...new Set(missing)];
  return kinds.length === 0 ? [] : [refusal('AcknowledgementRequired', 'acknowledgements', { kinds })];
}
