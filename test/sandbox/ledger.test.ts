import assert from 'node:assert/strict';
import test from 'node:test';
import { addDays } from '../../src/domain/calendar.ts';
import { assertBound, authorizedPayment, binder, byCard, byLoan, byReferral } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { clockAt, inDatabase, noon, noonDay } from '../kit/sale/quoting.ts';
import { startTestService } from '../kit/service/service.ts';

const service = await startTestService({ clock: clockAt(noon).clock });
const ontario = await openSaleClient(service);
const { token } = ontario.quoteClient;
const bind = binder(service, token);
const readLedger = async (applicationId: string) =>
  (await service.call('GET', `/sandbox/ledger?applicationId=${applicationId}`, { token })).body;

test('a charge of which a part was given back is still captured, and says how much', async () => {
  const quoted = await ontario.quote();
  const choice = quoted.choose('Replacement', 3);
  const payment = await authorizedPayment(ontario, choice);
  assertBound(await bind({ ...choice, ...byCard(payment) }));
  const { paymentId } = payment.asked;
  const amount = quoted.totalCents(choice) / 100;
  const refunded = async (sql: string) => {
    await inDatabase(service.databaseUrl, `UPDATE sandbox_cards.charge SET refunded_cents = ${sql}`);
    return (await readLedger(choice.applicationId)).charges;
  };
  assert.deepEqual(await refunded('0'), [{ paymentId, amount, status: 'Captured', refunded: 0 }]);
  assert.deepEqual(await refunded('1050'), [{ paymentId, amount, status: 'Captured', refunded: 10.5 }]);
  assert.deepEqual(await refunded('amount_cents'), [{ paymentId, amount, status: 'Reversed', refunded: amount }]);
});

test('a loan is in default from the day on which its seller says so, until all is paid again', async () => {
  const quoted = await ontario.quote();
  const choice = quoted.choose('Replacement', 3);
  const { policyNumber } = assertBound(await bind({ ...choice, ...byLoan() }));
  const says = async (state: string, of = policyNumber) => {
    const { status, body } = await service.call('POST', '/sandbox/loans', { token, body: { policyNumber: of, state } });
    return status === 200 ? body : body.errors.map(({ code, field }: Record<string, string>) => `${code} ${field}`);
  };
  const statusNow = async () => (await readLedger(choice.applicationId)).loans[0].status;
  assert.deepEqual(await says('indefault'), { isValid: true, errors: [] });
  assert.equal(await statusNow(), 'InDefault');
  assert.deepEqual(await says('InGoodStanding'), { isValid: true, errors: [] });
  assert.equal(await statusNow(), 'Active');

  assert.deepEqual(await says('Perhaps'), ['StateInvalid state']);
  assert.deepEqual(await says('InDefault', 'NB000000000'), ['PolicyNotFound policyNumber']);
  const unfinanced = (await ontario.quote()).choose('Replacement', 3);
  const paid = assertBound(await bind({ ...unfinanced, ...byReferral }));
  assert.deepEqual(await says('InDefault', paid.policyNumber), ['LoanNotRunning policyNumber']);
});

test('a loan is active until the day of its cancellation, by the seller’s own clock', async () => {
  const quoted = await ontario.quote();
  const choice = quoted.choose('Replacement', 3);
  const { policyNumber, financing } = assertBound(await bind({ ...choice, ...byLoan() }));
  const loan = {
    loanNumber: financing.loanNumber,
    amount: (quoted.totalCents(choice) - financing.downPayment * 100) / 100,
    status: 'Active',
    cancelledOn: null,
    refunded: 0,
    collected: 0,
    givenBack: 0,
  };
  assert.deepEqual((await readLedger(choice.applicationId)).loans, [loan]);

  const cancelledOn = addDays(noonDay, 40);
  await inDatabase(
    service.databaseUrl,
    `UPDATE sandbox_lender.contract
     SET cancelled_at = now(), cancelled_on = $2, refunded_cents = 12345, collected_cents = 23400, given_back_cents = 100
     WHERE policy_number = $1`,
    [policyNumber, cancelledOn],
  );
  const loanOn = async (today: string) => {
    assert.equal((await service.call('POST', '/sandbox/clock', { token, body: { today } })).status, 200);
    return (await readLedger(choice.applicationId)).loans;
  };
  const cancelled = { ...loan, cancelledOn, refunded: 123.45, givenBack: 1 };
  const collected = financing.installmentAmount;
  assert.deepEqual(await loanOn(addDays(financing.firstInstallmentDate, 1)), [{ ...cancelled, collected }]);
  assert.deepEqual(await loanOn(cancelledOn), [{ ...cancelled, status: 'Cancelled', collected: 234 }]);
});
