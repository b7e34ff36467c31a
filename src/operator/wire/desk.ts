import { Type } from '@northbind/contract/type.ts';
import type { Static } from 'typebox';
import { requestGrounds } from '../../domain/cancellation/cancellation-cause.ts';
import type { DocumentId } from '../../domain/ids.ts';
import { byIdOf, choice, day, limit, uuid } from './parts.ts';

/** What a seller's own account does in the console: `/api/desk/…`, open to nobody else. */
export const byPolicy = Type.Object({ policyNumber: Type.String({ minLength: 1, maxLength: 40 }) });
export const byDocument = byIdOf<DocumentId>();
export const linksQuery = Type.Object({ cursor: Type.Optional(uuid), limit });

/** `GET /api/desk/policies`: newest first, by the same search as an operator's. */
export const policiesQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 200 })),
  cursor: Type.Optional(Type.String({ maxLength: 20, pattern: '^NB[0-9]+$' })),
  limit,
});

/** `GET /api/desk/policies/:policyNumber`. */
export type { DeskPolicy, DeskRequest } from '../../flows/policy/desk-policy.ts';

/** `POST /api/desk/policies/:policyNumber/cancellation-request`, and `…/preview`, which writes nothing. */
export const requestOrder = Type.Object({
  ground: choice(requestGrounds),
  /** The first day without cover. */
  effectiveDate: day,
  note: Type.Optional(Type.String({ maxLength: 500 })),
});
export type RequestOrder = Static<typeof requestOrder>;

/** What a cancellation comes to if the operator makes it. */
export interface RequestTerms {
  readonly effectiveDate: string;
  /** What we give back ourselves. */
  readonly refundCents: number;
  /** Who would give back what to whom. */
  readonly refunds: readonly { readonly payer: string; readonly payee: string; readonly amountCents: number }[];
}
