import type { BindForm, BindRequest } from '../../domain/bind/judge-bind.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import {
  type DisclosedChoice,
  type DisclosureText,
  disclosuresFor,
  missingAcknowledgements,
  missingTexts,
} from '../../domain/disclosure/disclosure-texts.ts';
import {
  type Acknowledgement,
  type AcknowledgementSent,
  judgeAcknowledgements,
} from '../../domain/disclosure/paper.ts';
import { type Wording, wordingsFor } from '../../domain/document/wording.ts';
import { languages } from '../../domain/language.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { type Refusal, refusal, unless } from '../../domain/refusal.ts';
import { readGivenPapers } from '../../store/disclosure/disclosure.ts';
import type { Sale } from '../../store/quote/sale.ts';
import type { Parts } from '../parts.ts';

export type JudgePapersParts = Parts<'database' | 'reference' | 'isProduction' | 'samples'>;

interface PapersAsked {
  readonly seller: Seller;
  readonly today: PlainDate;
  readonly now: Date;
  readonly quoted: Pick<Sale, 'inputs'>;
  readonly form: BindForm;
  readonly request: BindRequest;
}

/** Why a bind may not start; what the customer has acknowledged, where it may. */
export interface JudgedPapers {
  readonly refusals: readonly Refusal[];
  readonly acknowledgements: readonly Acknowledgement[];
}

/**
 * Says what speaks against a bind in what the customer was given and has acknowledged: a text that the law requires is
 * not there, a paper was not acknowledged, not given, or says something else than is bought, or was so at a time that
 * can't be.
 */
export async function judgePapers(
  parts: JudgePapersParts,
  { seller, quoted, form, today, now, request: { selection, paying } }: PapersAsked,
): Promise<JudgedPapers> {
  const { applicationId, paymentMethod, acknowledgements: sent } = form;
  const unnamed = sent.flatMap((one, place) =>
    unless(isNamed(one), 'AcknowledgementsInvalid', `acknowledgements[${place}]`),
  );
  if (unnamed.length > 0) return { refusals: unnamed, acknowledgements: [] };
  const { disclosures, wordings } = parts.reference();
  const { products } = selection;
  const disclosed: DisclosedChoice = {
    province: seller.province,
    products,
    paymentMethod,
    isCompany: quoted.inputs.applicant.isCompany,
    day: today,
    firstDebit: form.financing?.firstInstallmentDate ?? null,
  };
  const texts = disclosures === null ? [] : disclosuresFor(disclosures, disclosed);
  const lacking = judgeTexts(parts, texts, disclosed, wordings);
  if (lacking.length > 0) return { refusals: lacking, acknowledgements: [] };
  const given = sent.length === 0 ? [] : await readGivenPapers(parts.database, { applicationId });
  const choice = {
    coverage: {
      coverageCategory: form.coverageCategory,
      paymentTermInYears: form.paymentTermInYears,
      productTypes: products.map(({ productType }) => productType),
    },
    loan: paying.by === 'loan' ? { priceCents: selection.totalWithTaxCents, ...paying.loan } : null,
  };
  const { acknowledgements, wrong, untimely } = judgeAcknowledgements(sent, given, { choice, now });
  const missing = seller.requiresAcknowledgements ? missingAcknowledgements(texts, acknowledgements) : [];
  return {
    refusals: [
      ...judgeAcknowledged([...missing, ...wrong]),
      ...untimely.map((place) => refusal('AcknowledgementTimeInvalid', `acknowledgements[${place}].acknowledgedAt`)),
    ],
    acknowledgements,
  };
}

/** Clients name a paper by its id or, as the first clients do, by kind and version. */
function isNamed({ downloadId, kind, version }: AcknowledgementSent): boolean {
  return downloadId !== undefined || (kind !== undefined && version !== undefined);
}

/** In production nothing is sold on a sample's text, or without the papers that the law requires. */
export function judgeTexts(
  { isProduction, samples }: Parts<'isProduction' | 'samples'>,
  given: readonly DisclosureText[],
  choice: Pick<DisclosedChoice, 'province' | 'products' | 'paymentMethod' | 'day'>,
  wordings: readonly Wording[],
): readonly Refusal[] {
  const sold = samples === null ? [] : wordingsFor(wordings, { ...choice, languages });
  const invented = [
    ...given.filter((text) => samples?.isText(text)).map(({ kind }) => kind),
    ...wordings
      .filter((one) => samples?.isWording(one) && sold.some(({ id }) => id === one.id))
      .map(({ form }) => form),
  ];
  const missing = [...invented, ...(isProduction ? missingTexts(given, choice) : [])];
  return missing.length === 0 ? [] : [refusal('DisclosureTextMissing', '', { kinds: missing })];
}

function judgeAcknowledged(missing: readonly string[]): readonly Refusal[] {
  const kinds = [...new Set(missing)];
  return kinds.length === 0 ? [] : [refusal('AcknowledgementRequired', 'acknowledgements', { kinds })];
}
