import { type Static, Type } from 'typebox';
import type { ApplicationId } from '../../domain/ids.ts';
import { retentionKinds } from '../../domain/personal-data/retention.ts';
import { idOf } from '../kit/id.ts';
import { choice, count, day, flag, moment, orNull, pageOf, reason, text, uuid } from './parts.ts';

/** Personal data in the operator's API, for admins who see all integrations. Nobody's data is in an address. */

/** `POST /api/people/search`: a whole e-mail address, telephone number or policy number (`PersonKeyInvalid`). */
export const personSearch = Type.Object({ search: Type.String({ maxLength: 254 }) });

const scope = choice(['person', 'contact', 'nothing']);

export const foundPerson = Type.Object({
  sales: Type.Array(
    Type.Object({
      applicationId: uuid,
      policyNumber: orNull(text),
      createdAt: moment,
      seller: Type.Object({ id: uuid, name: text }),
      applicantName: text,
      emailAddress: text,
      phoneNumber: text,
      vehicle: text,
      /** What may be erased today; of a policy that the books need, only the ways to reach the person. */
      scope,
      /** Why not all of it: a code of a refusal. */
      why: orNull(text),
      until: orNull(day),
    }),
  ),
});
export type FoundPerson = Static<typeof foundPerson>;

/** `POST /api/people/export` (a JSON file) and `POST /api/people/erase`. */
export const personOrder = Type.Object({
  applicationIds: Type.Array(idOf<ApplicationId>(), { minItems: 1, maxItems: 100, uniqueItems: true }),
  reason,
});

export const erasedPerson = Type.Object({
  erasureId: uuid,
  sales: Type.Array(
    Type.Object({ applicationId: uuid, policyNumber: orNull(text), scope, why: orNull(text), until: orNull(day) }),
  ),
});
export type ErasedPerson = Static<typeof erasedPerson>;

/** `GET /api/retention`: what is kept for how long, and what a run would erase now. */
export const retentionPreview = Type.Object({
  rows: Type.Array(
    Type.Object({
      kind: choice(retentionKinds),
      /** 0: for good. */
      count,
      unit: choice(['days', 'years']),
      before: orNull(day),
      over: count,
      /** Whether there may be more than `over`. */
      isMore: flag,
    }),
  ),
});
export type RetentionPreviewAnswer = Static<typeof retentionPreview>;

/** `POST /api/retention/run`: what the job does each night. */
export const retentionDone = Type.Object({ counts: Type.Record(text, count) });

/** `GET /api/erasures`: newest first. */
export const erasures = pageOf(
  Type.Object({
    id: uuid,
    kind: choice(['person', 'retention']),
    actorName: text,
    reason: text,
    counts: Type.Record(text, count),
    madeAt: moment,
  }),
);
export type ErasureRow = Static<typeof erasures>['rows'][number];
