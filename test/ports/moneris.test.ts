import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { type MonerisConfig, makeMoneris } from '../../src/adapters/moneris/moneris.ts';
import {
  type ApprovedCard,
  type CardProcessor,
  type CheckoutState,
  type FoundPayment,
  refusedByIssuer,
} from '../../src/ports/card-processor.ts';
import { type CallContext, type Outcome, refusedBy } from '../../src/ports/outcome.ts';
import { unreachableOrigin } from '../kit/parties/unreachable.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { holdProfile, verifyProfile } from './moneris-books.ts';
import { billingMissing, gatewayReceipt, globalError, notComplete } from './moneris-messages.ts';
import { type MonerisStandIn, startMonerisStandIn, visa } from './moneris-stand-in.ts';

const context: CallContext = { requestId: 'moneris-test', fault: null };
const apiToken = 'yesguy&<secret>';
const patienceMs = 400;
/** What the adapter waits by default. */
const usualPatienceMs = 18_000;
const sampleOrder = 'Moneris_test_june20_2016';

let moneris: MonerisStandIn;
let cards: CardProcessor;
let impatient: CardProcessor;

before(async () => {
  moneris = await startMonerisStandIn();
  afterwards(moneris.close);
  cards = makeMoneris(settings());
  impatient = makeMoneris(settings({ timeouts: { callMs: patienceMs, lookUpMs: patienceMs } }));
});

describe('the script and the mode', () => {
  test('by environment, test and production have their own hosts', () => {
    const { checkoutUrl: _, gatewayUrl: __, ...own } = settings();
    assert.equal(makeMoneris(own).checkoutJsUrl, 'https://gatewayt.moneris.com/chktv2/js/chkt_v2.01.js');
    const live = makeMoneris({ ...own, environment: 'prod' });
    assert.equal(live.checkoutJsUrl, 'https://gateway.moneris.com/chktv2/js/chkt_v2.01.js');
    assert.equal(live.environment, 'prod');
  });
});

describe('opening a checkout', () => {
  test('a hold goes to the hold profile, with the amount as text and our key as the order', async () => {
    const key = newKey();
    await open(key, 123_45);
    const { body } = lastRequest('preload');
    assert.deepEqual(JSON.parse(body), {
      store_id: 'store5',
      api_token: apiToken,
      environment: 'qa',
      checkout_id: holdProfile,
      action: 'preload',
      txn_total: '123.45',
      order_no: key,
      cust_id: 'application-1',
      language: 'fr',
    });
  });

  test('a verification goes to the verify profile with 0.00', async () => {
    await open(newKey(), 0);
    const { fields } = lastRequest('preload');
    assert.equal(fields.checkout_id, verifyProfile);
    assert.equal(fields.txn_total, '0.00');
  });

  test('success "false" is a text and not a yes; the reason names the field and repeats nothing', async () => {
    moneris.next({ on: 'preload', instead: { text: billingMissing } });
    const outcome = await openOutcome(newKey(), 100);
    assert.deepEqual(outcome, refusedBy('party', 'preload: billing_details'));
  });

  test('success "false" with a ticket beside it opens nothing', async () => {
    moneris.next({ on: 'preload', instead: { text: '{"response":{"success":"false","ticket":"1725949780VuxBdT"}}' } });
    assert.equal((await openOutcome(newKey(), 100)).kind, 'refused');
  });

  test('an order that was used before is refused as a duplicate', async () => {
    const { key } = await hold(100);
    assert.deepEqual(await openOutcome(key, 100), refusedBy('party', 'duplicate-order'));
  });

  test('a key or an amount that Moneris can not take is a bug, and is not sent', async () => {
    const seen = moneris.requests.length;
    for (const key of ['', 'a b', 'a<b', 'x'.repeat(46)]) await assert.rejects(openOutcome(key, 100));
    for (const cents of [-1, 0.5, 1_000_000_000]) await assert.rejects(openOutcome(newKey(), cents));
    assert.equal(moneris.requests.length, seen);
  });
});

describe('reading a checkout', () => {
  test('not finished, cancelled and never heard of are one answer: pending', async () => {
    const key = newKey();
    const ticket = await open(key, 100);
    assert.deepEqual(await read(key, ticket), { kind: 'pending' });
    assert.deepEqual(await read(key, 'no-such-ticket'), { kind: 'pending' });
  });

  test('an approved hold: reference, masked card, brand, no token', async () => {
    const { key, ticket } = await hold(100);
    const state = await read(key, ticket);
    assert.ok(state.kind === 'approved');
    assert.equal(state.reference, moneris.books.approved(key, '01')[0]?.transId);
    assert.deepEqual([state.cardToken, state.maskedCardNumber, state.cardType], [null, '4242********4242', 'Visa']);
  });

  test('a verification: order with _veri, `datakey`, and the issuer id "null" is none', async () => {
    const { card } = await verify();
    assert.match(card.cardToken ?? '', /^ot-\d+vaultKey\|$/);
  });

  test('a declined card has success "true" and is declined all the same', async () => {
    for (const amountCents of [0, 100]) {
      const key = newKey();
      const ticket = await open(key, amountCents);
      moneris.customerIsDeclined(ticket);
      assert.deepEqual(await read(key, ticket), { kind: 'declined' });
    }
  });

  const receipt = (change: object, result = 'a'): string =>
    JSON.stringify({
      response: {
        success: 'true',
        request: { order_no: 'order-1' },
        receipt: {
          result,
          cc: {
            order_no: 'order-1',
            transaction_no: '1-0_1',
            transaction_code: '01',
            amount: '1.00',
            response_code: '027',
            card_type: 'M',
            first6last4: '5454545454',
            issuer_id: 'null',
            ...change,
          },
        },
      },
    });
  const readLiteral = (text: string): Promise<Outcome<CheckoutState>> => {
    moneris.next({ on: 'receipt', instead: { text } });
    return cards.readCheckout({ key: 'order-1', ticket: 't' }, context);
  };
  const readVerifyLiteral = (text: string): Promise<Outcome<CheckoutState>> => {
    moneris.next({ on: 'receipt', instead: { text: notComplete } });
    return readLiteral(text);
  };

  test('a wallet has no digits to show: all is masked', async () => {
    const outcome = await readLiteral(receipt({ first6last4: null, expiry_date: null }));
    assert.ok(outcome.kind === 'done' && outcome.value.kind === 'approved');
    assert.equal(outcome.value.maskedCardNumber, '****************');
    assert.equal(outcome.value.cardType, 'Mastercard');
  });

  test('`data_key`, as in the table of the guide, is read as well, and the issuer id is kept with it', async () => {
    const tokenize = { success: 'true', data_key: 'abc', status: '001' };
    const change = { order_no: 'order-1_veri', transaction_code: '06', issuer_id: '139X3130ASCXAS9', tokenize };
    const outcome = await readVerifyLiteral(receipt(change));
    assert.ok(outcome.kind === 'done' && outcome.value.kind === 'approved');
    assert.equal(outcome.value.cardToken, 'abc|139X3130ASCXAS9');
  });

  test('declined without a response code, never sent to the issuer, is declined', async () => {
    assert.deepEqual(await readLiteral(receipt({ response_code: null }, 'd')), {
      kind: 'done',
      value: { kind: 'declined' },
    });
  });

  for (const [what, change] of [
    ['approved without a response code', { response_code: null }],
    ['approved with the word "null" for a code', { response_code: 'null' }],
    ['approved with a declining code', { response_code: '481' }],
    ['of another order', { order_no: 'order-2' }],
    ['of a purchase: the profile is set up wrong, and the customer charged', { transaction_code: '00' }],
    ['without a transaction number', { transaction_no: 'null' }],
    ['without an amount', { amount: null }],
  ] as const) {
    test(`unknown: a receipt ${what}`, async () => {
      assert.equal((await readLiteral(receipt(change))).kind, 'unknown');
    });
  }

  test('unknown: a verification whose card could not be saved', async () => {
    const tokenize = { success: 'false', status: '945', message: 'null' };
    const text = receipt({ order_no: 'order-1_veri', transaction_code: '06', tokenize });
    assert.equal((await readVerifyLiteral(text)).kind, 'unknown');
  });

  test('a question whose answer was lost is asked again', async () => {
    const { key, ticket } = await hold(100);
    moneris.next({ on: 'receipt', how: 'lose' });
    moneris.next({ on: 'receipt', instead: { status: 502, text: 'Bad gateway' } });
    assert.equal((await read(key, ticket)).kind, 'approved');
  });

  test('the retries end', async () => {
    const { key, ticket } = await hold(100);
    for (let times = 0; times < 3; times++) moneris.next({ on: 'receipt', how: 'lose' });
    assert.equal((await cards.readCheckout({ key, ticket }, context)).kind, 'unknown');
  });
});

describe('a hold', () => {
  test('is captured once; the repeat, which Moneris refuses, answers the same charge', async () => {
    const { key, card } = await hold(100_00);
    const first = done(await capture(key, card, 90_00));
    assert.equal(first.amountCents, 90_00);
    assert.equal(first.chargedAt, '2026-11-16T15:33:55Z');
    assert.deepEqual(done(await capture(key, card, 90_00)), first);
    assert.equal(moneris.books.approved(key, '02').length, 1);
    const found = await find(key);
    assert.ok(found.kind === 'charged');
    assert.deepEqual(found.charge, first);
  });

  test('ten captures at once take the money once and all answer the same', async () => {
    const { key, card } = await hold(100_00);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => capture(key, card, 100_00)));
    assert.equal(new Set(outcomes.map((outcome) => done(outcome).reference)).size, 1);
    assert.equal(moneris.books.approved(key, '02').length, 1);
  });

  test('a repeat with another amount is not taken for the same charge', async () => {
    const { key, card } = await hold(100_00);
    done(await capture(key, card, 100_00));
    assert.equal((await capture(key, card, 50_00)).kind, 'unknown');
  });

  test('a refusal is not believed while the look-up does not even see the hold', async () => {
    const { key, card } = await hold(100_00);
    done(await capture(key, card, 100_00));
    moneris.next({ on: 'status:preauth', instead: { text: gatewayReceipt('null', 'Not Found') } });
    assert.equal((await capture(key, card, 100_00)).kind, 'unknown');
    moneris.next({ on: 'status:preauth', instead: { text: gatewayReceipt('null', 'Not Found') } });
    assert.equal((await cards.release({ key, reference: card.reference }, context)).kind, 'unknown');
  });

  test('is released by a completion for 0.00, and again', async () => {
    const { key, card } = await hold(100_00);
    done(await cards.release({ key, reference: card.reference }, context));
    assert.equal(lastRequest('completion').fields.comp_amount, '0.00');
    done(await cards.release({ key, reference: card.reference }, context));
    assert.equal((await find(key)).kind, 'released');
    assert.deepEqual(await capture(key, card, 100_00), refusedBy('us', 'released'));
  });

  test('that was captured is not released', async () => {
    const { key, card } = await hold(100_00);
    done(await capture(key, card, 100_00));
    assert.deepEqual(await cards.release({ key, reference: card.reference }, context), refusedBy('us', 'charged'));
  });

  test('whose capture the issuer refuses stays held', async () => {
    const { key, card } = await hold(100_00);
    assert.deepEqual(await capture(key, card, 200_00), refusedByIssuer({}));
    assert.equal((await find(key)).kind, 'held');
  });

  test('whose capture lost its reply is unknown, then found charged', async () => {
    const { key, card } = await hold(100_00);
    moneris.next({ on: 'completion', how: 'lose' });
    assert.equal((await capture(key, card, 100_00)).kind, 'unknown');
    assert.equal((await find(key)).kind, 'charged');
  });

  test('a capture is never retried by itself', async () => {
    const { key, card } = await hold(100_00);
    moneris.next({ on: 'completion', instead: { status: 500, text: 'oops' } });
    assert.equal((await capture(key, card, 100_00)).kind, 'unknown');
    assert.equal(
      moneris.requests.filter((seen) => seen.what === 'completion' && seen.fields.order_id === key).length,
      1,
    );
    assert.equal((await find(key)).kind, 'held');
  });
});

describe('a saved card', () => {
  test('is charged with data key, stored-card details and an empty issuer id where there is none', async () => {
    const { card } = await verify();
    const key = newKey();
    const charge = done(await chargeSaved(key, card, 250_10));
    assert.equal(charge.amountCents, 250_10);
    const { body } = lastRequest('res_purchase_cc');
    assert.equal(
      body,
      `<?xml version="1.0" encoding="UTF-8"?><request><store_id>store5</store_id><api_token>yesguy&amp;&lt;secret&gt;</api_token>` +
        `<res_purchase_cc><data_key>${card.cardToken?.slice(0, -1)}</data_key><order_id>${key}</order_id><cust_id>application-1</cust_id>` +
        '<amount>250.10</amount><crypt_type>7</crypt_type><cof_info><payment_indicator>U</payment_indicator>' +
        '<payment_information>2</payment_information><issuer_id></issuer_id></cof_info></res_purchase_cc></request>',
    );
    const found = await find(key);
    assert.ok(found.kind === 'charged');
    assert.deepEqual([found.charge, found.maskedCardNumber], [charge, '4242********4242']);
  });

  test('under one key is charged once; "duplicate order id" answers the first charge', async () => {
    const { card } = await verify();
    const key = newKey();
    moneris.next({ on: 'res_purchase_cc', how: 'lose' });
    assert.equal((await chargeSaved(key, card, 100)).kind, 'unknown');
    const charge = done(await chargeSaved(key, card, 100));
    assert.equal(charge.reference, moneris.books.approved(key, '00')[0]?.transId);
    assert.equal(moneris.books.approved(key, '00').length, 1);
  });

  test('that its issuer refuses is refused, also on the repeat', async () => {
    const { card } = await verify({ ...visa, refusesCharges: true });
    const key = newKey();
    assert.deepEqual(await chargeSaved(key, card, 100), refusedByIssuer({}));
    assert.deepEqual(await chargeSaved(key, card, 100), refusedByIssuer({}));
    assert.equal((await find(key)).kind, 'declined');
  });

  test('that its issuer will never approve is refused for good, also on the repeat and in a look-up', async () => {
    for (const iso of ['41', '43', '46', 'R1']) {
      const { card } = await verify({ ...visa, refusesCharges: true, iso });
      const key = newKey();
      const refused = refusedByIssuer({ isFinal: true });
      assert.deepEqual(await chargeSaved(key, card, 100), refused);
      assert.deepEqual(await chargeSaved(key, card, 100), refused);
      assert.deepEqual(await find(key), { kind: 'declined', isFinal: true });
    }
    const { card } = await verify({ ...visa, refusesCharges: true, iso: '51' });
    assert.deepEqual(await chargeSaved(newKey(), card, 100), refusedByIssuer({}));
  });

  test('"duplicate order id" with nothing to be found is unknown, never a no', async () => {
    const { card } = await verify();
    const text = gatewayText({
      ResponseCode: 'null',
      Complete: 'false',
      Message: 'The transaction was not sent to the host because of a duplicate order id',
    });
    moneris.next({ on: 'res_purchase_cc', instead: { text } });
    assert.equal((await chargeSaved(newKey(), card, 100)).kind, 'unknown');
  });
});

describe('a refund', () => {
  test('of a captured hold and of a saved card, once each, and again', async () => {
    const held = await hold(100_00);
    const captured = done(await capture(held.key, held.card, 100_00));
    const { card } = await verify();
    const key = newKey();
    const charged = done(await chargeSaved(key, card, 70_00));
    for (const request of [
      { key: held.key, reference: captured.reference, amountCents: 100_00 },
      { key, reference: charged.reference, amountCents: 70_00 },
    ]) {
      done(await cards.refund(request, context));
      done(await cards.refund(request, context));
      assert.equal(moneris.books.approved(request.key, '04').length, 1);
      assert.equal((await find(request.key)).kind, 'refunded');
    }
  });

  test('whose reply was lost is unknown; the repeat sends no second one', async () => {
    const { key, card } = await hold(100_00);
    const { reference } = done(await capture(key, card, 100_00));
    moneris.next({ on: 'refund', how: 'lose' });
    const request = { key, reference, amountCents: 100_00 };
    assert.equal((await cards.refund(request, context)).kind, 'unknown');
    done(await cards.refund(request, context));
    assert.equal(moneris.requests.filter((seen) => seen.what === 'refund' && seen.fields.order_id === key).length, 1);
  });

  test('is not sent by whoever stood still after looking it up: another may have given the money back', async () => {
    const { key, card } = await hold(100_00);
    const { reference } = done(await capture(key, card, 100_00));
    const request = { key, reference, amountCents: 40_00 };
    const outcome = await cards.refund(request, { ...context, mayStillSend: () => false });
    assert.equal(outcome.kind, 'not-sent');
    assert.equal(moneris.books.approved(key, '04').length, 0);
  });

  test('of what an operator has voided by hand is done', async () => {
    const { key, card } = await hold(100_00);
    const { reference } = done(await capture(key, card, 100_00));
    moneris.books.transact('purchasecorrection', { order_id: key, txn_number: reference });
    done(await cards.refund({ key, reference, amountCents: 100_00 }, context));
    assert.equal(moneris.books.approved(key, '04').length, 0);
  });

  test('that the issuer declines for now may be tried again', async () => {
    const { key, card } = await hold(100_00);
    const { reference } = done(await capture(key, card, 100_00));
    moneris.books.closeAccount(key, '91');
    const request = { key, reference, amountCents: 100_00 };
    assert.deepEqual(await cards.refund(request, context), refusedByIssuer({}));
    moneris.books.closeAccount(key, '46');
    assert.deepEqual(await cards.refund(request, context), refusedByIssuer({ isFinal: true }));
    assert.equal(moneris.books.approved(key, '04').length, 0);
  });

  test('of what was never charged is refused', async () => {
    const { key, card } = await hold(100_00);
    const outcome = await cards.refund({ key, reference: card.reference, amountCents: 100_00 }, context);
    assert.deepEqual(outcome, refusedBy('us', 'not charged: held'));
  });
});

describe('finding', () => {
  test('nothing under a key that was never used, nor under one whose customer has not finished', async () => {
    const key = newKey();
    await open(key, 100);
    assert.deepEqual(await find(key), { kind: 'nothing' });
    assert.deepEqual(await find(newKey()), { kind: 'nothing' });
  });

  test('a hold, with its amount and reference; the card is not told', async () => {
    const { key, card } = await hold(100_00);
    assert.deepEqual(await find(key), {
      ...card,
      kind: 'held',
      amountCents: 100_00,
      maskedCardNumber: '****************',
    });
  });

  test('a verification, under the order with _veri; the Vault key is not told', async () => {
    const { key, card } = await verify();
    assert.deepEqual(await find(key), {
      kind: 'verified',
      reference: card.reference,
      cardToken: null,
      maskedCardNumber: '****************',
      cardType: 'Visa',
    });
  });

  test('a declined checkout', async () => {
    const key = newKey();
    moneris.customerIsDeclined(await open(key, 100));
    assert.deepEqual(await find(key), { kind: 'declined' });
  });

  test('asks with status_check and moves nothing', async () => {
    const { key } = await hold(100_00);
    const count = moneris.books.transactions.length;
    await find(key);
    assert.match(lastRequest('status:completion').body, /<status_check>true<\/status_check><completion>/);
    assert.equal(moneris.books.transactions.length, count);
  });

  test('an answer about a later transaction of the order counts for what it says it is', async () => {
    const key = newKey();
    const text = gatewayText({ ReceiptId: key, TransType: '02', status_code: '001', status_message: 'Found' });
    moneris.next({ on: 'status:preauth', instead: { text } });
    const found = await find(key);
    assert.ok(found.kind === 'charged');
    assert.equal(found.charge.amountCents, 15_00);
  });

  for (const [what, change] of [
    ['no status', {}],
    ['a status without words', { status_code: '050' }],
    ['words without a status', { status_message: 'Not Found' }],
    ['words that contradict the status', { status_code: '001', status_message: 'Not Found' }],
    ['found, but of another order', { ReceiptId: 'x', status_code: '001', status_message: 'Found' }],
    ['found, but timed out', { TimedOut: 'true', status_code: '001', status_message: 'Found' }],
    ['found, but of no known kind', { TransType: 'null', status_code: '001', status_message: 'Found' }],
  ] as const) {
    test(`is unknown, not "nothing", on ${what}`, async () => {
      const key = newKey();
      moneris.next({ on: 'status:preauth', instead: { text: gatewayText({ ReceiptId: key, ...change }) } });
      assert.equal((await cards.find(key, context)).kind, 'unknown');
    });
  }
});

describe('a gateway answer', () => {
  const captureWith = async (text: string): Promise<Outcome<unknown>> => {
    const { key, card } = await hold(15_00);
    moneris.next({ on: 'completion', instead: { text: text.replace(sampleOrder, key) } });
    return capture(key, card, 15_00);
  };

  test("the vendor's own sample is read", async () => {
    const charge = done(await captureWith(gatewayText({ TransType: '02' })));
    assert.deepEqual(charge, {
      reference: '69624-0_10',
      amountCents: 15_00,
      authorizationNumber: '378146',
      chargedAt: '2016-06-28T14:33:55Z',
    });
  });

  for (const [code, kind] of [
    ['000', 'done'],
    ['049', 'done'],
    ['050', 'refused'],
    ['481', 'refused'],
    ['null', 'unknown'],
  ] as const) {
    test(`response code ${code} is ${kind}`, async () => {
      assert.equal((await captureWith(gatewayText({ ResponseCode: code }))).kind, kind);
    });
  }

  for (const [what, text] of [
    ['"Global Error Receipt"', globalError],
    ['an approval of another order', gatewayText({ ReceiptId: 'another' })],
    ['a decline of another order', gatewayText({ ReceiptId: 'another', ResponseCode: '481' })],
    ['TimedOut "true", whatever the code', gatewayText({ TimedOut: 'true' })],
    ['Complete "false" with an approving code', gatewayText({ Complete: 'false' })],
    ['a code that is there twice', gatewayText({}).replace('<ISO>', '<ResponseCode>481</ResponseCode><ISO>')],
    ['an approval of another amount', gatewayText({ TransAmount: '15.01' })],
    ['an approval without an amount', gatewayText({ TransAmount: 'null' })],
    ['garbage', 'Service temporarily unavailable'],
    ['nothing', ''],
    ['half an answer', gatewayText({}).slice(0, 200)],
    ['an answer without end', `<response>${'x'.repeat(300_000)}`],
  ] as const) {
    test(`unknown: ${what}`, async () => assert.equal((await captureWith(text)).kind, 'unknown'));
  }
});

describe('when the line breaks', () => {
  test('a Moneris that nobody answers for was not sent anything', async () => {
    const lost = makeMoneris(settings({ checkoutUrl: unreachableOrigin, gatewayUrl: unreachableOrigin }));
    const hold = { key: newKey(), reference: '1-0_1' };
    const request = { ...hold, customerReference: 'a', amountCents: 100, language: 'en', ticketMinutes: 30 } as const;
    assert.equal((await lost.openCheckout(request, context)).kind, 'not-sent');
    assert.equal((await lost.capture({ ...hold, amountCents: 100 }, context)).kind, 'not-sent');
    assert.equal((await lost.release(hold, context)).kind, 'not-sent');
    assert.equal((await lost.chargeSavedCard({ ...request, cardToken: 'k|' }, context)).kind, 'not-sent');
    assert.equal((await lost.find(hold.key, context)).kind, 'not-sent');
  });

  test('TLS that does not come about was not sent anything', async () => {
    const gatewayUrl = moneris.gatewayUrl.replace('http:', 'https:');
    const outcome = await makeMoneris(settings({ gatewayUrl })).capture(
      { key: newKey(), reference: '1-0_1', amountCents: 100 },
      context,
    );
    assert.equal(outcome.kind, 'not-sent');
  });

  test('an answer that does not come is unknown, in time', async () => {
    const { key, card } = await hold(100_00);
    moneris.next({ on: 'completion', how: 'hang' });
    const started = performance.now();
    const outcome = await impatient.capture({ key, reference: card.reference, amountCents: 100_00 }, context);
    assert.equal(outcome.kind, 'unknown');
    assert.ok(performance.now() - started < usualPatienceMs);
    assert.equal((await find(key)).kind, 'charged');
  });

  test('a status check that ran out of time is not sent again', async () => {
    const key = newKey();
    moneris.next({ on: 'status:preauth', how: 'hang' });
    assert.equal((await impatient.find(key, context)).kind, 'unknown');
    assert.equal(moneris.requests.filter((seen) => seen.fields.order_id === key).length, 1);
  });

  test('a repeat that can not be looked up is unknown', async () => {
    const { key, card } = await hold(100_00);
    done(await capture(key, card, 100_00));
    for (let times = 0; times < 3; times++) moneris.next({ on: 'status:preauth', how: 'lose' });
    assert.equal((await capture(key, card, 100_00)).kind, 'unknown');
  });

  test('no outcome tells a ticket, a card token, a card number or the API token', async () => {
    const { key, ticket, card } = await hold(100_00);
    const outcomes: unknown[] = [];
    for (const text of ['', globalError, '{"response":{"success":"false","error":{"ticket":"x"}}}']) {
      for (const status of [200, 500]) {
        for (const on of ['preload', 'receipt', 'completion', 'res_purchase_cc']) {
          moneris.next({ on, instead: { status, text } });
          if (on === 'receipt') for (const _ of [1, 2]) moneris.next({ on, instead: { status, text } });
        }
        outcomes.push(
          await openOutcome(newKey(), 100),
          await cards.readCheckout({ key, ticket }, context),
          await capture(key, { ...card, reference: 'nope' }, 100_00),
          await cards.chargeSavedCard(
            { key: newKey(), customerReference: 'a', cardToken: 'secret-data-key|issuer', amountCents: 100 },
            context,
          ),
        );
      }
    }
    const text = JSON.stringify(outcomes);
    assert.ok(outcomes.length === 24 && !text.includes('"done"'));
    for (const secret of [ticket, apiToken, 'secret-data-key', visa.number]) assert.ok(!text.includes(secret));
  });
});

function settings(change: Partial<MonerisConfig> = {}): MonerisConfig {
  return {
    storeId: 'store5',
    apiToken,
    holdCheckoutId: holdProfile,
    verifyCheckoutId: verifyProfile,
    environment: 'qa',
    checkoutUrl: moneris.checkoutUrl,
    gatewayUrl: moneris.gatewayUrl,
    ...change,
  };
}

function newKey(): string {
  return `pay-${randomUUID()}`;
}

function done<T>(outcome: Outcome<T>): T {
  assert.ok(outcome.kind === 'done', `expected done, got ${JSON.stringify(outcome)}`);
  return outcome.value;
}

function openOutcome(key: string, amountCents: number): ReturnType<CardProcessor['openCheckout']> {
  const request = { key, customerReference: 'application-1', amountCents, language: 'fr', ticketMinutes: 30 } as const;
  return cards.openCheckout(request, context);
}

async function open(key: string, amountCents: number): Promise<string> {
  return done(await openOutcome(key, amountCents)).ticket;
}

async function read(key: string, ticket: string): Promise<CheckoutState> {
  return done(await cards.readCheckout({ key, ticket }, context));
}

async function approved(
  amountCents: number,
  card = visa,
): Promise<{ key: string; ticket: string; card: ApprovedCard }> {
  const key = newKey();
  const ticket = await open(key, amountCents);
  moneris.customerPays(ticket, card);
  const state = await read(key, ticket);
  assert.ok(state.kind === 'approved');
  const { kind: _, ...rest } = state;
  return { key, ticket, card: rest };
}

function hold(amountCents: number): ReturnType<typeof approved> {
  return approved(amountCents);
}

function verify(card = visa): ReturnType<typeof approved> {
  return approved(0, card);
}

function capture(key: string, card: ApprovedCard, amountCents: number): ReturnType<CardProcessor['capture']> {
  return cards.capture({ key, reference: card.reference, amountCents }, context);
}

function chargeSaved(key: string, card: ApprovedCard, amountCents: number): ReturnType<CardProcessor['capture']> {
  const request = { key, customerReference: 'application-1', cardToken: card.cardToken!, amountCents };
  return cards.chargeSavedCard(request, context);
}

async function find(key: string): Promise<FoundPayment> {
  return done(await cards.find(key, context));
}

function lastRequest(what: string): MonerisStandIn['requests'][number] {
  return moneris.requests.findLast((seen) => seen.what === what)!;
}

/** The sample response of the vendor's Pre-Authorization page, with changes. */
function gatewayText(change: Readonly<Record<string, string>>): string {
  const fields = {
    ReceiptId: sampleOrder,
    ReferenceNum: '660114080018590820',
    ResponseCode: '027',
    ISO: '01',
    AuthCode: '378146',
    TransTime: '10:33:55',
    TransDate: '2016-06-28',
    TransType: '01',
    Complete: 'true',
    Message: 'APPROVED           *                    =',
    TransAmount: '15.00',
    CardType: 'M',
    TransID: '69624-0_10',
    TimedOut: 'false',
    BankTotals: 'null',
    Ticket: 'null',
    IssuerId: '123456789012345',
    MessageId: '1A6180380353384',
    IsVisaDebit: 'false',
    ...change,
  };
  const lines = Object.entries(fields).map(([name, value]) => `<${name}>${value}</${name}>\n`);
  return `<?xml version="1.0"?>\n<response>\n<receipt>\n${lines.join('')}</receipt>\n</response>`;
}
