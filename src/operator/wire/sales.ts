import { Type } from '@northbind/contract/type.ts';
import type { Static } from 'typebox';
import type { ApplicationId, DocumentId, MailId } from '../../domain/ids.ts';
import { type StuckKind, stuckKinds } from '../../domain/work/needs-person.ts';
import { idOf } from '../kit/id.ts';
import { byIdOf, choice, day, limit, reason, uuid } from './parts.ts';

/**
 * Sales in the operator's API. For a viewer, names, e-mail addresses, phone numbers and street addresses are masked.
 * The answers are types of the domain, which the command line prints as well.
 */
export type { CancellationRequestFacts } from '../../domain/cancellation/cancellation-request.ts';
export type { CodeCount, Dashboard, DaySales, LatencyPoint } from '../../domain/dashboard/dashboard.ts';
export type {
  ActFacts,
  AmendmentFacts,
  CancellationFacts,
  DocumentFacts,
  EntryFacts,
  MailFacts,
  PaperFacts,
  PaymentFacts,
  PaymentLinkFacts,
  PolicyFacts,
  QuoteFacts,
  ReversalFacts,
  RevisionFacts,
  SaleHistory,
  TimeLineEntry,
} from '../../domain/history/sale-history.ts';
export type {
  DocumentRow,
  PaymentRow,
  PolicyRow,
  SaleRow,
  SaleStatus,
  ShownCharge,
} from '../../domain/list/sale-rows.ts';
export type { MoneyStatus } from '../../domain/policy/money-status.ts';
export type { PolicyStatus } from '../../domain/policy/policy-view.ts';
export type { StuckKind, StuckRow } from '../../domain/work/needs-person.ts';

export const bySale = Type.Object({ applicationId: idOf<ApplicationId>() });

/** `POST /api/sales/:applicationId/notes` (support): kept with the sale, for operators; nobody can change it. */
export const newNote = Type.Object({ text: Type.String({ minLength: 1, maxLength: 2_000 }) });
export type NewNote = Static<typeof newNote>;
export const byDocument = byIdOf<DocumentId>();
export const byMail = byIdOf<MailId>();
export const mailContentQuery = Type.Object({ part: Type.Optional(choice(['html', 'text'])) });
export const byStuckKind = Type.Object({ kind: choice(stuckKinds) });

const filters = Type.Object({
  /**
   * A policy number or its end (4 digits or more), any id (of an application, payment, document, mail or reversal), a
   * VIN, its first 5 or last 4 characters (or more), an e-mail address or its beginning, a phone number or its last 4
   * digits, the number of a loan, or a name: the beginnings of any of its words. For a viewer a name, an e-mail address
   * and a phone number must be whole. At least 2 characters (`SearchTooShort`).
   */
  search: Type.Optional(Type.String({ maxLength: 200 })),
  sellerId: Type.Optional(uuid),
  /**
   * What the list shows as `status`: of a sale quoted, binding, bound, cancelled; of a policy NotStarted, InForce,
   * Expired, Cancelled; of a card payment any of its states, such as Captured. Documents have none (`StateUnknown`).
   */
  state: Type.Optional(Type.String({ maxLength: 20 })),
  /** The state of a policy's money, such as Unpaid. */
  moneyStatus: Type.Optional(Type.String({ maxLength: 20 })),
  /** First and last day, both included: of the first quote, of the bind, of the payment's start, of the document. */
  from: Type.Optional(day),
  to: Type.Optional(day),
  /** The time zone of these days, such as `America/Toronto`; UTC by default. */
  zone: Type.Optional(Type.String({ maxLength: 60 })),
});
export type SalesFilters = Static<typeof filters>;

/**
 * The query of `GET /api/sales`, `/api/payments` and `/api/documents`: newest first. 50 rows by default.
 */
export const listQuery = Type.Object({ ...filters.properties, cursor: Type.Optional(uuid), limit });

/** The query of `GET /api/policies`. */
export const policiesQuery = Type.Object({
  ...filters.properties,
  cursor: Type.Optional(Type.String({ maxLength: 20, pattern: '^NB[0-9]+$' })),
  limit,
});

/** `GET /api/dashboard`: at most 366 days, by default the last 30. A minute old at most. */
export const dashboardQuery = Type.Object({
  from: Type.Optional(day),
  to: Type.Optional(day),
  sellerId: Type.Optional(uuid),
});

/** `GET /api/needs-person`. */
export interface NeedsPersonAnswer {
  readonly counts: Readonly<Record<StuckKind, number>>;
}

/** `POST /api/exports` (support): `text/csv`, newest first, at most 100,000 rows (`ExportTooLarge`). */
export const exportOrder = Type.Object({
  what: choice(['sales', 'policies', 'payments', 'documents']),
  filters,
  reason,
});
export type ExportOrder = Static<typeof exportOrder>;
