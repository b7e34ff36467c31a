import { Type } from '@northbind/contract/type.ts';
import type { ApplicationId } from '../../domain/ids.ts';
import type { RetentionPreview } from '../../flows/person/apply-retention.ts';
import type { FoundLink } from '../../flows/person/find-person.ts';
import type { ErasedSale, ErasureRow as StoredErasure } from '../../store/person/erasure.ts';
import type { PersonSale } from '../../store/person/person.ts';
import { idOf } from '../kit/id.ts';
import { reason, type Sent } from './parts.ts';

/** Personal data in the operator's API, for admins who see all integrations. Nobody's data is in an address. */

/** `POST /api/people/search`: a whole e-mail address, telephone number or policy number (`PersonKeyInvalid`). */
export const personSearch = Type.Object({ search: Type.String({ maxLength: 254 }) });

/** What may be erased today; of a policy that the books need, only the ways to reach the person. */
export interface FoundPerson {
  readonly sales: readonly (PersonSale & Omit<ErasedSale, 'applicationId' | 'policyNumber'>)[];
  /** Nothing was quoted by these links: they have what was filled in, and all of it may be erased. */
  readonly links: readonly FoundLink[];
}

/** `POST /api/people/export` (a JSON file) and `POST /api/people/erase`. */
export const personOrder = Type.Object({
  applicationIds: Type.Array(idOf<ApplicationId>(), { maxItems: 100, uniqueItems: true }),
  linkIds: Type.Optional(Type.Array(idOf(), { maxItems: 100, uniqueItems: true })),
  reason,
});

export type { Erased as ErasedPerson } from '../../flows/person/erase-person.ts';

/** `GET /api/retention`: what is kept for how long, and what a run would erase now. */
export interface RetentionPreviewAnswer {
  /** With whether there may be more than `over`. */
  readonly rows: readonly (RetentionPreview & { readonly isMore: boolean })[];
}

/** `GET /api/erasures`: newest first. */
export interface ErasureRow extends Sent<Omit<StoredErasure, 'report'>> {
  readonly counts: Readonly<Record<string, number>>;
}
