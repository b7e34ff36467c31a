import type { OwnBrand } from '../../domain/brand/brand.ts';
import type { GivenPaper } from '../../domain/disclosure/disclosure-texts.ts';
import type { ApplicationId, DocumentId } from '../../domain/ids.ts';
import { brandSql } from '../brand/brand.ts';
import { read, write } from '../statement.ts';

/** A text filled in for an application: what it is printed from, and a digest of just that. */
export interface FilledDisclosure {
  readonly request: unknown;
  readonly digest: Buffer;
}

export interface PaperGiven {
  readonly sellerId: string;
  readonly applicationId: ApplicationId;
  /** By the service's clock, which acknowledgements are compared with. A paper that is there keeps its own. */
  readonly givenAt: Date;
}

/**
 * Stores what is not there yet, in one statement. Returns the ids in the same order; none if the application's person
 * was erased meanwhile, whom the papers name.
 */
export const keepDisclosures = write.allValues<DocumentId, [of: PaperGiven, filled: readonly FilledDisclosure[]]>(
  'keep_disclosures',
  `WITH asked AS (
     SELECT request::jsonb AS request, digest, place
     FROM unnest(:requests::text[], :digests::bytea[]) WITH ORDINALITY AS row (request, digest, place)
   ), quoted AS MATERIALIZED (
     SELECT id FROM application WHERE id = :applicationId AND erased_by IS NULL FOR KEY SHARE
   ), made AS (
     INSERT INTO disclosure (application_id, seller_id, request, digest, created_at)
     SELECT quoted.id, :sellerId, request, digest, :givenAt FROM asked, quoted
     ON CONFLICT (application_id, digest) DO UPDATE SET digest = excluded.digest
     RETURNING id, digest
   )
   SELECT made.id FROM asked JOIN made USING (digest) ORDER BY asked.place`,
  ({ sellerId, applicationId, givenAt }, filled) => ({
    applicationId,
    sellerId,
    requests: filled.map(({ request }) => JSON.stringify(request)),
    digests: filled.map(({ digest }) => digest),
    givenAt,
  }),
);

/** What was given for an application: each version of a text once, with the time at which it was first given. */
export const readGivenPapers = read.allRows<GivenPaper, [{ readonly applicationId: ApplicationId }]>(
  'read_given_papers',
  `SELECT request->'text'->>'kind' AS kind, request->'text'->>'version' AS version, min(created_at) AS "givenAt"
   FROM disclosure
   WHERE application_id = :applicationId
   GROUP BY 1, 2`,
);

export interface StoredDisclosure {
  readonly request: unknown;
  /** Null until it is first printed. */
  readonly bytes: Buffer | null;
  /** Of the seller's integration; null if it has none of its own. */
  readonly brand: OwnBrand | null;
}

/** Returns null if the seller has no disclosure of that id. */
export const readDisclosure = read.firstRow<StoredDisclosure, [{ readonly sellerId: string; readonly id: DocumentId }]>(
  'read_disclosure',
  `SELECT request, bytes, ${brandSql('disclosure.seller_id')} AS brand FROM disclosure WHERE id = :id AND seller_id = :sellerId`,
);

/** For the mail that brings it: whoever its seller is. */
export const readAnyDisclosure = read.firstRow<StoredDisclosure, [{ readonly id: DocumentId }]>(
  'read_any_disclosure',
  `SELECT request, bytes, ${brandSql('disclosure.seller_id')} AS brand FROM disclosure WHERE id = :id`,
);

export const keepDisclosureBytes = write.runs<[{ readonly id: DocumentId; readonly bytes: Buffer }]>(
  'keep_disclosure_bytes',
  'UPDATE disclosure SET bytes = :bytes WHERE id = :id',
);
