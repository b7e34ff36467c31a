import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import type { ApplicationId } from '../../src/domain/ids.ts';
import { todayOf } from '../../src/domain/partner/seller.ts';
import { type BindParts, type BindResult, bind } from '../../src/flows/bind/bind.ts';
import { finishBinds } from '../../src/flows/bind/finish-binds.ts';
import { judgePapers } from '../../src/flows/bind/judge-papers.ts';
import { IssueRefused } from '../../src/flows/points.ts';
import type { CardProcessor } from '../../src/ports/card-processor.ts';
import { type Lender, nothingLent } from '../../src/ports/lender.ts';
import { type CallContext, refusedBy } from '../../src/ports/outcome.ts';
import { brokenPromises, readBooks } from '../kit/invariants/bind-books.ts';
import { cardForm, dieAt, died, freezeAt, loanForm, openBindHarness, referralForm } from '../kit/sale/bind-harness.ts';
import { authorizedPayment } from '../kit/sale/binding.ts';
import { copyApplication, copyPayment } from '../kit/sale/copied-sale.ts';
import { type Choice, openSaleClient } from '../kit/sale/paying.ts';
import { clockAt, inDatabase, noon, noonDay } from '../kit/sale/quoting.ts';
import { quebecSale } from '../kit/sale/sample-policy.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { listening } from '../kit/service/heard-log.ts';
import { startTestService } from '../kit/service/service.ts';

/*
 * How a bind ends that did not go straight through: what the partner is told, what is left of the claim, what is
 * logged, and that the promises are kept. Each test has an application of its own, a copy of one that was quoted.
 */
const databaseUrl = await cloneDatabase();
const harness = await openBindHarness(databaseUrl);
const service = await startTestService({ environment: { DATABASE_URL: databaseUrl }, clock: clockAt(noon).clock });
const saleClient = await openSaleClient(service);
const offered = await saleClient.quote();
const quoted = offered.choose('Replacement', 2);
const paid = await authorizedPayment(saleClient, quoted);
await service.close(); // This also stops its jobs.

async function newSale(): Promise<Choice> {
  return { ...quoted, applicationId: await copyApplication(databaseUrl, quoted.applicationId) };
}

const bindOf = async ({ applicationId }: Choice) => {
  const sql = `SELECT state, step, attempt, takeovers, attempts, last_error AS cause,
                      extract(epoch FROM due_at - lease_until)::int - 1 AS seconds
               FROM bind WHERE application_id = $1`;
  return (await inDatabase(databaseUrl, sql, [applicationId]))[0];
};

const auditOf = async ({ applicationId }: Choice): Promise<readonly string[]> => {
  const sql = 'SELECT event, facts FROM audit WHERE application_id = $1 ORDER BY id';
  const rows = await inDatabase(databaseUrl, sql, [applicationId]);
  return rows.map(({ event, facts }) => [event, facts.cause].filter((word) => word !== undefined).join(': '));
};

/** What the partner was told: the policy's fate, or the codes. */
const told = (result: BindResult): string =>
  result.kind === 'refused' ? result.refusals.map(({ code, field }) => `${code} ${field}`.trim()).join() : result.kind;

async function assertKept({ applicationId }: Choice, policies: number): Promise<void> {
  const books = await readBooks(databaseUrl, applicationId);
  assert.deepEqual([brokenPromises(books), books.policies.length], [[], policies]);
}

const lenderWith = (changes: Partial<Lender>): Partial<BindParts> => ({
  lender: { ...harness.parts.lender, ...changes },
});
const silent = async () => ({ kind: 'unknown', cause: 'no answer' }) as const;
const saysNo = lenderWith({ createContract: async () => refusedBy('party', 'no') });

const sellerNamed = (name: string) =>
  [...harness.parts.reference().sellers.byId.values()].find(({ username }) => username === name)!;

/** The application is left by whoever died after the loan was written. */
async function leftWithLoan(): Promise<Choice> {
  const choice = await newSale();
  await died(harness.bind({ form: loanForm(choice) }, { failpoint: dieAt('after loan') }));
  await harness.letTimePass();
  return choice;
}

test('a policy that is issued is logged under its request', async () => {
  const choice = await newSale();
  const { logged, log } = listening();
  const result = await harness.bind({ form: referralForm(choice) }, { log });
  assert.ok(result.kind === 'bound');
  const { policyNumber } = result.bound.policy;
  const facts = { requestId: 'test', applicationId: choice.applicationId, policyNumber };
  assert.deepEqual(logged, [['info', 'policy issued', facts]]);
  await assertKept(choice, 1);
});

test('an application that is unknown is not found', async () => {
  const form = { ...referralForm(await newSale()), applicationId: randomUUID() as ApplicationId };
  assert.equal(told(await harness.bind({ form })), 'ApplicationNotFound applicationId');
});

test('a repeat is the same bind with blanks around a product, and another one with another category', async () => {
  const choice = await newSale();
  const form = referralForm(choice);
  assert.equal(told(await harness.bind({ form })), 'bound');
  const selectedProducts = form.selectedProducts.map((code) => ` ${code} `);
  assert.equal(told(await harness.bind({ form: { ...form, selectedProducts } })), 'replayed');
  const coverageCategory = form.coverageCategory === 'Replacement' ? 'Cash' : 'Replacement';
  const other = { ...form, coverageCategory } as typeof form;
  assert.equal(told(await harness.bind({ form: other })), 'QuoteAlreadyBound');
});

test('a vehicle that is being bound is not bound a second time where that is refused', async () => {
  const vin = `TEST${randomUUID().replaceAll('-', '').slice(0, 13).toUpperCase()}`;
  const ofVehicle = async (): Promise<Choice> => {
    const choice = await newSale();
    const sql = `UPDATE application SET vin = $2, inputs = jsonb_set(inputs::jsonb, '{vehicle,vin}', to_jsonb($2::text)) WHERE id = $1`;
    await inDatabase(databaseUrl, sql, [choice.applicationId, vin]);
    return choice;
  };
  const [first, second] = [await ofVehicle(), await ofVehicle()];
  const usual = sellerNamed('ontario');
  const seller = { ...usual, integration: { ...usual.integration, refusesSecondPolicy: true } };
  const again = () => {
    const now = new Date(noon);
    const { version: judgedBy } = harness.parts.reference();
    const asked = { seller, today: todayOf(seller, now), now, form: referralForm(second), judgedBy };
    return bind(harness.parts, asked, { requestId: 'test', fault: null });
  };
  const late = await freezeAt(harness, 'before issue', { form: referralForm(first) });
  assert.equal(told(await again()), 'BindInProgress');
  const bound = await late.wake();
  assert.ok(bound.kind === 'bound');
  const covered = await again();
  assert.equal(told(covered), 'VehicleAlreadyCovered');
  assert.ok(covered.kind === 'refused');
  assert.deepEqual(covered.refusals[0]!.params, { policyNumber: bound.bound.policy.policyNumber }, 'its own');
});

test('while a bind is carried, another is told so, and so is the job: nothing is touched', async () => {
  const choice = await newSale();
  const late = await freezeAt(harness, 'before issue', { form: loanForm(choice) });
  const before = await bindOf(choice);
  assert.equal(told(await harness.bind({ form: loanForm(choice) })), 'BindInProgress');
  await harness.runJobs();
  const after = await bindOf(choice);
  assert.deepEqual([after.step, after.takeovers, after.attempt], [before.step, 0, 1]);
  assert.equal(told(await late.wake()), 'bound');
  await assertKept(choice, 1);
});

test('a bind that died before anything was sent is released by the job, and carried anew by a repeat', async () => {
  const choice = await newSale();
  await died(harness.bind({ form: loanForm(choice) }, { failpoint: dieAt('after claim') }));
  await harness.letTimePass();
  const { logged, log } = listening();
  await harness.runJobs({ log });
  const { applicationId } = choice;
  assert.deepEqual(logged, [['info', 'abandoned bind finished', { applicationId, outcome: 'released' }]]);
  assert.equal((await bindOf(choice)).state, 'released');
  assert.ok((await auditOf(choice)).includes('bind released: nothing moved'), String(await auditOf(choice)));
  assert.equal(told(await harness.bind({ form: loanForm(choice) })), 'bound');

  const repeated = await newSale();
  await died(harness.bind({ form: loanForm(repeated) }, { failpoint: dieAt('after claim') }));
  await harness.letTimePass();
  assert.equal(told(await harness.bind({ form: referralForm(repeated) })), 'bound');
  await assertKept(repeated, 1);
});

test('a loan that was written before the death is bound by the job, under an id that tells so', async () => {
  const choice = await leftWithLoan();
  const { logged, log } = listening();
  const contexts: CallContext[] = [];
  const find: Lender['find'] = (number, context) => {
    contexts.push(context);
    return harness.parts.lender.find(number, context);
  };
  await harness.runJobs({ log, ...lenderWith({ find }) });
  const { applicationId } = choice;
  assert.deepEqual(contexts, [{ requestId: `finish-bind-${applicationId}`, fault: null }]);
  assert.deepEqual(logged.at(-1), ['info', 'abandoned bind finished', { applicationId, outcome: 'bound' }]);
  await assertKept(choice, 1);
});

test('a repeat of what somebody else agreed on gets that policy, and another bind is refused', async () => {
  const [same, other] = [await leftWithLoan(), await leftWithLoan()];
  assert.equal(told(await harness.bind({ form: loanForm(same) })), 'bound');
  assert.equal(told(await harness.bind({ form: referralForm(other) })), 'QuoteAlreadyBound');
  for (const choice of [same, other]) await assertKept(choice, 1);
});

test('a loan that may still come is waited for, unless the repeat takes it up', async () => {
  const left = async (): Promise<Choice> => {
    const choice = await newSale();
    const lost = lenderWith({ createContract: silent });
    assert.equal(told(await harness.bind({ form: loanForm(choice) }, lost)), 'FinancingUnavailable');
    return choice;
  };
  const waiting = await left();
  const { state, step, cause, attempts } = await bindOf(waiting);
  assert.deepEqual([state, step, cause, attempts], ['running', 'lending', 'no answer', 1]);
  await inDatabase(databaseUrl, 'UPDATE bind SET due_at = now() WHERE application_id = $1', [waiting.applicationId]);
  await harness.runJobs();
  const asked = await bindOf(waiting);
  assert.deepEqual([asked.state, asked.cause, asked.seconds, asked.takeovers], ['running', 'may still come', 0, 0]);
  await harness.letTimePass();
  await harness.runJobs();
  assert.equal((await bindOf(waiting)).state, 'released');
  await assertKept(waiting, 0);

  const same = await left();
  assert.equal(told(await harness.bind({ form: loanForm(same) })), 'bound');
  assert.equal((await bindOf(same)).attempt, 2);
  await assertKept(same, 1);
});

test('while the lender is silent, the job comes back later each time, and leaves the bind as it is', async () => {
  const choice = await leftWithLoan();
  const away = lenderWith({ find: silent });
  const { logged, log } = listening();
  await harness.runJobs({ ...away, log });
  const once = await bindOf(choice);
  assert.deepEqual([once.state, once.cause, once.attempts, once.seconds], ['running', 'no answer', 1, 1]);
  assert.deepEqual(logged, [], 'it is not finished');
  assert.equal(told(await harness.bind({ form: loanForm(choice) }, away)), 'FinancingUnavailable');
  assert.deepEqual([(await bindOf(choice)).attempts, (await bindOf(choice)).seconds], [2, 2]);
  await harness.letTimePass();
  await harness.runJobs();
  await assertKept(choice, 1);
});

test('a loan that was written although its answer was lost is bound at once', async () => {
  const choice = await newSale();
  const createContract: Lender['createContract'] = async (request, context) => {
    await harness.parts.lender.createContract(request, context);
    return silent();
  };
  assert.equal(told(await harness.bind({ form: loanForm(choice) }, lenderWith({ createContract }))), 'bound');
  assert.equal((await bindOf(choice)).attempts, 0);
  await assertKept(choice, 1);
});

test('a lender that says after a lost answer that it has nothing is not believed yet', async () => {
  const choice = await newSale();
  const changes = lenderWith({ createContract: silent, find: async () => ({ kind: 'done', value: null }) });
  assert.equal(told(await harness.bind({ form: loanForm(choice) }, changes)), 'FinancingUnavailable');
  assert.equal((await bindOf(choice)).cause, 'no answer');
  await harness.letTimePass();
  await harness.runJobs();
  await assertKept(choice, 0);
});

test('a lender’s no ends the attempt, and the audit says why', async () => {
  const choice = await newSale();
  assert.equal(told(await harness.bind({ form: loanForm(choice) }, saysNo)), 'FinancingDeclined');
  assert.equal((await bindOf(choice)).state, 'released');
  assert.ok((await auditOf(choice)).includes('bind released: FinancingDeclined'), String(await auditOf(choice)));
});

test('whoever was overtaken learns it before anything is sent, and what moved is given back', async () => {
  const early = await newSale();
  const sent: string[] = [];
  const createContract: Lender['createContract'] = (request, context) => {
    sent.push(request.policyNumber);
    return harness.parts.lender.createContract(request, context);
  };
  const frozen = await freezeAt(
    { ...harness, bind: (asked, changes) => harness.bind(asked, { ...changes, ...lenderWith({ createContract }) }) },
    'before intent',
    { form: loanForm(early) },
  );
  await harness.letTimePass();
  assert.equal(told(await harness.bind({ form: referralForm(early) })), 'bound');
  assert.equal(told(await frozen.wake()), 'BindIncomplete');
  assert.deepEqual(sent, []);
  await assertKept(early, 1);

  const late = await newSale();
  const atLoan = await freezeAt(harness, 'before loan', { form: loanForm(late) });
  await harness.letTimePass();
  assert.equal(told(await harness.bind({ form: referralForm(late) })), 'bound');
  assert.notEqual(told(await atLoan.wake()), 'bound');
  await harness.letTimePass();
  await harness.runJobs();
  await assertKept(late, 1);

  const referred = await newSale();
  const atIssue = await freezeAt(harness, 'before issue', { form: referralForm(referred) });
  await harness.letTimePass();
  assert.equal(told(await harness.bind({ form: referralForm(referred) })), 'bound');
  assert.equal(told(await atIssue.wake()), 'BindIncomplete', 'nothing moved');
  await assertKept(referred, 1);
});

test('a no that comes after a takeover is not told: the application may be bound by then', async () => {
  const choice = await newSale();
  const late = await freezeAt(
    { ...harness, bind: (asked, changes) => harness.bind(asked, { ...changes, ...saysNo }) },
    'before release',
    { form: loanForm(choice) },
  );
  await harness.letTimePass();
  assert.equal(told(await harness.bind({ form: referralForm(choice) })), 'bound');
  assert.equal(told(await late.wake()), 'BindInProgress');
  await assertKept(choice, 1);
});

test('a loan that whoever took over was not told of is given back by the one who was overtaken', async () => {
  const choice = await newSale();
  const late = await freezeAt(harness, 'before issue', { form: loanForm(choice) });
  await harness.letTimePass();
  const forgetful = lenderWith({
    find: async () => ({ kind: 'done', value: null }),
    cancel: async () => ({ kind: 'done', value: nothingLent }),
  });
  assert.equal(told(await harness.bind({ form: referralForm(choice) }, forgetful)), 'bound');
  assert.equal(told(await late.wake()), 'BindInProgress');
  const { loans, policies } = await readBooks(databaseUrl, choice.applicationId);
  assert.deepEqual([loans.map(({ isActive }) => isActive), policies.length], [[false], 1]);
});

test('a loan whose bind was taken over while it could not be issued is the other’s', async () => {
  const choice = await newSale();
  const atGiveUp = await freezeAt(harness, 'before give-up', { form: loanForm(choice) }, refuseToIssue);
  await harness.letTimePass();
  assert.equal(told(await harness.bind({ form: loanForm(choice) })), 'bound');
  assert.equal(told(await atGiveUp.wake()), 'BindInProgress');
  await assertKept(choice, 1);
});

test('a policy that can’t be issued gives its loan back at once; without money there is nothing to give back', async () => {
  const choice = await newSale();
  const result = await harness.bind({ form: loanForm(choice) }, { failpoint: refuseToIssue });
  assert.equal(told(result), 'BindFailedAfterFinancing');
  assert.ok(result.kind === 'refused');
  assert.match(String(result.refusals[0]!.params?.loanNumber), /^SL-/);
  await assertKept(choice, 0);
  const lent = await inDatabase(
    databaseUrl,
    `SELECT amount_cents::int AS cents FROM posted WHERE application_id = $1 AND account = 'lender' AND amount_cents > 0`,
    [choice.applicationId],
  );
  assert.deepEqual(lent, [{ cents: offered.totalCents(choice) - 10_000 }], 'less the down payment');
  const referred = await newSale();
  assert.equal(told(await harness.bind({ form: referralForm(referred) }, { failpoint: refuseToIssue })), 'bound');
});

test('after ten takeovers in vain the money is given back, and not before', async () => {
  for (const [takeovers, state] of [
    [9, 'bound'],
    [10, 'released'],
  ] as const) {
    const choice = await leftWithLoan();
    await inDatabase(databaseUrl, 'UPDATE bind SET takeovers = $2 WHERE application_id = $1', [
      choice.applicationId,
      takeovers,
    ]);
    await harness.runJobs();
    assert.equal((await bindOf(choice)).state, state, `${takeovers} takeovers`);
    await assertKept(choice, state === 'bound' ? 1 : 0);
  }
});

test('of abandoned binds that fail, one is thrown as it is, and several together', async () => {
  const spoil = async (): Promise<void> => {
    const { applicationId } = await leftWithLoan();
    await inDatabase(
      databaseUrl,
      `UPDATE bind SET agreed = jsonb_set(agreed::jsonb, '{productTypes}', '["NOT-QUOTED"]') WHERE application_id = $1`,
      [applicationId],
    );
  };
  await spoil();
  await assert.rejects(
    harness.runJobs(),
    (error: Error) => !(error instanceof AggregateError) && /not quoted/.test(error.message),
  );
  await spoil();
  await harness.letTimePass();
  await assert.rejects(
    harness.runJobs(),
    (error) => error instanceof AggregateError && error.message === '2 abandoned binds could not be finished.',
  );
  // They are no work for the tests that follow.
  await inDatabase(databaseUrl, `UPDATE bind SET state = 'released' WHERE agreed::text LIKE '%NOT-QUOTED%'`);
});

test('in production nothing is sold without the papers that the law requires', async () => {
  const choice = await newSale();
  const quoted = { inputs: quebecSale.inputs! };
  const seller = sellerNamed('quebec');
  const asked = { seller, quoted, today: noonDay, now: new Date(noon), form: referralForm(choice) };
  const reference = () => ({ ...harness.parts.reference(), disclosures: null });
  const selection = { products: [], premiumCents: 0, taxCents: 0, totalWithTaxCents: 0 };
  const request = { selection, paying: { by: 'partner' } } as const;
  const judged = async (isProduction: boolean) =>
    (await judgePapers({ ...harness.parts, reference, isProduction }, { ...asked, request })).refusals;
  assert.deepEqual(await judged(false), []);
  const [lacking, ...others] = await judged(true);
  assert.deepEqual([lacking?.code, lacking?.field, others], ['DisclosureTextMissing', '', []]);
  assert.match(String(lacking?.params?.kinds), /FactSheet,/);
});

test('a service without any texts sells where the law requires none', async () => {
  const choice = await newSale();
  const reference = () => ({ ...harness.parts.reference(), disclosures: null });
  assert.equal(told(await harness.bind({ form: loanForm(choice) }, { reference })), 'bound');
});

/** Counts statements by name, and answers some of them without the database. */
function answering(rowsOf: Readonly<Record<string, readonly object[]>>) {
  const sent: string[] = [];
  const database = new Proxy(harness.parts.database, {
    get: (target, property) => {
      if (property !== 'query') return Reflect.get(target, property, target);
      return async (query: { readonly name?: string }) => {
        sent.push(query.name ?? '');
        const rows = rowsOf[query.name ?? ''];
        return rows === undefined ? target.query(query as never) : { rows, rowCount: rows.length };
      };
    },
  });
  return { database, countOf: (name: string): number => sent.filter((one) => one === name).length };
}

test('a claim that others are always faster at is tried four times; one that is carried is not tried', async () => {
  const choice = await newSale();
  const faster = answering({ claim_bind: [] });
  assert.equal(told(await harness.bind({ form: referralForm(choice) }, faster)), 'BindInProgress');
  assert.equal(faster.countOf('claim_bind'), 4);
  const late = await freezeAt(harness, 'before issue', { form: referralForm(choice) });
  const carried = answering({});
  assert.equal(told(await harness.bind({ form: referralForm(choice) }, carried)), 'BindInProgress');
  assert.equal(carried.countOf('claim_bind'), 0);
  assert.equal(told(await late.wake()), 'bound');
});

test('whoever loses a takeover leaves the bind to the other', async () => {
  const choice = await leftWithLoan();
  const lost = answering({ take_over_bind: [] });
  assert.equal(told(await harness.bind({ form: loanForm(choice) }, lost)), 'BindInProgress');
  await harness.runJobs();
  await assertKept(choice, 1);
});

test('the job leaves alone what was finished, or is nobody’s, when its turn comes', async () => {
  const choice = await newSale();
  assert.equal(told(await harness.bind({ form: referralForm(choice) })), 'bound');
  const sellerId = (
    await inDatabase(databaseUrl, 'SELECT seller_id FROM application WHERE id = $1', [choice.applicationId])
  )[0].seller_id;
  const { logged, log } = listening();
  for (const found of [
    { applicationId: choice.applicationId, sellerId },
    { applicationId: randomUUID(), sellerId },
    { applicationId: choice.applicationId, sellerId: randomUUID() },
  ]) {
    const { database, countOf } = answering({ find_abandoned_binds: [found] });
    await finishBinds({ ...harness.parts, database, log });
    assert.equal(countOf('find_abandoned_binds'), 1);
    assert.equal(countOf('take_over_bind'), 0);
  }
  assert.deepEqual(logged, []);
  await assertKept(choice, 1);
});

test('a loan that the lender has of somebody else under the number ends the attempt', async () => {
  const choice = await leftWithLoan();
  const find: Lender['find'] = async (number, context) => {
    const found = await harness.parts.lender.find(number, context);
    return found.kind === 'done' && found.value !== null
      ? { kind: 'done', value: { ...found.value, attemptKey: 'another' } }
      : found;
  };
  await harness.runJobs(lenderWith({ find }));
  assert.equal((await bindOf(choice)).state, 'released');
  assert.ok(
    (await auditOf(choice)).includes('bind released: PolicyNumberInUseByLender'),
    String(await auditOf(choice)),
  );
});

async function newCardSale() {
  const choice = await newSale();
  const paymentId = await copyPayment(databaseUrl, paid.asked.paymentId, choice.applicationId);
  const form = cardForm(choice, { asked: { paymentId } });
  return { choice, paymentId, form };
}

const findsNothing: CardProcessor['find'] = async () => ({ kind: 'done', value: { kind: 'nothing' } });

test('a card that the processor knows nothing of after a lost answer was not charged: the partner may repeat', async () => {
  const { choice, paymentId, form } = await newCardSale();
  const cards = { ...harness.parts.cards, find: findsNothing };
  assert.equal(told(await harness.bind({ form }, { cards: { ...cards, capture: silent } })), 'BindIncomplete');
  const { state, cause, seconds } = await bindOf(choice);
  assert.deepEqual([state, cause, seconds], ['running', 'nothing moved', 0]);
  const capture: CardProcessor['capture'] = async ({ amountCents }) => ({
    kind: 'done',
    value: { reference: `ref-${paymentId}`, amountCents, authorizationNumber: 'A1', chargedAt: noon },
  });
  assert.equal(told(await harness.bind({ form }, { cards: { ...cards, capture } })), 'bound');
});

test('a card whose charge may still come is waited for, if the repeat pays otherwise; then it is over', async () => {
  const { choice, paymentId, form } = await newCardSale();
  const released: string[] = [];
  const release: CardProcessor['release'] = async ({ key }) => {
    released.push(key);
    return { kind: 'done', value: undefined };
  };
  const cards = { ...harness.parts.cards, capture: silent, find: findsNothing, release };
  assert.equal(told(await harness.bind({ form }, { cards })), 'BindIncomplete');
  const payOtherwise = async () => told(await harness.bind({ form: loanForm(choice) }, { cards, ...saysNo }));
  assert.equal(await payOtherwise(), 'BindInProgress');
  assert.equal((await bindOf(choice)).cause, 'may still come');
  assert.deepEqual(released, []);
  await harness.letTimePass();
  assert.equal(await payOtherwise(), 'FinancingDeclined');
  assert.deepEqual(released, [paymentId]);
  assert.equal(told(await harness.bind({ form }, { cards })), 'CardPaymentExpired cardPayment.paymentId');
});

test('a card of another processor can’t be used, nor a lender that is not there', async () => {
  const { choice, form } = await newCardSale();
  const cards = { ...harness.parts.cards, name: 'other' };
  assert.equal(told(await harness.bind({ form }, { cards })), 'CardPaymentExpired cardPayment.paymentId');
  const missing = await harness.bind({ form: loanForm(choice) }, lenderWith({ isMissing: true }));
  assert.match(told(missing), /^FinancingNotAvailableForSeller/);
});

test('whoever dies right before the policy is issued issues nothing', async () => {
  const choice = await newSale();
  await died(harness.bind({ form: referralForm(choice) }, { failpoint: dieAt('before issue') }));
  await harness.letTimePass();
  await harness.runJobs();
  await assertKept(choice, 0);
});

async function refuseToIssue(point: string): Promise<void> {
  if (point === 'before issue') throw new IssueRefused();
}
