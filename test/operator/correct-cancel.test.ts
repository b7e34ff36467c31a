import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { addDays, addYears, daysBetween } from '../../src/domain/calendar.ts';
import type { CancellationPreview } from '../../src/operator/wire/correct.ts';
import { brokenPromises, readBooks, untilQuiet } from '../kit/invariants/bind-books.ts';
import { until } from '../kit/processes/until.ts';
import {
  assertBound,
  authorizedPayment,
  binder,
  byCard,
  byLoan,
  byReferral,
  type PaymentOptions,
} from '../kit/sale/binding.ts';
import { openSaleClient, type SaleClient } from '../kit/sale/paying.ts';
import { clockAt, inDatabase, type Json, noon, noonDay, type SellerName } from '../kit/sale/quoting.ts';
import { signInOperator, type TestOperator } from '../kit/service/operator.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let support: TestOperator;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  support = await signInOperator(service, 'support');
});

interface Sold {
  readonly saleClient: SaleClient;
  readonly policyNumber: string;
  readonly applicationId: string;
  readonly totalCents: number;
  readonly bindAgain: () => Promise<Answer>;
}

async function sell(how: 'REF' | 'PFF' | 'CC', options: SellOptions = {}): Promise<Sold> {
  const { seller = 'ontario', effectiveDate = noonDay, ...payment } = options;
  const saleClient = await openSaleClient(service, seller);
  const quoted = await saleClient.quote({ effectiveDate });
  const choice = quoted.choose('Replacement', 3);
  const paid: Json =
    how === 'CC'
      ? byCard(await authorizedPayment(saleClient, choice, payment))
      : how === 'PFF'
        ? byLoan(effectiveDate)
        : byReferral;
  const bindAgain = () => binder(service, saleClient.quoteClient.token)({ ...choice, ...paid });
  const { policyNumber } = assertBound(await bindAgain());
  return {
    saleClient,
    policyNumber,
    applicationId: quoted.applicationId,
    totalCents: quoted.totalCents(choice),
    bindAgain,
  };
}

interface SellOptions extends PaymentOptions {
  readonly seller?: SellerName;
  readonly effectiveDate?: string;
}

const reason = 'the customer sold the car';
const path = (policyNumber: string) => `/api/policies/${policyNumber}/cancellation`;
const ask = (policyNumber: string, kind: string, cancelledOn: string) =>
  support.post(`${path(policyNumber)}/preview`, { kind, cancelledOn });

/** Cancels as a person does: looks, then confirms what was shown. */
async function cancel({ policyNumber }: Sold, kind: 'flat' | 'pro-rata', cancelledOn: string): Promise<Answer> {
  const { body } = await ask(policyNumber, kind, cancelledOn);
  const shown = { refundCents: body.refundCents, route: body.plan.route };
  const answer = await support.post(path(policyNumber), { kind, cancelledOn, reason, shown });
  assert.equal(answer.status, 200, answer.text);
  return answer;
}

/** All books agree once the tickers have done their part. */
async function assertSettled({ applicationId }: Sold): Promise<void> {
  await untilQuiet(service.databaseUrl);
  assert.deepEqual(brokenPromises(await readBooks(service.databaseUrl, applicationId)), []);
}

const refundedCents = async ({ applicationId }: Sold): Promise<number> => {
  const { charges } = await readBooks(service.databaseUrl, applicationId);
  return charges.reduce((sum, one) => sum + one.refundedCents, 0);
};

test('a cancelled policy is still the answer to its bind, and its documents stay, with the notice', async () => {
  const sold = await sell('CC');
  const { documentId } = (await cancel(sold, 'flat', noonDay)).body;
  await assertSettled(sold);
  assert.equal(await refundedCents(sold), sold.totalCents);
  const again = await sold.bindAgain();
  assert.equal(assertBound(again).policyNumber, sold.policyNumber);
  for (const id of [documentId, again.body.documentDownloadId]) {
    const file = await sold.saleClient.quoteClient.get(`/v1/document/${id}`);
    assert.equal(file.headers.get('content-type'), 'application/pdf');
  }
  await assertSettled(sold);
});

test('the notice is mailed to the customer, in Quebec under its French name', async () => {
  const sold = await sell('REF', { seller: 'quebec' });
  const answer = await cancel(sold, 'flat', noonDay);
  assert.equal(answer.body.plan.route, 'seller');
  const mail = await until(
    async () => {
      const { messages } = (await sold.saleClient.quoteClient.get('/sandbox/outbox')).body;
      return messages.find(({ subject }: Json) => String(subject).includes('résiliée'));
    },
    (found) => found !== undefined,
  );
  assert.match(mail.subject, /^Votre police .* est résiliée \/ Your policy .* is cancelled$/);
  assert.deepEqual(
    mail.attachments.map(({ filename }: Json) => filename),
    [`${sold.policyNumber}-avis-de-resiliation.pdf`],
  );
  await assertSettled(sold);
});

test('a loan is cancelled at the lender on the first day without cover, with what goes to it', async () => {
  const sold = await sell('PFF', { seller: 'novascotia' });
  const { plan, loanNumber, refundCents } = (await cancel(sold, 'pro-rata', addDays(noonDay, 30))).body;
  assert.equal(plan.route, 'loan');
  assert.notEqual(loanNumber, null);
  await assertSettled(sold);
  const loan = async () => (await readBooks(service.databaseUrl, sold.applicationId)).loans[0]!;
  assert.equal((await loan()).isActive, true, 'it runs until the first day without cover');
  await move(sold, addDays(noonDay, 30));
  await assertSettled(sold);
  assert.equal((await loan()).isActive, false);
  const [lent] = await inDatabase(
    service.databaseUrl,
    'SELECT refunded_cents, cancelled_on::text FROM sandbox_lender.contract WHERE policy_number = $1',
    [sold.policyNumber],
  );
  const toLoan = plan.owed.find(({ payee }: Json) => payee === 'Lender').amountCents;
  assert.deepEqual(lent, { refunded_cents: toLoan, cancelled_on: addDays(noonDay, 30) });
  assert.ok(toLoan <= refundCents);
});

const move = ({ saleClient }: Sold, today: string) =>
  service.call('POST', '/sandbox/clock', { token: saleClient.quoteClient.token, body: { today } });

test('a card that is not charged yet is not charged any more', async () => {
  const sold = await sell('CC', { seller: 'alberta', effectiveDate: addDays(noonDay, 5) });
  assert.deepEqual((await ask(sold.policyNumber, 'pro-rata', noonDay)).codes, ['CancellationFlatOnly']);
  const { plan, keptCents } = (await cancel(sold, 'flat', noonDay)).body;
  assert.deepEqual([plan.route, plan.charge, keptCents], ['not charged', 'stopped', 0]);
  assert.equal((await move(sold, addDays(noonDay, 8))).body.chargesRun, 0);
  await assertSettled(sold);
  assert.deepEqual((await readBooks(service.databaseUrl, sold.applicationId)).charges, []);
});

test('a card that was charged on its later day is refunded in part', async () => {
  const sold = await sell('CC', { seller: 'manitoba', effectiveDate: addDays(noonDay, 5) });
  assert.equal((await move(sold, addDays(noonDay, 5))).body.chargesRun, 1);
  const { refundCents } = (await cancel(sold, 'pro-rata', addDays(noonDay, 100))).body;
  await move(sold, addDays(noonDay, 100));
  await assertSettled(sold);
  assert.equal(await refundedCents(sold), refundCents);
});

test('a day that is not in the calendar is refused', async () => {
  const { policyNumber } = await sell('REF');
  assert.deepEqual((await ask(policyNumber, 'flat', '2027-02-30')).codes, ['RequestInvalid']);
});

test('what has changed since it was shown is not done', async () => {
  const sold = await sell('CC');
  const { body } = await ask(sold.policyNumber, 'pro-rata', noonDay);
  for (const shown of [
    { refundCents: body.refundCents - 1, route: body.plan.route },
    { refundCents: body.refundCents, route: 'not charged' },
  ]) {
    const order = { kind: 'pro-rata', cancelledOn: noonDay, reason, shown };
    assert.deepEqual((await support.post(path(sold.policyNumber), order)).codes, ['CancellationChanged']);
  }
  await assertSettled(sold);
});

test('many at once cancel once and refund once', async () => {
  const sold = await sell('CC');
  const { body } = await ask(sold.policyNumber, 'flat', noonDay);
  const shown = { refundCents: body.refundCents, route: body.plan.route };
  const order = { kind: 'flat', cancelledOn: noonDay, reason, shown };
  const answers = await Promise.all(Array.from({ length: 6 }, () => support.post(path(sold.policyNumber), order)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
  for (const { status, codes } of answers) if (status !== 200) assert.deepEqual(codes, ['PolicyAlreadyCancelled']);
  assert.deepEqual((await ask(sold.policyNumber, 'flat', noonDay)).codes, ['PolicyAlreadyCancelled']);
  await assertSettled(sold);
});

test('it takes a reason, and who did it is kept with it', async () => {
  const sold = await sell('REF');
  const shown = { refundCents: sold.totalCents };
  const order = { kind: 'flat', cancelledOn: noonDay, reason: ' x ', shown };
  assert.deepEqual((await support.post(path(sold.policyNumber), order)).codes, ['ReasonRequired']);
  await cancel(sold, 'flat', noonDay);
  const [act] = await inDatabase(
    service.databaseUrl,
    'SELECT actor_name, action, reason, application_id FROM operator_act WHERE subject = $1',
    [sold.policyNumber],
  );
  assert.deepEqual(act, {
    actor_name: 'support',
    action: 'cancel policy',
    reason,
    application_id: sold.applicationId,
  });
  assert.equal((await support.post(path('NB000000000'), { ...order, reason })).status, 404);
});

/* Last, because the seller's day does not come back. */
test('a pro-rata cancellation refunds part of the card’s charge, exactly as it was shown', async () => {
  const sold = await sell('CC', { seller: 'quebec' });
  const cancelledOn = addDays(noonDay, 200);
  const preview: CancellationPreview = (await ask(sold.policyNumber, 'pro-rata', cancelledOn)).body;
  for (const line of preview.lines) {
    const part = (cents: number) => Math.round((cents * line.daysUnused) / line.daysTotal);
    assert.deepEqual([line.premiumBackCents, line.taxBackCents], [part(line.premiumCents), part(line.taxCents)]);
  }
  assert.equal(preview.lines[0]!.daysTotal, daysBetween(noonDay, addYears(noonDay, 3)));
  assert.equal(preview.refundCents, preview.premiumBackCents + preview.taxBackCents);
  assert.equal(preview.refundCents + preview.keptCents, sold.totalCents);
  assert.deepEqual(preview.plan.owed, [{ payer: 'Processor', payee: 'Card', amountCents: preview.refundCents }]);
  assert.match(preview.card!.maskedCardNumber, /^4242\*+4242$/);
  assert.equal(
    (await readBooks(service.databaseUrl, sold.applicationId)).cancellation,
    null,
    'a preview writes nothing',
  );

  await cancel(sold, 'pro-rata', cancelledOn);
  await assertSettled(sold);
  assert.equal(await refundedCents(sold), 0, 'nothing is owed before that day');
  await move(sold, addDays(noonDay, 199));
  await assertSettled(sold);
  assert.equal(await refundedCents(sold), 0);
  await move(sold, cancelledOn);
  await assertSettled(sold);
  assert.equal(await refundedCents(sold), preview.refundCents);
  const ledger = (await sold.saleClient.quoteClient.get(`/sandbox/ledger?applicationId=${sold.applicationId}`)).body;
  assert.deepEqual(
    ledger.charges.map(({ amount, status }: Json) => ({ amount, status })),
    [{ amount: sold.totalCents / 100, status: 'Captured' }],
  );
});
