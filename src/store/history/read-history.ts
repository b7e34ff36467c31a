import { accountOf } from '../../domain/account/account.ts';
import { type AccountSummary, summaryOf } from '../../domain/account/account-summary.ts';
import { judgeVoid } from '../../domain/account/judge-void.ts';
import {
  type CancellationFacts,
  type DocumentFacts,
  type DueChargeFacts,
  type EntryFacts,
  type PaperOnRecord,
  type PolicyFacts,
  papersOf,
  type QuoteFacts,
  type ReversalFacts,
  type SaleHistory,
} from '../../domain/history/sale-history.ts';
import { type AuditRow, timeLineOf } from '../../domain/history/time-line.ts';
import type { ApplicationId } from '../../domain/ids.ts';
import { todayOf } from '../../domain/partner/seller.ts';
import { loanOf, type Policy } from '../../domain/policy/policy.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { refundAsItStands } from '../../domain/refund/refund-as-it-stands.ts';
import { actsOnCharge, actsOnReversal, type ChargeRead, listedChargeOf } from '../../domain/work/acts.ts';
import { readAccount } from '../account/account.ts';
import type { Tx } from '../database.ts';
import { daysByProvince } from '../list/today.ts';
import { type Stored, unpackQuote } from '../quote/stored-quote.ts';
import { read } from '../statement.ts';
import { listStuckOf } from '../work/list-stuck.ts';
import { historySql, listNames, partRowsMax } from './history-sql.ts';

/** Returns everything about one sale; null if it does not exist. */
export async function readHistory(tx: Tx, applicationId: ApplicationId, now: Date): Promise<SaleHistory | null> {
  const row = await readRow(tx, { id: applicationId, ...daysByProvince(now) });
  if (row === null) return null;
  const { sale, bind, cancellationRequest, dueCharge, paymentLink, policy } = row;
  const account = policy && (await readStanding(tx, sale.policyNumber!, now));
  const cancellation = row.cancellation && { ...row.cancellation, ...account!.refund! };
  const needs = await listStuckOf(tx, applicationId);
  const parts = {
    revisions: cut(row.revisions),
    payments: cut(row.payments),
    mails: cut(row.mails),
    entries: entriesOf(cut(row.entries)),
    account: account?.standing ?? null,
    reversals: cut(row.reversals).map(({ mayStillSucceed, ...reversal }) => ({
      ...reversal,
      acts: actsOnReversal({ ...reversal, mayStillSucceed }),
    })),
    acts: cut(row.acts),
    amendments: cut(row.amendments),
    papers: papersOf(cut(row.papers), policy?.snapshot ?? null),
    sale,
    needs,
    bind,
    cancellation,
    cancellationRequest,
    paymentLink,
    dueCharge: dueCharge && dueChargeOf(dueCharge),
    quote: quoteOf(row.quote),
    policy: policy && policyOf(policy, cancellation),
    loan: policy && loanOf(policy.snapshot.payment),
    documents: cut(row.documents).map((document) => ({ ...document, fetches: fetchesOf(document, cut(row.fetches)) })),
  };
  const isCut = listNames.filter((name) => row[name].length > partRowsMax);
  return { ...parts, timeLine: timeLineOf(parts, cut(row.audit)), isCut };
}

type RefundFacts = Pick<CancellationFacts, 'route' | 'refunds' | 'writtenOffCents' | 'stillOwedCents'>;

interface AccountFacts {
  readonly standing: AccountSummary;
  /** What is refunded of a cancelled policy; null for others. */
  readonly refund: RefundFacts | null;
}

async function readStanding(tx: Tx, policyNumber: string, now: Date): Promise<AccountFacts> {
  const found = (await readAccount(tx, policyNumber))!;
  const today = todayOf(found.seller, now);
  const account = accountOf(found.record, today);
  const refund = found.cancellationTerms === null ? null : refundAsItStands({ ...found, account }, today);
  return { standing: summaryOf(account, found.record), refund };
}

function entriesOf(rows: HistoryRow['entries']): SaleHistory['entries'] {
  const standing = rows
    .filter(({ isVoided }) => !isVoided)
    .map(({ paymentId: paymentEntryId, disputeId }) => ({ paymentEntryId, disputeId }));
  return rows.map((row) => ({
    ...row,
    mayVoid: !row.isVoided && judgeVoid({ ...row, id: row.entryId }, standing) === null,
  }));
}

interface HistoryRow
  extends Omit<
    SaleHistory,
    | 'quote'
    | 'policy'
    | 'loan'
    | 'papers'
    | 'documents'
    | 'timeLine'
    | 'isCut'
    | 'cancellation'
    | 'needs'
    | 'dueCharge'
    | 'reversals'
    | 'entries'
    | 'account'
  > {
  readonly cancellation: Omit<CancellationFacts, keyof RefundFacts> | null;
  readonly documents: readonly Omit<DocumentFacts, 'fetches'>[];
  readonly papers: readonly PaperOnRecord[];
  readonly fetches: readonly Fetch[];
  readonly audit: readonly AuditRow[];
  readonly dueCharge: KeptCharge | null;
  readonly reversals: readonly (Omit<ReversalFacts, 'acts'> & { readonly mayStillSucceed: boolean })[];
  readonly entries: readonly Omit<EntryFacts, 'mayVoid'>[];
  readonly quote: KeptQuote;
  readonly policy: KeptPolicy | null;
}

type KeptCharge = Omit<DueChargeFacts, 'acts' | 'isUnclearForADay'> & { readonly read: ChargeRead };

function dueChargeOf({ read, ...charge }: KeptCharge): DueChargeFacts {
  return { ...charge, isUnclearForADay: read.now.isUnclearForADay, acts: actsOnCharge(listedChargeOf(read)) };
}

type Fetch = DocumentFacts['fetches'][number] & Pick<DocumentFacts, 'documentId'>;

type KeptQuote = Stored<
  Pick<Quote, 'quotedOn' | 'rateBookVersion' | 'taxTableVersion' | 'inputs' | 'options'> &
    Pick<QuoteFacts, 'revision' | 'revisedAt'>
>;

interface KeptPolicy {
  readonly boundAt: string;
  readonly reference: string | null;
  readonly snapshot: Policy;
}

function cut<Row>(rows: readonly Row[]): readonly Row[] {
  return rows.slice(0, partRowsMax);
}

function quoteOf(kept: KeptQuote): QuoteFacts {
  const { revision, quotedOn, revisedAt, rateBookVersion, taxTableVersion } = kept;
  const { inputs, options } = unpackQuote(kept);
  return { revision, quotedOn, revisedAt, rateBookVersion, taxTableVersion, ...inputs, options };
}

function policyOf({ boundAt, reference, snapshot }: KeptPolicy, cancellation: CancellationFacts | null): PolicyFacts {
  const { policyNumber, boundOn, effectiveDate, expiryDate, coverageCategory, paymentTermInYears } = snapshot;
  const { products, premiumCents, taxCents, totalWithTaxCents, payment } = snapshot;
  const { acknowledgements, wordings } = snapshot;
  return {
    policyNumber,
    boundAt,
    boundOn,
    effectiveDate,
    expiryDate,
    coverageCategory,
    paymentTermInYears,
    products,
    premiumCents,
    taxCents,
    totalCents: totalWithTaxCents,
    paymentMethod: payment.method,
    reference,
    acknowledgements,
    wordings,
    cancelledOn: cancellation?.cancelledOn ?? null,
    rescindableUntil: snapshot.rescindableUntil,
    inputs: snapshot.inputs,
  };
}

function fetchesOf(document: Pick<DocumentFacts, 'documentId'>, fetches: readonly Fetch[]): DocumentFacts['fetches'] {
  return fetches
    .filter(({ documentId }) => documentId === document.documentId)
    .map(({ fetchedAt, requestId }) => ({ fetchedAt, requestId }));
}

const readRow = read.firstRow<HistoryRow, [{ readonly id: ApplicationId } & ReturnType<typeof daysByProvince>]>(
  'read_sale_history',
  historySql,
);
