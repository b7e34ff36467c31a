import type { CardPaymentStatus } from '../card/card-payment.ts';
import type { AuditEvent, SaleEvent, SaleFacts } from './sale-event.ts';
import type { SaleHistory, TimeLineEntry } from './sale-history.ts';

/** The audit rows of a sale, written by the bind and by later charges. */
export interface AuditRow {
  readonly event: AuditEvent;
  readonly facts: SaleFacts;
  readonly happenedAt: string;
}

type Parts = Omit<SaleHistory, 'timeLine' | 'isCut'>;

/** Returns all events of a sale, oldest first. Events without a timestamp of their own come from the audit. */
export function timeLineOf(parts: Parts, audit: readonly AuditRow[]): readonly TimeLineEntry[] {
  return [...quoteEntries(parts), ...paymentEntries(parts), ...policyEntries(parts), ...auditEntries(parts, audit)]
    .concat(
      parts.acts.map(({ actedAt, action, actorName, reason }) =>
        entry(actedAt, 'operator', action, { actorName, reason }),
      ),
    )
    .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

function quoteEntries({ sale, quote, revisions }: Parts): readonly TimeLineEntry[] {
  return [...revisions, { ...quote, vin: sale.vin, effectiveDate: sale.effectiveDate }].map((one) =>
    entry(one.revisedAt, 'quote', one.revision === 1 ? 'quoted' : 'revised', {
      revision: one.revision,
      vin: one.vin,
      effectiveDate: one.effectiveDate,
    }),
  );
}

function paymentEntries({ sale, payments, entries, reversals }: Parts): readonly TimeLineEntry[] {
  return [
    ...payments.flatMap(({ paymentId, startedAt, decidedAt, authorizedAt, status, totalCents, chargeDate }) => {
      const ending = endings[status];
      return [
        entry(startedAt, 'payment', 'payment started', { paymentId, totalCents, chargeDate }),
        ...(authorizedAt === null ? [] : [entry(authorizedAt, 'payment', 'payment authorized', { paymentId })]),
        ...(decidedAt === null || ending === undefined ? [] : [entry(decidedAt, 'payment', ending, { paymentId })]),
      ];
    }),
    ...entries.flatMap(({ kind, recordedAt, amountCents, cardPaymentId: paymentId }) => {
      if (kind === 'charge') return [entry(recordedAt, 'money', 'captured', { amountCents, paymentId })];
      // The audit tells what was given back of a policy, so only stray money is told here.
      const isStray = kind === 'refund' && paymentId !== null && sale.policyNumber === null;
      return isStray ? [entry(recordedAt, 'money', 'reversed', { amountCents, paymentId })] : [];
    }),
    ...reversals.map(({ createdAt, payee, amountCents, reversalId }) =>
      entry(createdAt, 'money', 'reversal due', { payee, amountCents, reversalId }),
    ),
  ];
}

/** Payment states whose event is the decision; the other states have events in the journal and the audit. */
const endings: Readonly<Partial<Record<CardPaymentStatus, SaleEvent>>> = {
  Declined: 'payment declined',
  Cancelled: 'payment cancelled',
  Released: 'payment lapsed',
};

function policyEntries({ documents, mails }: Parts): readonly TimeLineEntry[] {
  return [
    ...documents.flatMap(({ documentId, kind, madeAt, fetches }) => [
      ...(madeAt === null ? [] : [entry(madeAt, 'document', 'document made', { kind, documentId })]),
      ...fetches.map(({ fetchedAt, requestId }) =>
        entry(fetchedAt, 'document', 'document fetched', { kind, documentId, requestId }),
      ),
    ]),
    ...mails.flatMap(({ mailId, kind, to, sentAt }) =>
      sentAt === null ? [] : [entry(sentAt, 'mail', 'mail sent', { kind, to, mailId })],
    ),
  ];
}

function auditEntries({ sale }: Parts, audit: readonly AuditRow[]): readonly TimeLineEntry[] {
  // The books have the event of a charge that was reversed without a policy, with its amount.
  const isInBooks = ({ event, facts }: AuditRow): boolean =>
    event === 'reversed' && facts.kind === 'Card' && sale.policyNumber === null;
  const others = audit.filter((row) => !isInBooks(row));
  return others.map(({ happenedAt, event, facts }) => entry(happenedAt, partOf(event), event, facts));
}

function partOf(event: AuditEvent): TimeLineEntry['part'] {
  if (event.startsWith('bind')) return 'bind';
  return event.startsWith('policy') || event.startsWith('cancellation') ? 'policy' : 'money';
}

function entry(
  at: string,
  part: TimeLineEntry['part'],
  event: TimeLineEntry['event'],
  facts: SaleFacts,
): TimeLineEntry {
  return { at, part, event, facts };
}
