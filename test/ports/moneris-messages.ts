import type { StandInOrder, StandInTransaction } from './moneris-orders.ts';

/** Moneris's messages, letter for letter as the guide, the vendor's library and captured answers have them. */

export const notComplete =
  '{"response":{"success":"false","error":{"field":"ticket","message":"invalid ticket or transaction is not complete"}}}';

export const duplicatePreload = '{"response":{"success":"false","error":{"order_no":"Duplicate orderId"}}}';

export const billingMissing =
  '{"response":{"success":"false","error":{"billing_details":{"data":"billing address must be set when AVS is enabled"}}}}';

/**
 * What the vendor's library makes up when there is no answer; the gateway sends the same for a request it can't take.
 */
export const globalError =
  '<?xml version="1.0"?><response><receipt><ReceiptId>Global Error Receipt</ReceiptId><ReferenceNum>null</ReferenceNum>' +
  '<ResponseCode>null</ResponseCode><AuthCode>null</AuthCode><TransTime>null</TransTime><TransDate>null</TransDate>' +
  '<TransType>null</TransType><Complete>false</Complete><Message>Global Error Receipt</Message>' +
  '<TransAmount>null</TransAmount><CardType>null</CardType><TransID>null</TransID><TimedOut>null</TimedOut>' +
  '<CorporateCard>false</CorporateCard><MessageId>null</MessageId></receipt></response>';

export const duplicateOrderMessage = 'The transaction was not sent to the host because of a duplicate order id';

export function preloaded(ticket: string): string {
  return `{"response":{"success":"true","ticket":"${ticket}"}}`;
}

/** A finished checkout. A declined one has success "true" as well. */
export function finishedReceipt(order: StandInOrder): string {
  const { first, card } = order;
  const isVerification = order.purpose === 'verify';
  const digits = `${card.number.slice(0, 6)}***${card.number.slice(-4)}`;
  const cc = {
    order_no: isVerification ? `${order.orderNo}_veri` : order.orderNo,
    cust_id: order.custId,
    transaction_no: first.transId,
    reference_no: first.referenceNum,
    transaction_code: isVerification ? '06' : '01',
    transaction_type: '200',
    transaction_date_time: `${first.date} ${first.time}`,
    corporateCard: null,
    amount: first.amount,
    response_code: first.responseCode,
    iso_response_code: '01',
    approval_code: first.authCode,
    card_type: card.type,
    dynamic_descriptor: null,
    invoice_number: null,
    customer_code: null,
    eci: '7',
    cvd_result_code: 'null',
    avs_result_code: null,
    cavv_result_code: null,
    first6last4: digits,
    expiry_date: '1230',
    recur_success: null,
    issuer_id: isVerification ? 'null' : '139X3130ASCXAS9',
    is_debit: 'false',
    ecr_no: '66011731',
    batch_no: '595',
    sequence_no: '066',
    result: first.isApproved ? 'a' : 'd',
    ...(isVerification && first.isApproved
      ? {
          tokenize: {
            success: 'true',
            first4last4: `${card.number.slice(0, 4)}***${card.number.slice(-4)}`,
            datakey: order.dataKey,
            status: '001',
            message: 'Successfully registered CC details',
          },
        }
      : {}),
  };
  return JSON.stringify({
    response: {
      success: 'true',
      request: {
        txn_total: order.amount,
        cc_total: order.amount,
        pay_by_token: '0',
        cc: { first6last4: digits, expiry: '1230', cardholder: 'Test' },
        ticket: order.ticket,
        cust_id: order.custId,
        dynamic_descriptor: null,
        order_no: order.orderNo,
        eci: '7',
      },
      receipt: { result: first.isApproved ? 'a' : 'd', cc },
    },
  });
}

/** The gateway's receipt; null: refused as a duplicate, all nulls. */
export function gatewayReceipt(done: StandInTransaction | string, status?: 'Found' | 'Not Found'): string {
  const fields: Record<string, string> =
    typeof done === 'string'
      ? { ...nothing, ReceiptId: 'null', Message: done }
      : {
          ReceiptId: done.orderId,
          ReferenceNum: done.referenceNum,
          ResponseCode: done.responseCode,
          ISO: done.iso,
          AuthCode: done.authCode,
          TransTime: done.time,
          TransDate: done.date,
          TransType: done.transType,
          Complete: 'true',
          Message: done.isApproved
            ? 'APPROVED           *                    ='
            : 'DECLINED           *                    =',
          TransAmount: done.amount,
          CardType: done.cardType,
          TransID: done.transId,
          TimedOut: 'false',
          BankTotals: 'null',
          Ticket: 'null',
          IssuerId: 'null',
          MessageId: '1A6180380353384',
          IsVisaDebit: 'false',
        };
  const statusFields =
    status === undefined ? {} : { status_code: status === 'Found' ? '001' : '050', status_message: status };
  const vault =
    typeof done !== 'string' && done.maskedPan !== undefined
      ? `<ResSuccess>true</ResSuccess><PaymentType>cc</PaymentType><DataKey>${done.dataKey}</DataKey><ResolveData><cust_id></cust_id><phone></phone><email></email><note></note><crypt_type>7</crypt_type><masked_pan>${done.maskedPan}</masked_pan><expdate>3012</expdate></ResolveData>`
      : '';
  const lines = Object.entries({ ...fields, ...statusFields }).map(([name, value]) => `<${name}>${value}</${name}>\n`);
  return `<?xml version="1.0"?>\n<response>\n<receipt>\n${lines.join('')}${vault}</receipt>\n</response>\n`;
}

const nothing: Readonly<Record<string, string>> = {
  ReceiptId: 'null',
  ReferenceNum: 'null',
  ResponseCode: 'null',
  ISO: 'null',
  AuthCode: 'null',
  TransTime: 'null',
  TransDate: 'null',
  TransType: 'null',
  Complete: 'false',
  Message: 'null',
  TransAmount: 'null',
  CardType: 'null',
  TransID: 'null',
  TimedOut: 'false',
  BankTotals: 'null',
  Ticket: 'null',
};
