import type { DocumentId } from '../../domain/ids.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { type Policy, paymentReferenceOf } from '../../domain/policy/policy.ts';
import type { DocumentKind, PolicyView } from '../../domain/policy/policy-view.ts';
import { moneyStatusWhenIssued, statusWhenIssued } from '../../store/policy/policy-status.ts';

/** The policy as it stands when it is issued, for the event that tells it: the bind reads nothing for it. */
export function issuedView(policy: Policy, { seller, documents, cardAt, boundAt }: Issued): PolicyView {
  return {
    policy,
    seller: seller.username,
    status: statusWhenIssued(policy),
    moneyStatus: moneyStatusWhenIssued(policy),
    paymentReference: paymentReferenceOf(policy.payment),
    boundAt,
    asOf: boundAt,
    cardAt: cardAt === null ? null : cardAt.toISOString(),
    documents: Object.entries(documents)
      .map(([kind, downloadId]) => ({ downloadId, kind: kind as DocumentKind, createdAt: boundAt }))
      .sort((one, other) => (one.downloadId < other.downloadId ? -1 : 1)),
    amendmentCount: 0,
    cancellation: null,
    amountDueCents: 0,
    refunds: [],
  };
}

export interface Issued {
  readonly seller: Pick<Seller, 'username'>;
  readonly documents: Readonly<Partial<Record<DocumentKind, DocumentId>>>;
  readonly cardAt: Date | null;
  readonly boundAt: string;
}
