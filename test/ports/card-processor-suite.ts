import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { type ApprovedCard, type CardProcessor, type Charge, refusedByIssuer } from '../../src/ports/card-processor.ts';
import type { CallContext, Outcome } from '../../src/ports/outcome.ts';

/**
 * Every promise of the card processor's port, to be run on each adapter: `describeCardProcessor('Moneris',
 * makeHarness)`. `makeHarness` is called once. It starts the processor, or what stands in for it, and lets the suite
 * act as the customer, break the line, and look into the processor's own books. Keys and references are UUIDs.
 */
export interface CardProcessorHarness {
  readonly cards: CardProcessor;
  /** The same processor, asked by an adapter that gives up after a few hundred milliseconds. */
  readonly impatientCards: CardProcessor;
  /** The adapter, pointed at an address where nothing listens. */
  readonly unreachableCards: CardProcessor;
  /** False for a processor that can't tell a closed checkout from an open one: it says pending for both. */
  readonly tellsCancelled: boolean;
  /**
   * As the customer: types a card into the checkout and sends it. Resolves when the processor has answered the
   * customer.
   */
  readonly submitCard: (ticket: string, card: SuiteCard) => Promise<unknown>;
  /** Closes the checkout, as the customer does. */
  readonly cancel: (ticket: string) => Promise<unknown>;
  /**
   * The context for the next call, which then breaks. `reply lost`: a capture or a saved card's charge is done, and
   * then the connection breaks; `refund reply lost`: the same of a refund. `hang`: the call is taken and never
   * answered. A harness of a real party's adapter, which ignores contexts, makes its stand-in break the next call.
   */
  readonly breaking: (how: 'reply lost' | 'refund reply lost' | 'hang') => CallContext;
  /** The customer closes the account of the card that was charged under a key. The context for the next refund. */
  readonly closeAccount: (key: string) => CallContext;
  /** The processor's own record of money taken for a customer reference. */
  readonly charges: (customerReference: string) => Promise<readonly RecordedCharge[]>;
}

export type SuiteCard = 'accepted' | 'refused' | 'refused at the charge';

export interface RecordedCharge {
  readonly key: string;
  readonly amountCents: number;
  readonly refundedCents: number;
}

const amountCents = 129_950;

export function describeCardProcessor(name: string, makeHarness: () => Promise<CardProcessorHarness>): void {
  describe(`${name}: the promises of a card processor`, () => {
    let harness: CardProcessorHarness;
    before(async () => {
      harness = await makeHarness();
    });
    describeCheckout(() => harness);
    describeHold(() => harness);
    describeSavedCard(() => harness);
    describePartialRefund(() => harness);
    describeList(() => harness);
    describeBrokenLine(() => harness);
  });
}

function describeCheckout(given: () => CardProcessorHarness): void {
  test('names the script for the partner’s page, the class that it defines and the mode it is set to', () => {
    const { checkoutJsUrl, checkoutGlobal, environment } = given().cards;
    assert.ok(URL.canParse(checkoutJsUrl));
    assert.match(checkoutGlobal, /^\w+$/);
    assert.notEqual(environment, '');
  });

  test('a checkout that nobody has finished is pending, and nothing was done under its key', async () => {
    const sale = await openSale(given(), amountCents);
    assert.deepEqual(await readSale(sale), { kind: 'pending' });
    assert.deepEqual(await findSale(sale), { kind: 'nothing' });
  });

  test('tickets are long, differ, and can stand in an address', async () => {
    const [one, other] = [await openSale(given(), amountCents), await openSale(given(), amountCents)];
    assert.match(one.ticket, /^[A-Za-z0-9_-]{22,}$/);
    assert.notEqual(one.ticket, other.ticket);
  });

  test('an accepted card is approved, masked and named, as often as it is asked', async () => {
    const sale = await openSale(given(), amountCents);
    await given().submitCard(sale.ticket, 'accepted');
    const first = await readSale(sale);
    assert.ok(first.kind === 'approved');
    assert.match(first.maskedCardNumber, /^\d{4}\*{4,}\d{4}$/);
    assert.ok(['Visa', 'Mastercard'].includes(first.cardType), first.cardType);
    assert.equal(first.cardToken, null);
    assert.deepEqual(await readSale(sale), first);
    assert.deepEqual(await given().charges(sale.customerReference), []);
  });

  test('a refused card is declined, and charges nothing', async () => {
    const sale = await openSale(given(), amountCents);
    await given().submitCard(sale.ticket, 'refused');
    assert.deepEqual(await readSale(sale), { kind: 'declined' });
    assert.deepEqual(await findSale(sale), { kind: 'declined' });
    assert.deepEqual(await given().charges(sale.customerReference), []);
  });

  test('a checkout that the customer closed is cancelled, or pending where the processor can’t tell', async () => {
    const sale = await openSale(given(), amountCents);
    await given().cancel(sale.ticket);
    assert.deepEqual(await readSale(sale), { kind: given().tellsCancelled ? 'cancelled' : 'pending' });
    assert.deepEqual(await findSale(sale), { kind: 'nothing' });
  });

  test('a second checkout under the same key is refused, and the first one lives on', async () => {
    const sale = await openSale(given(), amountCents);
    const again = await given().cards.openCheckout(checkoutRequest(sale, amountCents), calm());
    assert.equal(again.kind, 'refused');
    await given().submitCard(sale.ticket, 'accepted');
    assert.equal((await readSale(sale)).kind, 'approved');
  });

  test('a ticket that is not the payment’s tells nothing of the payment', async () => {
    const [sale, other] = [await openSale(given(), amountCents), await openSale(given(), amountCents)];
    await given().submitCard(sale.ticket, 'accepted');
    const outcome = await given().cards.readCheckout({ key: sale.key, ticket: other.ticket }, calm());
    assert.ok(outcome.kind === 'refused' || (outcome.kind === 'done' && outcome.value.kind === 'pending'));
  });
}

function describeHold(given: () => CardProcessorHarness): void {
  test('an approved hold is found under its key, with its amount', async () => {
    const sale = await holdCard(given());
    assert.deepEqual(await findSale(sale), { kind: 'held', amountCents, ...sale.card });
  });

  test('a hold is captured, and the charge is found under its key', async () => {
    const sale = await holdCard(given());
    const charge = doneOf(await captureSale(sale));
    assert.equal(charge.amountCents, amountCents);
    assert.notEqual(charge.authorizationNumber, '');
    assert.match(charge.chargedAt, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    assert.deepEqual(await findSale(sale), { kind: 'charged', charge, refundedCents: 0, ...sale.card });
    assert.deepEqual(await given().charges(sale.customerReference), [taken(sale.key)]);
  });

  test('a second capture answers the same charge and takes nothing', async () => {
    const sale = await holdCard(given());
    const first = doneOf(await captureSale(sale));
    assert.deepEqual(doneOf(await captureSale(sale)), first);
    assert.deepEqual(await given().charges(sale.customerReference), [taken(sale.key)]);
  });

  test('captures at the same time charge once', async () => {
    // Several rounds: in the first, connections are still being opened, and the captures come one after the other.
    for (let round = 0; round < 3; round += 1) {
      const sale = await holdCard(given());
      const charges = (await Promise.all(Array.from({ length: 8 }, () => captureSale(sale)))).map(doneOf);
      for (const charge of charges) assert.deepEqual(charge, charges[0]);
      assert.deepEqual(await given().charges(sale.customerReference), [taken(sale.key)]);
    }
  });

  test('a card that the issuer refuses at the capture is not charged, and its hold can be given back', async () => {
    const sale = await holdCard(given(), 'refused at the charge');
    assert.deepEqual(await captureSale(sale), refusedByIssuer({}));
    assert.deepEqual(await given().charges(sale.customerReference), []);
    doneOf(await releaseSale(sale));
  });

  test('a hold is given back; a second time is done as well', async () => {
    const sale = await holdCard(given());
    doneOf(await releaseSale(sale));
    doneOf(await releaseSale(sale));
    assert.deepEqual(await findSale(sale), { kind: 'released', amountCents, ...sale.card });
    assert.deepEqual(await given().charges(sale.customerReference), []);
  });

  test('a hold that was given back can’t be captured', async () => {
    const sale = await holdCard(given());
    doneOf(await releaseSale(sale));
    assert.equal((await captureSale(sale)).kind, 'refused');
    assert.deepEqual(await given().charges(sale.customerReference), []);
  });

  test('a hold that was captured can’t be given back as a hold', async () => {
    const sale = await holdCard(given());
    doneOf(await captureSale(sale));
    assert.equal((await releaseSale(sale)).kind, 'refused');
    assert.deepEqual(await given().charges(sale.customerReference), [taken(sale.key)]);
  });

  test('a charge is given back; a second time is done as well and gives nothing back', async () => {
    const sale = await holdCard(given());
    const charge = doneOf(await captureSale(sale));
    const refund = { key: sale.key, reference: charge.reference, amountCents };
    doneOf(await given().cards.refund(refund, calm()));
    doneOf(await given().cards.refund(refund, calm()));
    assert.deepEqual(await findSale(sale), { kind: 'refunded', charge, refundedCents: amountCents, ...sale.card });
    assert.deepEqual(await given().charges(sale.customerReference), [
      { ...taken(sale.key), refundedCents: amountCents },
    ]);
  });

  test('a charge that was given back is not taken again by a late capture', async () => {
    const sale = await holdCard(given());
    const charge = doneOf(await captureSale(sale));
    doneOf(await given().cards.refund({ key: sale.key, reference: charge.reference, amountCents }, calm()));
    assert.equal((await captureSale(sale)).kind, 'refused');
    assert.deepEqual(await given().charges(sale.customerReference), [
      { ...taken(sale.key), refundedCents: amountCents },
    ]);
  });
}

function describeSavedCard(given: () => CardProcessorHarness): void {
  test('without an amount the card is verified and saved, and charges nothing', async () => {
    const sale = await saveCard(given());
    assert.notEqual(sale.card.cardToken, null);
    assert.deepEqual(await findSale(sale), { kind: 'verified', ...sale.card });
    assert.deepEqual(await given().charges(sale.customerReference), []);
  });

  test('a saved card is charged under a key of the charge’s own; a repeat answers the same charge', async () => {
    const sale = await saveCard(given());
    const key = randomUUID();
    const first = doneOf(await chargeSale(sale, key));
    assert.equal(first.amountCents, amountCents);
    assert.deepEqual(doneOf(await chargeSale(sale, key)), first);
    const found = doneOf(await given().cards.find(key, calm()));
    assert.ok(found.kind === 'charged');
    assert.deepEqual(found.charge, first);
    assert.deepEqual(await given().charges(sale.customerReference), [taken(key)]);
  });

  test('charges under one key at the same time charge once', async () => {
    const sale = await saveCard(given());
    const key = randomUUID();
    const charges = (await Promise.all(Array.from({ length: 8 }, () => chargeSale(sale, key)))).map(doneOf);
    for (const charge of charges) assert.deepEqual(charge, charges[0]);
    assert.deepEqual(await given().charges(sale.customerReference), [taken(key)]);
  });

  test('a saved card that the issuer refuses is declined under that key, also when asked again', async () => {
    const sale = await saveCard(given(), 'refused at the charge');
    const key = randomUUID();
    assert.deepEqual(await chargeSale(sale, key), refusedByIssuer({}));
    assert.deepEqual(await chargeSale(sale, key), refusedByIssuer({}));
    assert.deepEqual(doneOf(await given().cards.find(key, calm())), { kind: 'declined' });
    assert.deepEqual(await given().charges(sale.customerReference), []);
  });

  test('a saved card’s charge is given back, once', async () => {
    const sale = await saveCard(given());
    const key = randomUUID();
    const { reference } = doneOf(await chargeSale(sale, key));
    doneOf(await given().cards.refund({ key, reference, amountCents }, calm()));
    doneOf(await given().cards.refund({ key, reference, amountCents }, calm()));
    assert.deepEqual(await given().charges(sale.customerReference), [{ ...taken(key), refundedCents: amountCents }]);
  });
}

const partCents = 41_207;

function describePartialRefund(given: () => CardProcessorHarness): void {
  const refund = (key: string, charge: Charge, cents: number, context: CallContext = calm()) =>
    given().cards.refund({ key, reference: charge.reference, amountCents: cents }, context);
  const charged = async () => {
    const sale = await holdCard(given());
    return { sale, charge: doneOf(await captureSale(sale)) };
  };

  test('a part of a charge is given back; the rest stays charged, and a look-up tells how much is gone', async () => {
    const { sale, charge } = await charged();
    doneOf(await refund(sale.key, charge, partCents));
    assert.deepEqual(await findSale(sale), { kind: 'charged', charge, refundedCents: partCents, ...sale.card });
    assert.deepEqual(await given().charges(sale.customerReference), [{ ...taken(sale.key), refundedCents: partCents }]);
  });

  test('the same part asked for again is done, and gives nothing more back', async () => {
    const { sale, charge } = await charged();
    for (let times = 0; times < 3; times += 1) doneOf(await refund(sale.key, charge, partCents));
    assert.deepEqual(await given().charges(sale.customerReference), [{ ...taken(sale.key), refundedCents: partCents }]);
  });

  test('after one part another amount is refused: a charge is given back once', async () => {
    const { sale, charge } = await charged();
    doneOf(await refund(sale.key, charge, partCents));
    for (const cents of [partCents - 1, amountCents - partCents, amountCents])
      assert.equal((await refund(sale.key, charge, cents)).kind, 'refused');
    assert.deepEqual(await given().charges(sale.customerReference), [{ ...taken(sale.key), refundedCents: partCents }]);
  });

  test('more than was charged is not given back', async () => {
    const { sale, charge } = await charged();
    assert.equal((await refund(sale.key, charge, amountCents + 1)).kind, 'refused');
    assert.deepEqual(await given().charges(sale.customerReference), [taken(sale.key)]);
  });

  test('a refund to a closed account is refused by the issuer for good, also when it is tried again', async () => {
    const { sale, charge } = await charged();
    const context = given().closeAccount(sale.key);
    const refused = refusedByIssuer({ isFinal: true });
    assert.deepEqual(await refund(sale.key, charge, partCents, context), refused);
    assert.deepEqual(await refund(sale.key, charge, partCents), refused);
    assert.deepEqual(await findSale(sale), { kind: 'charged', charge, refundedCents: 0, ...sale.card });
    assert.deepEqual(await given().charges(sale.customerReference), [taken(sale.key)]);
  });

  test('a part of a saved card’s charge is given back, once', async () => {
    const sale = await saveCard(given());
    const key = randomUUID();
    const charge = doneOf(await chargeSale(sale, key));
    doneOf(await refund(key, charge, partCents));
    doneOf(await refund(key, charge, partCents));
    assert.deepEqual(await given().charges(sale.customerReference), [{ ...taken(key), refundedCents: partCents }]);
  });

  test('a refund whose reply is lost is unknown; a repeat is done and gives nothing more back', async () => {
    const { sale, charge } = await charged();
    const lost = await refund(sale.key, charge, partCents, given().breaking('refund reply lost'));
    assert.equal(lost.kind, 'unknown');
    doneOf(await refund(sale.key, charge, partCents));
    assert.deepEqual(await given().charges(sale.customerReference), [{ ...taken(sale.key), refundedCents: partCents }]);
  });

  test('a charge of which a part was given back is not taken again by a late capture', async () => {
    const { sale, charge } = await charged();
    doneOf(await refund(sale.key, charge, partCents));
    assert.equal((await captureSale(sale)).kind, 'refused');
    assert.deepEqual(await given().charges(sale.customerReference), [{ ...taken(sale.key), refundedCents: partCents }]);
  });
}

function describeList(given: () => CardProcessorHarness): void {
  test('what was taken and given back under some keys is listed by the processor’s own books', async () => {
    const { cards } = given();
    const [whole, part] = [await holdCard(given()), await holdCard(given())];
    const charges = [doneOf(await captureSale(whole)), doneOf(await captureSale(part))];
    doneOf(await cards.refund({ key: part.key, reference: charges[1]!.reference, amountCents: 41_207 }, calm()));
    const onlyHeld = await holdCard(given());
    const keys = [whole.key, part.key, onlyHeld.key, randomUUID()];
    const listed = doneOf(await cards.listCharges(keys, calm()));
    assert.deepEqual(
      listed.charges.map(({ disputedCents, ...charge }) => ({ ...charge, isDisputed: (disputedCents ?? 0) > 0 })),
      [
        { key: whole.key, reference: charges[0]!.reference, takenCents: amountCents, refundedCents: 0 },
        { key: part.key, reference: charges[1]!.reference, takenCents: amountCents, refundedCents: 41_207 },
      ].map((charge) => ({ ...charge, isDisputed: false })),
    );
    assert.deepEqual(listed.unanswered, []);
    assert.deepEqual(doneOf(await cards.listCharges([], calm())), { charges: [], unanswered: [] });
  });
}

function describeBrokenLine(given: () => CardProcessorHarness): void {
  test('under a key that was never used there is nothing', async () => {
    assert.deepEqual(doneOf(await given().cards.find(randomUUID(), calm())), { kind: 'nothing' });
  });

  test('a capture whose reply is lost is unknown; asked, the processor tells the charge, and a repeat takes nothing', async () => {
    const sale = await holdCard(given());
    assert.equal((await captureSale(sale, given().cards, given().breaking('reply lost'))).kind, 'unknown');
    const found = await findSale(sale);
    assert.ok(found.kind === 'charged');
    assert.deepEqual(doneOf(await captureSale(sale)), found.charge);
    assert.deepEqual(await given().charges(sale.customerReference), [taken(sale.key)]);
  });

  test('a saved card’s charge whose reply is lost is unknown; a repeat answers it and takes nothing', async () => {
    const sale = await saveCard(given());
    const key = randomUUID();
    assert.equal((await chargeSale(sale, key, given().breaking('reply lost'))).kind, 'unknown');
    const found = doneOf(await given().cards.find(key, calm()));
    assert.ok(found.kind === 'charged');
    assert.deepEqual(doneOf(await chargeSale(sale, key)), found.charge);
    assert.deepEqual(await given().charges(sale.customerReference), [taken(key)]);
  });

  test('a processor that never answers gives an unknown outcome within the time limit', {
    timeout: 10_000,
  }, async () => {
    const sale = await holdCard(given());
    const outcome = await captureSale(sale, given().impatientCards, given().breaking('hang'));
    assert.equal(outcome.kind, 'unknown');
  });

  test('what never reached the processor is said to be not sent, whichever the call', async () => {
    const sale = await holdCard(given());
    const cards = given().unreachableCards;
    const { key, ticket, customerReference } = sale;
    const hold = { key, reference: sale.card.reference };
    const outcomes = await Promise.all([
      cards.openCheckout(checkoutRequest({ key: randomUUID(), customerReference }, amountCents), calm()),
      cards.readCheckout({ key, ticket }, calm()),
      cards.find(key, calm()),
      cards.capture({ ...hold, amountCents }, calm()),
      cards.chargeSavedCard({ key: randomUUID(), customerReference, cardToken: 'none', amountCents }, calm()),
      cards.release(hold, calm()),
      cards.refund({ ...hold, amountCents }, calm()),
    ]);
    assert.deepEqual(new Set(outcomes.map(({ kind }) => kind)), new Set(['not-sent']));
    assert.equal((await findSale(sale)).kind, 'held');
  });
}

interface Sale {
  readonly harness: CardProcessorHarness;
  readonly key: string;
  readonly customerReference: string;
  readonly ticket: string;
}

interface ApprovedSale extends Sale {
  readonly card: ApprovedCard;
}

function calm(): CallContext {
  return { requestId: randomUUID(), fault: null };
}

function checkoutRequest({ key, customerReference }: Pick<Sale, 'key' | 'customerReference'>, cents: number) {
  return { key, customerReference, amountCents: cents, language: 'en', ticketMinutes: 30 } as const;
}

async function openSale(harness: CardProcessorHarness, cents: number): Promise<Sale> {
  const ids = { key: randomUUID(), customerReference: randomUUID() };
  const { ticket } = doneOf(await harness.cards.openCheckout(checkoutRequest(ids, cents), calm()));
  return { harness, ...ids, ticket };
}

function holdCard(harness: CardProcessorHarness, card: SuiteCard = 'accepted'): Promise<ApprovedSale> {
  return approve(harness, amountCents, card);
}

function saveCard(harness: CardProcessorHarness, card: SuiteCard = 'accepted'): Promise<ApprovedSale> {
  return approve(harness, 0, card);
}

async function approve(harness: CardProcessorHarness, cents: number, card: SuiteCard): Promise<ApprovedSale> {
  const sale = await openSale(harness, cents);
  await harness.submitCard(sale.ticket, card);
  const state = await readSale(sale);
  assert.ok(state.kind === 'approved', state.kind);
  const { kind: _, amountCents: __, ...approved } = state;
  return { ...sale, card: approved };
}

async function readSale({ harness, key, ticket }: Sale) {
  return doneOf(await harness.cards.readCheckout({ key, ticket }, calm()));
}

async function findSale({ harness, key }: Sale) {
  return doneOf(await harness.cards.find(key, calm()));
}

function captureSale(
  { harness, key, card }: ApprovedSale,
  cards: CardProcessor = harness.cards,
  context: CallContext = calm(),
): Promise<Outcome<Charge>> {
  return cards.capture({ key, reference: card.reference, amountCents }, context);
}

function releaseSale({ harness, key, card }: ApprovedSale): Promise<Outcome<void>> {
  return harness.cards.release({ key, reference: card.reference }, calm());
}

function chargeSale(sale: ApprovedSale, key: string, context: CallContext = calm()): Promise<Outcome<Charge>> {
  const { harness, customerReference, card } = sale;
  return harness.cards.chargeSavedCard({ key, customerReference, cardToken: card.cardToken!, amountCents }, context);
}

function taken(key: string): RecordedCharge {
  return { key, amountCents, refundedCents: 0 };
}

function doneOf<T>(outcome: Outcome<T>): T {
  assert.ok(outcome.kind === 'done', JSON.stringify(outcome));
  return outcome.value;
}
