import { retryAdviceOf } from '../../domain/unpaid/retry-advice.ts';
import {
  isApproval,
  maskCard,
  readAmount,
  readBrand,
  readFlag,
  readInstant,
  readResponseCode,
  readText,
} from './wire-values.ts';
import { readXml, type XmlElement } from './xml.ts';

/** One receipt of the gateway. Fields that it did not have are null. */
export type GatewayAnswer = Readonly<NonNullable<ReturnType<typeof readGatewayAnswer>>>;

/**
 * `duplicate`: refused because the order number has been used before. It says nothing about how the first one ended.
 */
export type Verdict = 'approved' | 'declined' | 'duplicate' | 'unclear';

export type TransactionKind = 'purchase' | 'hold' | 'completion' | 'refund' | 'verification' | 'correction';

/** Returns null for an unreadable answer. */
export function readGatewayAnswer(text: string) {
  const root = readXml(text);
  const receipt = root?.name === 'response' && root.children.length === 1 ? root.children[0] : undefined;
  if (receipt?.name !== 'receipt' || hasTwice(receipt)) return null;
  const field = (name: string): string | null => readText(childOf(receipt, name)?.text.trim());
  const resolved = childOf(receipt, 'ResolveData');
  const responseCode = readResponseCode(field('ResponseCode'));
  return {
    verdict: readVerdict(field, responseCode),
    // When the card may be charged again, if it was refused. A receipt without an advice code is the rule: then the
    // issuer's code decides alone.
    retryAdvice: retryAdviceOf({ issuerCode: field('ISO'), adviceCode: field('AdviceCode') }),
    order: field('ReceiptId'),
    // A status check may return another kind than was requested.
    kind: kinds[field('TransType') ?? ''] ?? null,
    reference: field('TransID') ?? field('TxnNumber'),
    amountCents: readAmount(field('TransAmount')),
    // A few approvals have no code of the issuer; the reference number is on the customer's receipt as well.
    authorizationNumber: field('AuthCode') ?? field('ReferenceNum'),
    at: readInstant(field('TransDate'), field('TransTime')),
    cardType: readBrand(field('CardType')),
    maskedCardNumber: maskCard(resolved && childOf(resolved, 'masked_pan')?.text),
    dataKey: field('DataKey'),
    issuerId: field('IssuerId'),
    // Only the answer to a status check has it.
    status: readStatus(field('status_code'), field('status_message')),
  };
}

const kinds: Readonly<Record<string, TransactionKind>> = {
  '00': 'purchase',
  '01': 'hold',
  '02': 'completion',
  '04': 'refund',
  '06': 'verification',
  '11': 'correction',
};

function readVerdict(field: (name: string) => string | null, responseCode: number | null): Verdict {
  // TimedOut: the gateway itself does not know what the issuer did.
  if (readFlag(field('TimedOut'))) return 'unclear';
  if (readFlag(field('Complete'))) {
    // Moneris's guide says that "Complete" with a null code was never sent to the issuer. That is not enough to call it declined.
    if (responseCode === null) return 'unclear';
    return isApproval(responseCode) ? 'approved' : 'declined';
  }
  const isDuplicate = responseCode === null && /duplicate order id/i.test(field('Message') ?? '');
  // Everything else, such as "Global Error Receipt", reports an error and no result.
  return isDuplicate ? 'duplicate' : 'unclear';
}

/** Strict: on "not found" a caller takes it that no money moved, so an unclear answer must not read as that. */
function readStatus(code: string | null, message: string | null): 'found' | 'not-found' | null {
  const number = readResponseCode(code);
  const words = message?.toLowerCase().replaceAll(/[^a-z]/g, '');
  if (number === null) return null;
  if (words === 'found' && number < 50) return 'found';
  return words === 'notfound' && number >= 50 ? 'not-found' : null;
}

function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

/** With a field that occurs twice, it is not known which value is right. */
function hasTwice(receipt: XmlElement): boolean {
  return new Set(receipt.children.map((child) => child.name)).size !== receipt.children.length;
}
