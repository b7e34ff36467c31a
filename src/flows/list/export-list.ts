import { csvLine } from '../../domain/csv-line.ts';
import type { DocumentRow, PaymentRow, PolicyRow, SaleRow } from '../../domain/list/sale-rows.ts';
import { formatDollars } from '../../domain/money.ts';
import type { Actor, VisibleIntegrations } from '../../domain/operator/operator.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { recordAct, recordViews, type ViewedSale } from '../../store/audit/operator-act.ts';
import type { Page, RowFilter } from '../../store/list/filter.ts';
import { findSales } from '../../store/list/find-sales.ts';
import { documentList } from '../../store/list/list-documents.ts';
import { paymentList } from '../../store/list/list-payments.ts';
import { policyList } from '../../store/list/list-policies.ts';
import { saleList } from '../../store/list/list-sales.ts';
import { isLongerThanLimit, type Listing, readRows } from '../../store/list/listing.ts';
import type { Parts } from '../parts.ts';
import { type ListRequest, readFilter } from './read-filter.ts';

export const exportRowsMax = 100_000;
const pageRows = 1_000;

export interface ExportAsked {
  readonly what: ExportKind;
  /** Recorded as they were sent. */
  readonly filters: Omit<ListRequest, 'cursor' | 'limit'>;
  readonly actor: Actor;
  readonly reason: string;
  readonly visibleIntegrations: VisibleIntegrations;
  readonly now: Date;
}

/**
 * Streams a list as CSV, page by page. The export is recorded before the first line, and whose data a page has before
 * that page. A list that is too long is refused at once: a truncated file looks complete.
 */
export async function exportList(
  { database, reads }: Parts<'database' | 'reads'>,
  { what, filters, actor, reason, visibleIntegrations, now }: ExportAsked,
): Promise<AsyncIterable<string> | OperatorRefusal> {
  if (reason.trim().length < 3) return refuseOperator('ReasonRequired', 'reason');
  const exporter = exports[what] as Exporter<ViewedSale>;
  const read = readFilter(exporter.listing, filters, { isWhole: false, visibleIntegrations, now });
  if (isOperatorRefusal(read)) return read;
  const { search, ...others } = read;
  const sales =
    search && (await findSales(reads, { search, filter: others, isBeforeCursor: null, countMax: exportRowsMax + 1 }));
  const filter = { ...others, sales };
  const isTooLong =
    (sales !== null && sales.length > exportRowsMax) ||
    (await isLongerThanLimit(reads, exporter.listing, { ...filter, limit: exportRowsMax }));
  if (isTooLong) return refuseOperator('ExportTooLarge', 'filters', { rowsMax: String(exportRowsMax) });
  await recordAct(database, {
    actor,
    action: `export ${what}`,
    subject: what,
    reason: reason.trim(),
    facts: { filters },
  });
  return linesOf({ database, reads }, actor, exporter, filter);
}

async function* linesOf<Row extends ViewedSale>(
  { database, reads }: Parts<'database' | 'reads'>,
  actor: Actor,
  { listing, columns }: Exporter<Row>,
  filter: RowFilter,
): AsyncGenerator<string> {
  yield csvLine(columns.map(([title]) => title));
  let cursor: string | null = null;
  do {
    const page: Page<Row> = await readRows(reads, listing, { ...filter, cursor, limit: pageRows });
    await recordViews(database, actor, page.rows);
    yield page.rows.map((row) => csvLine(columns.map(([, of]) => of(row)))).join('');
    cursor = page.nextCursor;
  } while (cursor !== null);
}

export type ExportKind = keyof typeof exports;

interface Exporter<Row> {
  readonly listing: Listing<Row>;
  readonly columns: readonly (readonly [title: string, of: (row: Row) => string | number | null])[];
}

const dollars = (cents: number | null): string | null => (cents === null ? null : formatDollars(cents));

const sales: Exporter<SaleRow> = {
  listing: saleList,
  columns: [
    ['application_id', (row) => row.applicationId],
    ['created_at', (row) => row.createdAt],
    ['revision', (row) => row.revision],
    ['seller_id', (row) => row.seller.id],
    ['seller', (row) => row.seller.name],
    ['series', (row) => row.series],
    ['effective_date', (row) => row.effectiveDate],
    ['vin', (row) => row.vin],
    ['vehicle', (row) => row.vehicle],
    ['applicant', (row) => row.applicantName],
    ['email_address', (row) => row.emailAddress],
    ['status', (row) => row.status],
    ['policy_number', (row) => row.policyNumber],
    ['total', (row) => dollars(row.totalCents)],
    ['policy_status', (row) => row.policyStatus],
    ['money_status', (row) => row.moneyStatus],
  ],
};

const policies: Exporter<PolicyRow> = {
  listing: policyList,
  columns: [
    ['policy_number', (row) => row.policyNumber],
    ['application_id', (row) => row.applicationId],
    ['bound_at', (row) => row.boundAt],
    ['seller_id', (row) => row.seller.id],
    ['seller', (row) => row.seller.name],
    ['effective_date', (row) => row.effectiveDate],
    ['expiry_date', (row) => row.expiryDate],
    ['vin', (row) => row.vin],
    ['vehicle', (row) => row.vehicle],
    ['applicant', (row) => row.applicantName],
    ['email_address', (row) => row.emailAddress],
    ['payment_method', (row) => row.paymentMethod],
    ['reference', (row) => row.reference],
    ['total', (row) => dollars(row.totalCents)],
    ['cancelled_on', (row) => row.cancelledOn],
    ['status', (row) => row.status],
    ['money_status', (row) => row.moneyStatus],
  ],
};

const payments: Exporter<PaymentRow> = {
  listing: paymentList,
  columns: [
    ['payment_id', (row) => row.paymentId],
    ['application_id', (row) => row.applicationId],
    ['started_at', (row) => row.startedAt],
    ['seller_id', (row) => row.seller.id],
    ['seller', (row) => row.seller.name],
    ['status', (row) => row.status],
    ['applicant', (row) => row.applicantName],
    ['total', (row) => dollars(row.totalCents)],
    ['hold', (row) => dollars(row.holdCents)],
    ['charge_date', (row) => row.chargeDate],
    ['card', (row) => row.maskedCardNumber],
    ['card_type', (row) => row.cardType],
    ['policy_number', (row) => row.policyNumber],
    ['charge_state', (row) => row.charge?.state ?? null],
  ],
};

const documents: Exporter<DocumentRow> = {
  listing: documentList,
  columns: [
    ['document_id', (row) => row.documentId],
    ['created_at', (row) => row.createdAt],
    ['policy_number', (row) => row.policyNumber],
    ['application_id', (row) => row.applicationId],
    ['seller_id', (row) => row.seller.id],
    ['seller', (row) => row.seller.name],
    ['kind', (row) => row.kind],
    ['applicant', (row) => row.applicantName],
    ['filename', (row) => row.filename],
    ['fetches', (row) => row.fetchCount],
  ],
};

const exports = { sales, policies, payments, documents } as const;
