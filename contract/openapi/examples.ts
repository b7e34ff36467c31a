import type { TSchema } from 'typebox';
import type { eventTypeValues } from '../vocabulary.ts';
import type { Schema } from './document.ts';
import type { Json, Side } from './published-schema.ts';

/**
 * Returns an example of a schema: its own examples, else the value that a property of this name has in the one sale
 * that all examples tell of. `changes` says what is different here, by dotted path; undefined leaves a property out.
 */
export function exampleOf(schema: TSchema, side: Side, changes: Changes = {}): unknown {
  return exampleAt(schema as Schema, side, '', changes, '');
}

export type Changes = Readonly<Record<string, unknown>>;

/** The examples' policy is cancelled after its first 20 days. */
const cancelledOn = '2026-04-20';
const refundAmount = 1309.07;

const linesBack = {
  'lines[].refundAmount': refundAmount,
  'lines[].returnedPremium': 1158.47,
  'lines[].returnedTax': 150.6,
  'lines[].paid': 1333.4,
  refunds: [toCard('Pending')],
};

/** What the examples of an operation tell that the usual values don't, by the operation's id. */
export const exampleChanges: Readonly<Record<string, { readonly request?: Changes; readonly answer?: Changes }>> = {
  quote: {
    request: {
      applicationId: undefined,
      dealerId: undefined,
      dealerContact: undefined,
      producerCode: undefined,
      lienHolderId: undefined,
      'applicant.isCompany': undefined,
      'applicant.businessPhone': undefined,
    },
  },
  bind: { request: { paymentReference: undefined, financing: undefined } },
  policy: { answer: { status: 'InForce', paymentUrl: null } },
  policies: { answer: { 'policies[].status': 'InForce' } },
  events: { answer: { 'events[].data.status': 'InForce', 'events[].data.nextAttemptOn': undefined } },
  webhookDeliveries: { answer: { 'deliveries[].nextAttemptAt': null, 'deliveries[].status': 'Delivered' } },
  cancellationRequest: {
    request: { effectiveDate: cancelledOn },
    answer: {
      effectiveDate: cancelledOn,
      refundAmount,
      ...linesBack,
    },
  },
  latestCancellationRequest: {
    answer: {
      status: 'Requested',
      reason: 'VehicleSold',
      effectiveDate: cancelledOn,
      refundAmount,
      ...linesBack,
      decidedAt: null,
      declineReason: null,
    },
  },
  sandboxDecision: {
    answer: {
      status: 'InForce',
      moneyStatus: 'RefundPending',
      cancellation: cancelled('Scheduled'),
      refunds: [toCard('Pending')],
    },
  },
  sandboxLedger: { answer: { 'holds[].status': 'Captured', disputes: [], loans: [] } },
  pingWebhookEndpoint: { answer: { 'delivery.type': 'ping' } },
  application: { answer: { status: 'Bound' } },
  healthcheck: { answer: { problem: undefined, outbound: undefined, degraded: undefined } },
  changeWebhookEndpoint: { request: { url: undefined, types: undefined, description: undefined, status: 'Enabled' } },
  oauthToken: { request: { client_assertion_type: undefined, client_assertion: undefined } },
  sandboxEvents: {
    request: { type: 'payment.refused' },
    answer: { 'event.type': 'payment.refused', 'event.data.moneyStatus': 'Unpaid', ...scheduled('event.data.') },
  },
  seller: { answer: { 'requires.producerCode': false, 'products[].productName': 'Vehicle replacement' } },
  oauthMetadata: { answer: { response_types_supported: [] } },
};

/** The three ways to pay, which ask for other blocks. */
export const bindRequests: Readonly<Record<string, { readonly summary: string; readonly changes: Changes }>> = {
  byCard: { summary: 'By credit card (CC)', changes: exampleChanges.bind!.request! },
  monthly: {
    summary: 'Monthly, by a loan (PFF)',
    changes: { paymentMethod: 'PFF', paymentReference: undefined, cardPayment: undefined },
  },
  byReference: {
    summary: 'Paid to the partner',
    changes: { paymentMethod: 'REF', paymentReference: 'CHEQUE-1042', financing: undefined, cardPayment: undefined },
  },
};

/** The event as each type is told. */
export function eventChanges(type: (typeof eventTypeValues)[number]): Changes {
  const ofOthers = { 'data.nextAttemptOn': undefined, 'data.voided': undefined };
  return { type, 'data.status': 'InForce', ...ofOthers, ...ofEvents[type] };
}

const ofEvents: Readonly<Partial<Record<(typeof eventTypeValues)[number], Changes>>> = {
  'payment.refused': { ...scheduled('data.'), 'data.moneyStatus': 'Unpaid', 'data.nextAttemptOn': '2026-04-01' },
  'entry.voided': {
    'data.moneyStatus': 'Unpaid',
    'data.voided': { type: 'payment.received', amount: 1309.07, on: '2026-03-25' },
  },
  'cancellation.requested': { 'data.cancellation': cancelled('Requested') },
  // It is told when the operator decides, here for a day ahead.
  'policy.cancelled': {
    'data.moneyStatus': 'RefundPending',
    'data.cancellation': cancelled('Scheduled'),
    'data.refunds': [toCard('Pending')],
  },
  'payment.refunded': {
    'data.status': 'Cancelled',
    'data.moneyStatus': 'PartRefunded',
    'data.cancellation': cancelled('InEffect'),
    'data.refunds': [toCard('Done')],
  },
  'loan.cancelled': {
    'data.status': 'Cancelled',
    'data.moneyStatus': 'PartRefunded',
    'data.cancellation': cancelled('InEffect', 1083.4),
    'data.refunds': [
      { payer: 'Operator', payee: 'Lender', amount: 1083.4, status: 'Done', doneOn: cancelledOn },
      { payer: 'Seller', payee: 'Customer', amount: 225.67, status: 'Pending', doneOn: null },
    ],
    'data.paymentMethod': 'PFF',
    'data.paymentReference': null,
    'data.cardPayment': null,
    'data.financing': {
      loanNumber: 'SL-100000017',
      loanTermInMonths: 24,
      installmentAmount: 50.42,
      financeCharge: 101.68,
      applicationFee: 25,
      apr: 9.95,
      totalPayable: 1210.08,
      downPayment: 250,
      firstInstallmentDate: '2026-04-25',
    },
  },
};

function cancelled(status: 'Requested' | 'Scheduled' | 'InEffect', amount = refundAmount) {
  return {
    effectiveDate: cancelledOn,
    requestedBy: 'Seller',
    reason: 'VehicleSold',
    refundAmount: amount,
    status,
  };
}

function toCard(status: 'Pending' | 'Done') {
  const doneOn = status === 'Done' ? cancelledOn : null;
  return { payer: 'Processor', payee: 'Card', amount: refundAmount, status, doneOn };
}

/** A card that is charged later. */
function scheduled(path: string): Changes {
  return {
    [`${path}cardPayment.status`]: 'Scheduled',
    [`${path}cardPayment.amountCharged`]: 0,
    [`${path}cardPayment.authorizationNumber`]: undefined,
    [`${path}cardPayment.receiptDownloadId`]: undefined,
    [`${path}paymentReference`]: null,
  };
}

function exampleAt(shape: Schema, side: Side, name: string, changes: Changes, path: string): unknown {
  if (path in changes) return changes[path];
  if (shape.examples !== undefined) return shape.examples[0];
  if (side === 'answer' && Object.hasOwn(usualOfAnswers, name)) return usualOfAnswers[name];
  if (Object.hasOwn(usual, name)) return usual[name];
  if (shape.properties !== undefined) return objectAt(shape, side, changes, path);
  if (shape.enum !== undefined) return shape.enum[0];
  switch ([shape.type].flat()[0]) {
    case 'array':
      return [exampleAt(shape.items ?? {}, side, '', changes, `${path}[]`)];
    case 'boolean':
      return false;
    case 'integer':
    case 'number':
      return 1;
    default:
      return name;
  }
}

function objectAt({ properties }: Schema, side: Side, changes: Changes, path: string): Json {
  const entries = Object.entries(properties!).map(([name, inner]) => [
    name,
    exampleAt(inner, side, name, changes, path === '' ? name : `${path}.${name}`),
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** All examples tell of one sale: Prime, three years, replacement cover in Ontario, paid by card on its first day. */
const usual: Readonly<Record<string, unknown>> = {
  isValid: true,
  errors: [],
  isOptional: false,
  isCompany: false,
  applicationId: '01a1ddf3-1698-73aa-a26d-63b34abd2a57',
  paymentId: '01a1ddf4-0b2e-7c11-9f5d-2b7a6c1e8d43',
  policyNumber: 'NB100000017',
  loanNumber: 'SL-100000017',
  authorizationNumber: '482193',
  selectedProducts: ['RPL'],
  productType: 'RPL',
  productName: 'Replacement',
  moneyStatus: 'Paid',
  premium: 1180,
  tax: 153.4,
  totalWithTax: 1333.4,
  amount: 1333.4,
  amountCharged: 1333.4,
  refundAmount: 1333.4,
  refunds: [],
  refunded: 0,
  paymentTermInYears: 3,
  coverageTermInYears: 3,
  chargesRun: 1,
  applicationsRemoved: 4,
  amendmentCount: 0,
  installmentAmount: 50.42,
  financeCharge: 101.68,
  applicationFee: 25,
  totalPayable: 1210.08,
  paymentMethod: 'CC',
  paymentReference: '482193',
  cancellation: null,
  producerCode: 'QC-0042',
  vehicleConfigurationId: '1HGCM82633A004352.2026-03-31.24500.Cash.k3Jd8sQwAbc.Zr0m5vXo2LJq7tYc1hNfRg',
  dealerId: 'dl-sample-motors-ottawa',
  lienHolderId: 'lh-ally-credit-canada',
  token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl',
  access_token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl',
  ticket: 'tk_5r0xk2b1f9y7m3q8',
  checkoutJsUrl: 'http://127.0.0.1:8081/checkout/js/checkout.js',
  checkoutGlobal: 'monerisCheckout',
  environment: 'qa',
  subject: 'Your policy NB100000017',
  message: 'The card was authorized.',
  issuer: 'http://127.0.0.1:8080',
  authorization_endpoint: 'http://127.0.0.1:8080/oauth2/authorize',
  token_endpoint: 'http://127.0.0.1:8080/oauth2/token',
  nextCursor: null,
  nextAfter: '7f3d0c1e-52a4-4f0b-9d0e-3b1f6a2c9e57',
  partnerReference: 'DEAL-20417',
  attempts: 1,
  responseStatus: 204,
  nextAttemptAt: null,
  url: 'https://partner.example.ca/hooks/northbind',
  description: 'Sales system',
  types: ['payment.captured', 'payment.refused'],
  nextAttemptOn: undefined,
  firstOrCompanyName: 'Marie-Ève',
  lastName: 'Tremblay',
  addressLine1: '301 Front Street West',
  addressLine2: 'Suite 4',
  city: 'Toronto',
  postalCode: 'M5V 2T6',
  phoneNumber: '416-555-0142',
  businessPhone: null,
  emailAddress: 'marie-eve.tremblay@example.ca',
  downPayment: 250,
  total: 1333.4,
  commission: 177,
  collected: 0,
  balance: -177,
  hasMoreLines: false,
  downloadId: '7f3d0c1e-52a4-4f0b-9d0e-3b1f6a2c9e57',
  error_description: 'The client is not known, or its proof is wrong.',
  requestedBy: null,
};

/** It is paid by card, so there is no loan. */
const usualOfAnswers: Readonly<Record<string, unknown>> = {
  financing: null,
  financingLetterDownloadId: null,
  limitedIndemnityOptions: [],
};
