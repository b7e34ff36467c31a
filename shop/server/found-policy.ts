import type { PolicyDetails } from '@northbind/sdk';
import type { DocumentKind } from '../shop-api.ts';
import { asBound, type Sale } from './sale.ts';

/** The sale as the service knows its policy today: whoever bound it, and whatever has happened to its money since. */
export function foundSale(sale: Sale, policy: PolicyDetails, rescindableUntil: string): Sale {
  const { paymentMethod, cardPayment, financing, documents, paymentUrl } = policy;
  const idOf = (kind: string): string | undefined => documents.findLast((one) => one.kind === kind)?.downloadId;
  const downloadIds: Partial<Record<DocumentKind, string>> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const downloadId = idOf(kind);
    if (downloadId !== undefined) downloadIds[name as DocumentKind] = downloadId;
  }
  const progress = sale.progress.state === 'bound' ? sale.progress.policy : null;
  const { policyNumber, effectiveDate, expiryDate, totalWithTax, paymentTermInYears } = policy;
  return asBound(sale, {
    policy: {
      policyNumber,
      effectiveDate,
      expiryDate,
      cancelledFrom: cancelledFrom(policy),
      totalWithTax,
      paymentTermInYears,
      financing,
      paymentUrl,
      paymentMethod: paymentMethod === 'CC' || paymentMethod === 'PFF' ? paymentMethod : null,
      card: cardPayment && {
        number: cardPayment.maskedCardNumber,
        brand: cardPayment.cardType,
        chargeDate: cardPayment.chargeDate,
      },
      charge: cardPayment && (policy.moneyStatus === 'Unpaid' ? 'Refused' : cardPayment.status),
      emailAddress: policy.applicant.emailAddress,
      nextAttemptOn: null,
      downPayment: progress?.downPayment ?? downPaymentOf(sale),
      products: policy.products.map(({ productName }) => productName),
      rescindableUntil,
    },
    downloadIds,
  });
}

/** One that is only asked for takes no cover away; one for non-payment may still be withdrawn by a payment. */
function cancelledFrom({ cancellation }: PolicyDetails): string | null {
  if (cancellation === null) return null;
  const { status, reason, effectiveDate } = cancellation;
  const isSure = status === 'InEffect' || (status === 'Scheduled' && reason !== 'NonPayment');
  return isSure ? effectiveDate : null;
}

const kinds: Readonly<Record<DocumentKind, string>> = {
  declaration: 'Declaration',
  amended: 'AmendedDeclaration',
  letter: 'FinancingLetter',
  receipt: 'Receipt',
  notice: 'CancellationNotice',
  refund: 'RefundReceipt',
};

function downPaymentOf({ progress }: Sale): number {
  return progress.state === 'binding' ? (progress.bindState.request.financing?.downPayment ?? 0) : 0;
}
