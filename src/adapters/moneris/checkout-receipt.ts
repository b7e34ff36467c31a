import type { ApprovedCard, CheckoutState } from '../../ports/card-processor.ts';
import type { Outcome } from '../../ports/outcome.ts';
import {
  asObject,
  isApproval,
  type Json,
  maskCard,
  readAmount,
  readBrand,
  readFlag,
  readResponseCode,
  readText,
  verificationOrder,
  writeCardToken,
} from './wire-values.ts';

export type CheckoutPurpose = 'hold' | 'verify';

/**
 * Reads the receipt of a finished checkout. `success` is "true" for a declined card, too, so the verdict is read from
 * `result` and the response code; when they contradict each other, the outcome is unknown.
 */
export function readReceipt(response: Json, purpose: CheckoutPurpose, key: string): Outcome<CheckoutState> {
  const receipt = asObject(response.receipt);
  const cc = asObject(receipt?.cc);
  if (receipt === null || cc === null) return unclear('without card details');
  const order = readText(cc.order_no) ?? readText(asObject(response.request)?.order_no);
  if (order !== key && order !== verificationOrder(key)) return unclear('of another order');

  const code = readResponseCode(cc.response_code);
  // A null code was never sent to the issuer (such as after a failed 3-D Secure): "d" alone means declined.
  if (receipt.result === 'd') return { kind: 'done', value: { kind: 'declined' } };
  if (receipt.result !== 'a' || code === null || !isApproval(code)) return unclear('with no clear result');

  // The profile in the merchant portal decides what a ticket does. A profile for purchases has charged the customer.
  if (cc.transaction_code !== transactionCodes[purpose])
    return unclear('of another kind than the checkout profile should make');
  const card = purpose === 'hold' ? readHold(cc) : readVerification(cc);
  const amountCents = readAmount(cc.amount) ?? (purpose === 'verify' ? 0 : null);
  if (card === null || amountCents === null) return unclear('without what is needed to charge');
  return { kind: 'done', value: { kind: 'approved', amountCents, ...card } };
}

const transactionCodes = { hold: '01', verify: '06' } as const;

function readHold(cc: Json): ApprovedCard | null {
  const reference = readText(cc.transaction_no);
  return reference === null ? null : { ...readCard(cc), reference, cardToken: null };
}

function readVerification(cc: Json): ApprovedCard | null {
  const tokenize = asObject(cc.tokenize);
  // Trap: the guide's table says `data_key`, real answers say `datakey`.
  const dataKey = readText(tokenize?.datakey) ?? readText(tokenize?.data_key);
  if (!readFlag(tokenize?.success) || dataKey === null) return null;
  const cardToken = writeCardToken(dataKey, readText(cc.issuer_id));
  return { ...readCard(cc), reference: readText(cc.transaction_no) ?? '', cardToken };
}

function readCard(cc: Json): Pick<ApprovedCard, 'maskedCardNumber' | 'cardType'> {
  return {
    maskedCardNumber: maskCard(cc.first6last4, asObject(cc.tokenize)?.first4last4),
    cardType: readBrand(cc.card_type),
  };
}

function unclear(what: string): Outcome<never> {
  return { kind: 'unknown', cause: `Moneris Checkout gave a receipt ${what}` };
}
