import { disclosureFileName, fileNameOf, type NamedKind } from '../../documents/file-name.ts';
import { issuerFor } from '../../documents/issuer.ts';
import type {
  ChargedPolicy,
  DisclosureRequest,
  DocumentLanguages,
  FinancedPolicy,
  PolicyDocumentRequest,
} from '../../documents/print-request.ts';
import { isRescission } from '../../domain/cancellation/cancellation-cause.ts';
import { customerLanguages } from '../../domain/document/customer-languages.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import { withLaterCharge } from '../../domain/policy/policy-view.ts';
import {
  keepDisclosureBytes,
  readAnyDisclosure,
  readDisclosure,
  type StoredDisclosure,
} from '../../store/disclosure/disclosure.ts';
import {
  type DocumentContent,
  type DocumentSource,
  fetchDocument,
  keepContent,
  type MoneyTold,
  readContent,
  readSource,
} from '../../store/document/document.ts';
import { readWordingContent } from '../../store/document/wording.ts';
import { ownerWithin, type Reach } from '../call/reach.ts';
import type { Parts } from '../parts.ts';

export type DocumentParts = Parts<'database' | 'printer'>;

/**
 * Returns the document; null if it does not exist or is out of reach, `erased` if its bytes are gone
 * for good. Each download is recorded as a reprint.
 */
export async function downloadDocument(
  parts: DocumentParts,
  reach: Reach,
  id: DocumentId,
  requestId: string,
): Promise<DocumentContent | 'erased' | null> {
  const { id: sellerId } = await ownerWithin(parts, reach, 'document', id);
  const found = await fetchDocument(parts.database, sellerId, id, requestId);
  if (found === null)
    return (await downloadDisclosure(parts, sellerId, id)) ?? readWordingContent(parts.database, { id });
  if (found.isErased) return 'erased';
  return found.content ?? (await makeContent(parts, id, { requestId })) ?? 'erased';
}

/** What was given before the bind. It belongs to an application, not to a policy, and is no reprint. */
async function downloadDisclosure(parts: DocumentParts, sellerId: string, id: DocumentId) {
  return contentOfDisclosure(parts, id, await readDisclosure(parts.database, { sellerId, id }));
}

async function contentOfDisclosure(
  { database, printer }: DocumentParts,
  id: DocumentId,
  found: StoredDisclosure | null,
): Promise<DocumentContent | null> {
  if (found === null) return null;
  const request = found.request as DisclosureRequest;
  const filename = disclosureFileName(request);
  if (found.bytes !== null) return { filename, bytes: found.bytes };
  const bytes = await printer.print(request, found.brand);
  await keepDisclosureBytes(database, { id, bytes });
  return { filename, bytes };
}

/**
 * Returns the bytes of a document or of a disclosure, printing them if needed, or of a wording; null if erased. They
 * never change. `isAwaited`: by somebody, so that it is printed before what is not.
 */
export async function contentOf(
  parts: DocumentParts,
  id: DocumentId,
  isAwaited = true,
): Promise<DocumentContent | null> {
  const content = (await readContent(parts.database, { id })) ?? (await makeContent(parts, id, { isAwaited }));
  if (content !== null) return content;
  const wording = await readWordingContent(parts.database, { id });
  return wording ?? contentOfDisclosure(parts, id, await readAnyDisclosure(parts.database, { id }));
}

interface PrintedFor {
  /** The download, if it is one. */
  readonly requestId?: string;
  readonly isAwaited?: boolean;
}

async function makeContent(
  { database, printer }: DocumentParts,
  id: DocumentId,
  { requestId, isAwaited }: PrintedFor,
): Promise<DocumentContent | null> {
  const source = await readSource(database, { id });
  if (source === null) return null;
  const { languages } = issuerFor(printer.issuer, source.brand);
  const request = requestOf(source, customerLanguages(source.policy, languages));
  const bytes = await printer.print(request, source.brand, isAwaited);
  const filename = fileNameOf(nameOf(request), request.policy, request.language);
  return keepContent(database, id, { filename, bytes }, requestId ?? null);
}

function nameOf(request: PolicyDocumentRequest): NamedKind {
  return request.kind === 'cancellation' && isRescission(request.cancellation) ? 'rescission' : request.kind;
}

/** What a document of a policy is to say, from what is stored. */
export function requestOf(source: DocumentSource, language: DocumentLanguages): PolicyDocumentRequest {
  const request = factsOf(source, language);
  return source.texts === null ? request : { ...request, texts: source.texts };
}

function factsOf(
  { kind, policy, laterCharge, laterCard, cancellation, money, restOfLoan, amendment }: DocumentSource,
  language: DocumentLanguages,
): PolicyDocumentRequest {
  switch (kind) {
    case 'declaration':
      return { kind, policy, language };
    case 'amended-declaration':
      if (amendment === null) throw new Error('An amended declaration has an amendment.');
      // The card may have been charged since the bind.
      return { kind, policy: withLaterCharge(policy, laterCharge, laterCard), amendment, language };
    case 'financing-letter':
      return { kind, policy: policy as FinancedPolicy, language };
    case 'receipt': {
      if (money?.kind !== 'payment')
        return {
          kind,
          policy: charged(withLaterCharge(policy, laterCharge, laterCard)),
          isCancelled: cancellation !== null,
          language,
        };
      const { amountCents, happenedOn: paidOn, reference } = money;
      return { kind, policy, payment: { amountCents, paidOn, reference }, language };
    }
    case 'refund-receipt':
      if (money === null) throw new Error('Only a refund that is done has a receipt.');
      return {
        kind,
        policy: withLaterCharge(policy, laterCharge, laterCard),
        language,
        refund: {
          amountCents: money.amountCents,
          payee: payeeOf(money),
          doneOn: money.happenedOn,
          reference: money.reference,
          cancelledOn: cancellation?.cancelledOn ?? null,
          rest: restOfLoan,
        },
      };
    case 'cancellation':
      if (cancellation === null) throw new Error('Only a cancelled policy has a cancellation notice.');
      // The refund goes to the card that paid, which may have come by a payment link.
      return { kind, policy: withLaterCharge(policy, laterCharge, laterCard), cancellation, language };
  }
}

function payeeOf({ kind, recordedBy }: MoneyTold): 'Card' | 'Customer' | 'Lender' {
  if (kind === 'loan-ended') return 'Lender';
  return recordedBy === 'processor' ? 'Card' : 'Customer';
}

function charged(policy: Policy): ChargedPolicy {
  if (!('card' in policy.payment)) throw new Error('Only a card payment has a receipt.');
  return policy as ChargedPolicy;
}
