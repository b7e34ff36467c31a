import type { StuckKind, StuckRow } from '../../domain/operator/needs-person.ts';
import type { DocumentRow, PaymentRow, PolicyRow, SaleRow } from '../../domain/operator/sale-rows.ts';

/** `GET /api/dashboard?from&to&sellerId`: at most 366 days; the last 30 unless said. A minute old at most. */
export type { CodeCount, Dashboard, DaySales, LatencyPoint } from '../../domain/operator/dashboard.ts';
export type { StuckKind, StuckRow } from '../../domain/operator/needs-person.ts';
/**
 * `GET /api/sales/:applicationId`: everything about one sale. `GET /api/documents/:id/content` (support) is the PDF of one
 * of its documents.
 */
export type {
  ActFacts,
  BindFacts,
  CancellationFacts,
  DocumentFacts,
  DueChargeFacts,
  JournalFacts,
  MailFacts,
  PaymentFacts,
  PolicyFacts,
  QuoteFacts,
  ReversalFacts,
  RevisionFacts,
  SaleHistory,
  TimeLineEntry,
} from '../../domain/operator/sale-history.ts';
export type {
  DocumentRow,
  PaymentRow,
  PolicyRow,
  PolicyStatus,
  SaleRow,
  SaleStatus,
  SellerName,
} from '../../domain/operator/sale-rows.ts';

/**
 * Looking, as it goes over the operator's API. Timestamps are RFC 3339 in UTC, dates are YYYY-MM-DD, money is in cents.
 * For a viewer, names, e-mail addresses, phone numbers and street addresses arrive masked.
 */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly nextCursor: string | null;
}

/**
 * The query of every list. `search` is one box: a policy number, any id (of an application, payment, document, mail or
 * reversal), a VIN or its first 5 characters, an e-mail address or its beginning, or else a name: last name first or last,
 * its beginning is enough. For a viewer a name and an e-mail address must be whole. At least 2 characters (`SearchTooShort`).
 */
export interface LookQuery {
  readonly search?: string;
  readonly sellerId?: string;
  /**
   * What the list shows as `status`: of a sale quoted, binding, bound, cancelled; of a policy bound, cancelled; of a card payment
   * any of its states, such as Captured. Documents have none (`StateUnknown`).
   */
  readonly state?: string;
  /** First and last day, both included: of the first quote, of the bind, of the payment's start, of the document. */
  readonly from?: string;
  readonly to?: string;
  /** Whose days these are, such as `America/Toronto`; UTC unless said. */
  readonly zone?: string;
  readonly cursor?: string;
  /** 1 to 100; 50 unless said. */
  readonly limit?: number;
}

/** `GET /api/sales`, newest first; with a search, by what was found (what was typed in full comes first), newest first within. */
export type SalePage = Page<SaleRow>;

/** `GET /api/policies`, newest first; with a search, in the order of the sales. */
export type PolicyPage = Page<PolicyRow>;

/** `GET /api/payments`: card payments, newest first. Other methods have no payment of ours: they stand on the policy. */
export type PaymentPage = Page<PaymentRow>;

/** `GET /api/documents`, newest first. */
export type DocumentPage = Page<DocumentRow>;

/** `GET /api/needs-person`. */
export interface NeedsPersonAnswer {
  readonly counts: Readonly<Record<StuckKind, number>>;
}

/** `GET /api/needs-person/:kind?cursor&limit`, longest waiting first; limits by count. */
export type StuckPage = Page<StuckRow>;

/** `POST /api/exports` (support): answers `text/csv`, newest first, at most 100,000 rows (`ExportTooLarge`). */
export interface ExportOrder {
  readonly what: 'sales' | 'policies' | 'payments' | 'documents';
  readonly filters: Omit<LookQuery, 'cursor' | 'limit'>;
  readonly reason: string;
}
