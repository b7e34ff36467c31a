import type { DocumentId } from '../../domain/ids.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import type { MoneyStatus } from '../../domain/policy/money-status.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import type { DocumentKind, PolicyView } from '../../domain/policy/policy-view.ts';
import type { Payment } from './payment.ts';

/** The policy as it stands when it is issued, for the event that tells it: the bind reads nothing for it. */
export function issuedView(policy: Policy, { seller, money, documents, cardAt, boundAt }: Issued): PolicyView {
  return {
    policy,
    seller: seller.username,
    status: policy.boundOn < policy.effectiveDate ? 'NotStarted' : 'InForce',
    moneyStatus: moneyStatuses[money.kind],
    paymentReference: money.kind === 'charge' ? money.charge.authorizationNumber : referenceOf(policy),
    boundAt,
    cardAt: cardAt === null ? null : cardAt.toISOString(),
    documents: Object.entries(documents)
      .map(([kind, downloadId]) => ({ downloadId, kind: kind as DocumentKind, createdAt: timeOf(downloadId) }))
      .sort((one, other) => (one.downloadId < other.downloadId ? -1 : 1)),
    amendmentCount: 0,
    cancellation: null,
    refunds: [],
  };
}

export interface Issued {
  readonly seller: Pick<Seller, 'username'>;
  readonly money: Payment;
  readonly documents: Readonly<Partial<Record<DocumentKind, DocumentId>>>;
  readonly cardAt: Date | null;
  readonly boundAt: string;
}

const moneyStatuses = {
  none: 'CollectedByPartner',
  scheduled: 'Scheduled',
  charge: 'Paid',
  loan: 'Financed',
} as const satisfies Record<Payment['kind'], MoneyStatus>;

function referenceOf({ payment }: Policy): string | null {
  return 'reference' in payment ? payment.reference : null;
}

/** Ids begin with their time in milliseconds, up to the second dash. */
function timeOf(id: DocumentId): string {
  return new Date(Number.parseInt(id.replace('-', ''), 16)).toISOString();
}
