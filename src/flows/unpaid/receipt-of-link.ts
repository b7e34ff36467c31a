import type { DocumentContent } from '../../store/document/document.ts';
import { findReceiptId } from '../../store/document/document.ts';
import { readLinkBySecret } from '../../store/unpaid/payment-link.ts';
import { hashTicket } from '../card/card-start.ts';
import { type DocumentParts, downloadDocument } from '../document/fetch-document.ts';
import type { Parts } from '../parts.ts';
import { type PayByLinkParts, viewLink } from './pay-by-link.ts';

/** The receipt of what was paid by a link; null while nothing is paid by it, or if there is no such link. */
export async function receiptOfLink(
  parts: PayByLinkParts & DocumentParts & Parts<'reference'>,
  { secret, now }: { readonly secret: string; readonly now: Date },
  requestId: string,
): Promise<DocumentContent | null> {
  const view = await viewLink(parts, { secret, language: null, now });
  if (view?.state !== 'paid') return null;
  const link = await readLinkBySecret(parts.database, { secretHash: hashTicket(secret) });
  const seller = link && parts.reference().sellers.byId.get(link.sellerId);
  const id = await findReceiptId(parts.database, { policyNumber: view.policyNumber });
  if (!seller || id === null) return null;
  const found = await downloadDocument(parts, { kind: 'seller', seller }, id, requestId);
  return found === 'erased' ? null : found;
}
