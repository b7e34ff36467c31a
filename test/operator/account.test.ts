import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { until } from '../kit/processes/until.ts';
import { assertBound, authorizedPayment, binder, byCard } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { clockAt, inDatabase, type Json, noon, noonDay } from '../kit/sale/quoting.ts';
import { sellUnpaid } from '../kit/sale/unpaid.ts';
import { commandsHere } from '../kit/service/command-line.ts';
import { signInOperator, type TestOperator } from '../kit/service/operator.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

const { clock } = clockAt(noon);
let service: TestService;
let admin: TestOperator;

before(async () => {
  service = await startTestService({ clock });
  admin = await signInOperator(service);
});

async function sell() {
  const saleClient = await openSaleClient(service);
  const quoted = await saleClient.quote();
  const choice = quoted.choose('Replacement', 2);
  const payment = await authorizedPayment(saleClient, choice);
  const { policyNumber } = assertBound(
    await binder(service, saleClient.quoteClient.token)({ ...choice, ...byCard(payment) }),
  );
  const { get } = saleClient.quoteClient;
  return {
    policyNumber,
    applicationId: quoted.applicationId,
    totalCents: quoted.totalCents(choice),
    policy: async () => (await get(`/v1/policies/${policyNumber}`)).body,
  };
}

const act = (policyNumber: string, place: string, body: Json = {}, operator = admin) =>
  operator.post(`/api/policies/${policyNumber}/${place}`, { reason: 'as the bank says', ...body });
const say = (policyNumber: string, body: Json) => act(policyNumber, 'money', body);
const historyOf = async (applicationId: string) => (await admin.get(`/api/sales/${applicationId}`)).body;
const entryOf = async (applicationId: string, kind: string) =>
  (await historyOf(applicationId)).entries.find((one: Json) => one.kind === kind && !one.isVoided);

test('a preview says what would follow of a dispute, and writes nothing', async () => {
  const sold = await sell();
  const lost = { what: 'dispute-opened' };
  const shown = await admin.post(`/api/policies/${sold.policyNumber}/money/preview`, lost);
  assert.deepEqual([shown.status, shown.body.moneyStatus], [200, 'Disputed'], shown.text);
  assert.equal((await sold.policy()).moneyStatus, 'Paid');
  assert.equal(await entryOf(sold.applicationId, 'dispute-opened'), undefined);
  assert.deepEqual((await say(sold.policyNumber, lost)).body, shown.body);
  assert.equal((await sold.policy()).moneyStatus, 'Disputed');
});

test('the same cheque, and the same goodwill, is not recorded twice: by two operators, or again after a lost answer', async () => {
  const sold = await sell();
  await say(sold.policyNumber, { what: 'dispute-opened' });
  const { body: shown } = await say(sold.policyNumber, { what: 'dispute-lost' });
  const cheque = { what: 'received', amountCents: sold.totalCents, reference: 'cheque 77' };
  const both = await Promise.all([say(sold.policyNumber, cheque), say(sold.policyNumber, cheque)]);
  assert.deepEqual(both.map(({ codes }) => codes).toSorted(), [[], ['RecordedAlready']]);
  const seen = { balanceCents: shown.balanceCents, netCollectedCents: shown.netCollectedCents };
  const late = await say(sold.policyNumber, { ...cheque, reference: 'chq 77', shown: seen });
  assert.deepEqual(late.codes, ['AccountChanged']);
  assert.equal((await sold.policy()).moneyStatus, 'Paid');
  const amountCents = 3_000;
  const given = await Promise.all([0, 1].map(() => act(sold.policyNumber, 'goodwill', { amountCents })));
  assert.deepEqual(given.map(({ codes }) => codes).toSorted(), [[], ['RecordedAlready']]);
  const stale = { amountCents: 5_000, shown: { balanceCents: 0, netCollectedCents: sold.totalCents } };
  assert.deepEqual((await act(sold.policyNumber, 'goodwill', stale)).codes, ['AccountChanged']);
});

test('a cheque to the customer is recorded once, also where less was owed: the customer owes what was too much', async () => {
  const sold = await sell();
  const cheque = { what: 'given-back', amountCents: 2_000, reference: 'cheque 9' };
  const both = await Promise.all([say(sold.policyNumber, cheque), say(sold.policyNumber, cheque)]);
  assert.deepEqual(both.map(({ codes }) => codes).toSorted(), [[], ['RecordedAlready']]);
  assert.equal((await sold.policy()).amountDue, 20);
  assert.deepEqual((await say(sold.policyNumber, { what: 'given-back' })).codes, ['NothingToGiveBack']);
  const { entryId } = await entryOf(sold.applicationId, 'refund');
  assert.equal((await act(sold.policyNumber, `entries/${entryId}/void`)).status, 200);
  assert.equal((await sold.policy()).moneyStatus, 'Paid');
});

test('a dispute that is lost is due again, and one that was recorded by mistake is voided', async () => {
  const sold = await sell();
  await say(sold.policyNumber, { what: 'dispute-opened' });
  assert.deepEqual((await say(sold.policyNumber, { what: 'dispute-opened' })).codes, ['DisputeIsOpen']);
  const opened = await entryOf(sold.applicationId, 'dispute-opened');
  const lost = await say(sold.policyNumber, { what: 'dispute-lost', reference: 'bank case 7' });
  assert.deepEqual([lost.body.moneyStatus, lost.body.dueCents], ['Unpaid', sold.totalCents], lost.text);
  const voidOf = (entry: Json) => act(sold.policyNumber, `entries/${entry.entryId}/void`);
  assert.deepEqual((await voidOf(opened)).codes, ['EntryInUse']);
  const ended = await entryOf(sold.applicationId, 'dispute-lost');
  assert.deepEqual([ended.recordedBy, ended.reference, ended.mayVoid], ['operator', 'bank case 7', true]);
  assert.equal((await voidOf(ended)).body.moneyStatus, 'Disputed');
  assert.equal((await voidOf(opened)).body.moneyStatus, 'Paid');
  assert.deepEqual((await voidOf(opened)).codes, ['NotFound']);
  const { entries, timeLine } = await historyOf(sold.applicationId);
  assert.deepEqual(
    entries.map(({ kind, isVoided }: Json) => [kind, isVoided]),
    [
      ['dispute-lost', true],
      ['dispute-opened', true],
      ['charge', false],
      ['sale', false],
    ],
  );
  assert.equal(timeLine.filter(({ event }: Json) => event === 'void entry').length, 2);
  const charge = await entryOf(sold.applicationId, 'charge');
  assert.deepEqual((await voidOf(charge)).codes, ['EntryNotByOperator']);
});

test('a card whose captured charge was disputed and then paid by cheque has no hold to release', async () => {
  const sold = await sell();
  await say(sold.policyNumber, { what: 'dispute-opened' });
  await say(sold.policyNumber, { what: 'dispute-lost' });
  assert.equal((await say(sold.policyNumber, { what: 'received' })).body.moneyStatus, 'Paid');
  const [{ status }] = await inDatabase(
    service.databaseUrl,
    'SELECT status FROM card_payment WHERE application_id = $1',
    [sold.applicationId],
  );
  assert.equal(status, 'Captured');
});

test('a cheque has a day and a number; it comes back, and is due again', async () => {
  const sale = await sellUnpaid(service, 'alberta');
  const paid = await say(sale.policyNumber, { what: 'received', on: sale.dueDay, reference: 'cheque 42' });
  assert.deepEqual([paid.body?.moneyStatus, paid.body?.balanceCents], ['Paid', 0], paid.text);
  const back = await say(sale.policyNumber, { what: 'returned', on: sale.dueDay });
  assert.deepEqual([back.body?.moneyStatus, back.body?.dueCents], ['Unpaid', sale.totalCents], back.text);
  assert.deepEqual((await say(sale.policyNumber, { what: 'returned' })).codes, ['NothingToReturn']);
  const { entries, account } = await historyOf(sale.applicationId);
  assert.equal(account.dueCents, sale.totalCents);
  assert.deepEqual(
    entries.slice(0, 2).map(({ kind, happenedOn, reference }: Json) => [kind, happenedOn, reference]),
    [
      ['payment-returned', sale.dueDay, null],
      ['payment', sale.dueDay, 'cheque 42'],
    ],
  );
});

test('goodwill goes back to the card, and never comes to more than there is', async () => {
  const sold = await sell();
  const tooMuch = await act(sold.policyNumber, 'goodwill', { amountCents: sold.totalCents + 1 });
  assert.deepEqual(tooMuch.codes, ['AmountOutOfRange']);
  const given = await act(sold.policyNumber, 'goodwill', { amountCents: 2_500 });
  assert.deepEqual(given.body.owedBack, [{ payer: 'Processor', payee: 'Card', amountCents: 2_500, isBegun: false }]);
  assert.equal(given.body.moneyStatus, 'RefundPending');
  await until(sold.policy, ({ moneyStatus }) => moneyStatus === 'PartRefunded');
});

test('a cancellation in effect is undone, once what was given back is paid again', async () => {
  const sold = await sell();
  const cancelled = { kind: 'flat', cancelledOn: noonDay, requestedBy: 'customer' };
  const { body: shown } = await admin.post(`/api/policies/${sold.policyNumber}/cancellation/preview`, cancelled);
  const order = { ...cancelled, shown: { refundCents: shown.refundCents } };
  assert.equal((await act(sold.policyNumber, 'cancellation', order)).status, 200);
  await until(sold.policy, ({ moneyStatus }) => moneyStatus === 'Refunded');
  assert.deepEqual((await act(sold.policyNumber, 'reinstatement')).codes, ['ReinstatementUnpaid']);
  await say(sold.policyNumber, { what: 'received', amountCents: sold.totalCents, reference: 'cheque 7' });
  const reinstated = await act(sold.policyNumber, 'reinstatement');
  assert.deepEqual([reinstated.body?.moneyStatus, reinstated.body?.hasCancellation], ['Paid', false], reinstated.text);
  const { status, moneyStatus } = await sold.policy();
  assert.deepEqual([status, moneyStatus], ['InForce', 'Paid']);
  assert.deepEqual((await act(sold.policyNumber, 'reinstatement')).codes, ['CancellationNotThere']);
});

test('support does not say what happened to money, and a day that is none is refused', async () => {
  const sold = await sell();
  const support = await signInOperator(service, 'support');
  for (const place of ['money', 'money/preview', 'goodwill', 'reinstatement'])
    assert.equal(
      (await act(sold.policyNumber, place, { what: 'received', amountCents: 1 }, support)).status,
      403,
      place,
    );
  const impossible = await say(sold.policyNumber, { what: 'received', amountCents: 100, on: '2026-02-31' });
  assert.deepEqual(impossible.codes, ['ReportDateOutOfRange']);
  assert.deepEqual((await say('NOT-THERE', { what: 'received' })).codes, ['NotFound']);
});

test('the command line shows what follows, records it, and takes it back', async () => {
  const sold = await sell();
  const run = commandsHere(service.databaseUrl, clock);
  const dispute = ['policy', 'record', sold.policyNumber, '--what', 'dispute-opened', '--reason', 'the bank wrote'];
  const shown = await run(...dispute, '--preview');
  assert.match(shown.stdout, /Money +Disputed/i, shown.stderr);
  assert.equal((await sold.policy()).moneyStatus, 'Paid');
  assert.equal((await run(...dispute, '--yes')).code, 0);
  const { entryId } = await entryOf(sold.applicationId, 'dispute-opened');
  assert.match((await run('sale', 'show', sold.applicationId)).stdout, new RegExp(`${entryId} .*dispute-opened`));
  const voided = await run('policy', 'void', sold.policyNumber, entryId, '--reason', 'another sale');
  assert.equal(voided.code, 0, voided.stderr);
  assert.equal((await sold.policy()).moneyStatus, 'Paid');
  const { policyNumber } = await sell();
  const bank = ['policy', 'record', policyNumber, '--reason', 'the bank wrote', '--yes'];
  for (const what of ['dispute-opened', 'dispute-lost']) {
    const said = await run(...bank, '--what', what);
    assert.equal(said.code, 0, said.stderr);
  }
  const given = await run('policy', 'goodwill', sold.policyNumber, '--amount', '12.50', '--reason', 'a late tow');
  assert.match(given.stdout, /12\.50 by the processor to the card/, given.stderr);
  assert.equal((await run('policy', 'reinstate', sold.policyNumber, '--reason', 'none')).code, 3);
});
