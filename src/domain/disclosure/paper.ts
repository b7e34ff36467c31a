import type { PlainDate } from '../calendar.ts';
import type { DocumentId } from '../ids.ts';
import type { Cents } from '../money.ts';
import type { CoverageCategory } from '../quote/vocabulary.ts';
import { fieldsIn, loanFields, type SaleField } from './fields.ts';

/*
 * A paper that the customer was given counts for what it says. One that was filled in for other products, another term
 * or another loan is not a paper of this sale, whatever text it was made of.
 */

/** A choice of coverage and of a loan, as papers say it. */
export interface StatedChoice {
  readonly coverage: StatedCoverage;
  /** Null without one. */
  readonly loan: StatedLoan | null;
}

export interface StatedCoverage {
  readonly coverageCategory: CoverageCategory;
  readonly paymentTermInYears: number;
  readonly productTypes: readonly string[];
}

export interface StatedLoan {
  /** What the loan and the down payment pay. */
  readonly priceCents: Cents;
  readonly loanTermInMonths: number;
  readonly downPaymentCents: Cents;
  readonly firstInstallmentDate: PlainDate;
}

/** What one paper says. Null: nothing of that. */
export interface StatedTerms {
  readonly coverage: StatedCoverage | null;
  readonly loan: StatedLoan | null;
}

/** Returns what a text says once it is filled in. An operator's own kind says what its fields name. */
export function termsStatedIn(text: FilledText, { coverage, loan }: StatedChoice): StatedTerms {
  const about = aboutOf(text);
  return { coverage: about.includes('coverage') ? coverage : null, loan: about.includes('loan') ? loan : null };
}

interface FilledText {
  readonly kind: string;
  readonly body: { readonly en: string };
}

type About = keyof StatedTerms;

const aboutKinds: Readonly<Record<string, readonly About[]>> = {
  ProductSummary: ['coverage'],
  FactSheet: ['coverage'],
  RescissionNotice: ['coverage'],
  CreditDisclosure: ['loan'],
  PadAgreement: ['loan'],
  PadNoticeWaiver: ['loan'],
  Offer: ['coverage', 'loan'],
  PrivacyNotice: [],
};

function aboutOf({ kind, body }: FilledText): readonly About[] {
  const own = aboutKinds[kind];
  if (own !== undefined) return own;
  const fields = fieldsIn(body.en);
  return [
    ...(fields.some((field) => coverageFields.has(field)) ? (['coverage'] as const) : []),
    ...(fields.some((field) => (loanFields as readonly string[]).includes(field)) ? (['loan'] as const) : []),
  ];
}

const coverageFields: ReadonlySet<string> = new Set<SaleField>([
  'products',
  'paymentTerm',
  'expiryDate',
  'premium',
  'tax',
  'totalWithTax',
]);

/** Whether a paper is one of this choice: what it says is what was chosen. */
export function isOfChoice({ coverage, loan }: StatedTerms, chosen: StatedChoice): boolean {
  return (
    (coverage === null || isSameCoverage(coverage, chosen.coverage)) &&
    (loan === null || (chosen.loan !== null && isSameLoan(loan, chosen.loan)))
  );
}

function isSameCoverage(one: StatedCoverage, other: StatedCoverage): boolean {
  return (
    one.coverageCategory === other.coverageCategory &&
    one.paymentTermInYears === other.paymentTermInYears &&
    one.productTypes.toSorted().join() === other.productTypes.toSorted().join()
  );
}

function isSameLoan(one: StatedLoan, other: StatedLoan): boolean {
  return (
    one.priceCents === other.priceCents &&
    one.loanTermInMonths === other.loanTermInMonths &&
    one.downPaymentCents === other.downPaymentCents &&
    one.firstInstallmentDate === other.firstInstallmentDate
  );
}

/** A paper that was given for an application. */
export interface GivenPaper {
  readonly downloadId: DocumentId;
  readonly kind: string;
  readonly version: string;
  /** When it was given first. */
  readonly givenAt: Date;
  readonly says: StatedTerms;
}

/** What the customer has read and agreed to, as the partner tells it. */
export interface AcknowledgementSent {
  readonly downloadId?: string | undefined;
  readonly kind?: string | undefined;
  readonly version?: string | undefined;
  /** The moment is written as in RFC 3339. */
  readonly acknowledgedAt: string;
}

/** This is kept with the policy. */
export interface Acknowledgement {
  readonly kind: string;
  readonly version: string;
  readonly downloadId: string;
  readonly acknowledgedAt: string;
}

/**
 * Returns the paper that is meant: the one of this id or, by kind and version, the one of that kind that was given
 * last. `papers`: the one given last first.
 */
function paperOf(sent: AcknowledgementSent, papers: readonly GivenPaper[]): GivenPaper | null {
  const { downloadId, kind, version } = sent;
  const paper = papers.find((one) => (downloadId === undefined ? one.kind === kind : one.downloadId === downloadId));
  if (paper === undefined) return null;
  const isMeant = (kind ?? paper.kind) === paper.kind && (version ?? paper.version) === paper.version;
  return isMeant ? paper : null;
}

export interface JudgedAcknowledgements {
  readonly acknowledgements: readonly Acknowledgement[];
  /** The kinds that were not given, or say something else. */
  readonly wrong: readonly string[];
  /** The places of those whose time can't be. */
  readonly untimely: readonly number[];
}

/** A partner's clock may be ahead of ours by this much. */
const aheadMsMax = 5 * 60_000;

/**
 * Judges acknowledgements as evidence: each is of a paper that was given and says what is bought, after it was given
 * and not in the future. Times without a fraction are common, so what happened in the same second counts as after.
 */
export function judgeAcknowledgements(
  sent: readonly AcknowledgementSent[],
  papers: readonly GivenPaper[],
  { choice, now }: { readonly choice: StatedChoice; readonly now: Date },
): JudgedAcknowledgements {
  const named = sent.map((one) => ({ one, paper: paperOf(one, papers) }));
  // An offer is for thinking it over, also of what was not bought.
  const isRight = (paper: GivenPaper | null): paper is GivenPaper =>
    paper !== null && (paper.kind === 'Offer' || isOfChoice(paper.says, choice));
  const isTimely = ({ givenAt }: GivenPaper, acknowledgedAt: string): boolean => {
    const at = Date.parse(acknowledgedAt);
    return at >= Math.floor(givenAt.getTime() / 1_000) * 1_000 && at <= now.getTime() + aheadMsMax;
  };
  return {
    acknowledgements: named.flatMap(({ one, paper }) =>
      isRight(paper)
        ? [
            {
              kind: paper.kind,
              version: paper.version,
              downloadId: paper.downloadId,
              acknowledgedAt: one.acknowledgedAt,
            },
          ]
        : [],
    ),
    wrong: named
      .filter(({ paper }) => !isRight(paper))
      .map(({ one, paper }) => paper?.kind ?? one.kind ?? String(one.downloadId)),
    untimely: named.flatMap(({ one, paper }, place) =>
      isRight(paper) && !isTimely(paper, one.acknowledgedAt) ? [place] : [],
    ),
  };
}
