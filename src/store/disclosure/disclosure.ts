import type { OwnBrand } from '../../domain/brand/brand.ts';
import type { GivenPaper, StatedTerms } from '../../domain/disclosure/paper.ts';
import type { ApplicationId, DocumentId } from '../../domain/ids.ts';
import { brandSql } from '../brand/brand.ts';
import { read, write } from '../statement.ts';

/** A text filled in for an application: what it is printed from, what it says, and a digest of just that. */
export interface FilledDisclosure {
  readonly kind: string;
  readonly version: string;
  readonly says: StatedTerms;
  readonly request: unknown;
  readonly digest: Buffer;
  /** Comes with a policy only if the customer was given no paper of its kind about the same loan. */
  readonly isUnlessGiven?: boolean;
}

export interface PaperGiven {
  readonly sellerId: string;
  readonly applicationId: ApplicationId;
  /** The service's clock gives it, and acknowledgements are compared with it. A paper that is there already keeps its own. */
  readonly givenAt: Date;
}

const filledSql = `ROWS FROM (json_to_recordset(:papers::json) AS (
            kind text, version text, request jsonb, digest text, coverage_category text, payment_term integer, product_types text[],
            price_cents integer, loan_term integer, down_payment_cents integer, first_installment_on date, is_unless_given boolean
          )) WITH ORDINALITY AS paper (kind, version, request, digest, coverage_category, payment_term, product_types, price_cents,
                                     loan_term, down_payment_cents, first_installment_on, is_unless_given, place)`;

/**
 * Stores what is not there yet, in one statement. Returns the ids in the same order; none if the application's person
 * was erased meanwhile, whom the papers name.
 */
export const keepDisclosures = write.allValues<DocumentId, [of: PaperGiven, filled: readonly FilledDisclosure[]]>(
  'keep_disclosures',
  `WITH asked AS (
     SELECT *
     FROM ${filledSql}
   ), quoted AS MATERIALIZED (
     SELECT id FROM application WHERE id = :applicationId AND erased_by IS NULL FOR KEY SHARE
   ), made AS (
     INSERT INTO disclosure (application_id, seller_id, kind, version, coverage_category, payment_term, product_types, price_cents,
                             loan_term, down_payment_cents, first_installment_on, request, digest, created_at, last_given_at)
     SELECT quoted.id, :sellerId, kind, version, coverage_category, payment_term, product_types, price_cents,
            loan_term, down_payment_cents, first_installment_on, request, decode(digest, 'hex'), :givenAt, :givenAt
     FROM asked, quoted
     ON CONFLICT (application_id, digest) DO UPDATE SET last_given_at = greatest(disclosure.last_given_at, excluded.last_given_at)
     RETURNING id, digest
   )
   SELECT made.id FROM asked JOIN made ON made.digest = decode(asked.digest, 'hex') ORDER BY asked.place`,
  ({ sellerId, applicationId, givenAt }, filled) => ({
    applicationId,
    sellerId,
    papers: filledJson(filled),
    givenAt,
  }),
);

/** Papers that came with a policy, as a part of the statement that issues it: from `issued`, with `:papers`. */
export const completedSql = `
  INSERT INTO disclosure (application_id, seller_id, policy_number, kind, version, coverage_category, payment_term, product_types,
                          price_cents, loan_term, down_payment_cents, first_installment_on, request, digest, created_at, last_given_at)
  SELECT issued.application_id, issued.seller_id, issued.policy_number, kind, version, coverage_category, payment_term, product_types,
         price_cents, loan_term, down_payment_cents, first_installment_on, request, decode(digest, 'hex'), :boundAt, :boundAt
  FROM issued, ${filledSql}
  WHERE is_unless_given IS NOT TRUE OR NOT EXISTS (
    SELECT FROM disclosure AS given
    WHERE given.application_id = issued.application_id AND given.kind = paper.kind AND given.price_cents = paper.price_cents
      AND given.loan_term = paper.loan_term AND given.down_payment_cents = paper.down_payment_cents
      AND given.first_installment_on = paper.first_installment_on)`;

/** Makes the value of `:papers`. */
export function filledJson(filled: readonly FilledDisclosure[]): string {
  return JSON.stringify(filled.map(toRow));
}

function toRow({ kind, version, says: { coverage, loan }, request, digest, isUnlessGiven }: FilledDisclosure): object {
  return {
    kind,
    version,
    request,
    digest: digest.toString('hex'),
    coverage_category: coverage?.coverageCategory,
    payment_term: coverage?.paymentTermInYears,
    product_types: coverage?.productTypes,
    price_cents: loan?.priceCents,
    loan_term: loan?.loanTermInMonths,
    down_payment_cents: loan?.downPaymentCents,
    first_installment_on: loan?.firstInstallmentDate,
    is_unless_given: isUnlessGiven,
  };
}

/** What a paper says, as JSON of `StatedTerms`. */
export const paperSaysSql = `json_build_object(
  'coverage', CASE WHEN disclosure.coverage_category IS NOT NULL THEN
    json_build_object('coverageCategory', disclosure.coverage_category, 'paymentTermInYears', disclosure.payment_term,
                      'productTypes', disclosure.product_types) END,
  'loan', CASE WHEN disclosure.loan_term IS NOT NULL THEN
    json_build_object('priceCents', disclosure.price_cents, 'loanTermInMonths', disclosure.loan_term,
                      'downPaymentCents', disclosure.down_payment_cents, 'firstInstallmentDate', disclosure.first_installment_on) END)`;

// More than anybody is given for one sale.
const papersMax = 1_000;

/** What was given for an application, what was given last first. */
export const readGivenPapers = read.allRows<GivenPaper, [{ readonly applicationId: ApplicationId }]>(
  'read_given_papers',
  `SELECT id AS "downloadId", kind, version, created_at AS "givenAt", ${paperSaysSql} AS says
   FROM disclosure
   WHERE application_id = :applicationId
   ORDER BY last_given_at DESC, id DESC
   LIMIT ${papersMax}`,
);

/**
 * What the policy's mail brings besides its documents, as an array of ids: what was filled in for the policy itself, and the
 * papers of the loan that it was bound with, each kind as it was given last; of another loan that was looked at, none.
 */
export const mailedPapersSql = (policy: string): string => `ARRAY (
  SELECT DISTINCT ON (disclosure.kind) disclosure.id
  FROM disclosure
  WHERE disclosure.application_id = ${policy}.application_id
    AND (disclosure.policy_number = ${policy}.policy_number OR
         disclosure.kind <> 'Offer' AND disclosure.price_cents = ${policy}.total_cents
         AND disclosure.loan_term = ${policy}.loan_term
         AND disclosure.down_payment_cents = ${policy}.down_payment_cents
         AND disclosure.first_installment_on = ${policy}.first_installment_on)
  ORDER BY disclosure.kind, disclosure.policy_number IS NULL, disclosure.last_given_at DESC, disclosure.id DESC)`;

/** This is what `disclosureFileName` makes, in SQL. */
export const disclosureFilenameSql = `disclosure.kind || '-' || coalesce(disclosure.request -> 'language' ->> 0, disclosure.request ->> 'language') || '.pdf'`;

export interface StoredDisclosure {
  readonly request: unknown;
  /** Null until it is first printed. */
  readonly bytes: Buffer | null;
  /** The brand of the seller's integration; null if it has none of its own. */
  readonly brand: OwnBrand | null;
}

/** Returns null if the seller has no disclosure of that id. */
export const readDisclosure = read.firstRow<StoredDisclosure, [{ readonly sellerId: string; readonly id: DocumentId }]>(
  'read_disclosure',
  `SELECT request, bytes, ${brandSql('disclosure.seller_id')} AS brand FROM disclosure WHERE id = :id AND seller_id = :sellerId`,
);

/** Reads it for the mail that brings it, whoever its seller is. */
export const readAnyDisclosure = read.firstRow<StoredDisclosure, [{ readonly id: DocumentId }]>(
  'read_any_disclosure',
  `SELECT request, bytes, ${brandSql('disclosure.seller_id')} AS brand FROM disclosure WHERE id = :id`,
);

export const keepDisclosureBytes = write.runs<[{ readonly id: DocumentId; readonly bytes: Buffer }]>(
  'keep_disclosure_bytes',
  'UPDATE disclosure SET bytes = :bytes WHERE id = :id',
);
