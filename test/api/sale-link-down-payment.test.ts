import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { addDays, type PlainDate } from '../../src/domain/calendar.ts';
import { readPdf } from '../kit/invariants/read-pdf.ts';
import { until } from '../kit/processes/until.ts';
import { bankAccount } from '../kit/sale/binding.ts';
import { assertRefused, inDatabase, type Json } from '../kit/sale/quoting.ts';
import { openSalePage, type SalePage } from '../kit/sale/sale-page.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { startTestService, type TestService } from '../kit/service/service.ts';

/* A down payment is what the seller collects: the page takes none that the seller has not agreed when it made the link. */
let service: TestService;
let token: string;
let today: PlainDate;
let firstInstallmentDate: PlainDate;

before(async () => {
  service = await startTestService(); // The page's ticks have the time of the real clock.
  token = await service.login();
  today = (await service.call('GET', '/sandbox/clock', { token })).body.today;
  firstInstallmentDate = addDays(today, 14);
});

const make = (body: Json) => service.call('POST', '/v1/sale-links', { token, body });
const linkOf = async ({ linkId }: SalePage) => (await service.call('GET', `/v1/sale-links/${linkId}`, { token })).body;

interface Loan {
  readonly downPayment: number;
  readonly firstInstallmentDate: string;
  readonly loanTermInMonths: number;
}

async function loanOf(page: SalePage, downPayment: number): Promise<Loan> {
  const options = await page.step('financing', { loan: { downPayment, firstInstallmentDate } });
  assert.equal(options.status, 200, options.text);
  return { downPayment, firstInstallmentDate, loanTermInMonths: options.body.at(-1).loanTermInMonths };
}

/** Reads and ticks every paper, and buys. */
async function buy(page: SalePage, loan: Loan) {
  const papers = await page.step('disclosures', { paymentMethod: 'PFF', loan, language: 'en' });
  assert.equal(papers.status, 200, papers.text);
  for (const { downloadId } of papers.body) await page.step('disclosures/tick', { downloadId, isTicked: true });
  const bind = await page.step('bind', { paymentMethod: 'PFF', loan, bankAccount });
  assert.equal(bind.status, 200, bind.text);
  const { policyNumber } = await until(
    () => linkOf(page),
    (link) => link.policyNumber !== null,
  );
  return (await service.call('GET', `/v1/policies/${policyNumber}`, { token })).body;
}

test('a loan by a link is for the whole price: the page takes no down payment that nobody would collect', async () => {
  const page = await openSalePage(service);
  await page.shop();
  assert.equal((await linkOf(page)).downPayment, 0);
  const shop = await service.call('GET', `${new URL(page.url).pathname}/api/shop`);
  assert.equal(shop.body.downPayment, 0);

  const loan = await loanOf(page, 0);
  const typed = { ...loan, downPayment: 1_000 };
  const steps = {
    financing: {},
    disclosures: { paymentMethod: 'PFF', language: 'en' },
    bind: { paymentMethod: 'PFF', bankAccount },
  };
  for (const [name, body] of Object.entries(steps)) {
    const refused = await page.step(name, { ...body, loan: typed });
    assert.deepEqual([name, refused.status, refused.codes], [name, 422, ['DownPaymentInvalid']]);
  }
  const policy = await buy(page, loan);
  assert.deepEqual([policy.moneyStatus, policy.financing.downPayment], ['Financed', 0]);
  const ledger = await service.call('GET', `/sandbox/ledger?applicationId=${policy.applicationId}`, { token });
  assert.deepEqual(
    ledger.body.loans.map(({ amount }: Json) => amount),
    [policy.totalWithTax],
  );
});

test('a link that was made with a down payment says so to its seller, on its page and on its papers', async () => {
  const page = await openSalePage(service, { link: { downPayment: 214.5, partnerReference: 'DOWN-1' } });
  await page.shop();
  assert.equal((await linkOf(page)).downPayment, 214.5);
  const { saleLinks } = (await service.call('GET', '/v1/sale-links?partnerReference=DOWN-1', { token })).body;
  assert.equal(saleLinks[0].downPayment, 214.5);
  const shop = await service.call('GET', `${new URL(page.url).pathname}/api/shop`);
  assert.deepEqual([shop.body.downPayment, shop.body.payee.name], [214.5, 'Sandbox Ontario']);
  for (const other of [0, 500]) {
    const refused = await page.step('financing', { loan: { downPayment: other, firstInstallmentDate } });
    assert.deepEqual([refused.status, refused.codes], [422, ['DownPaymentInvalid']]);
  }

  const policy = await buy(page, await loanOf(page, 214.5));
  assert.equal(policy.financing.downPayment, 214.5);
  const ledger = await service.call('GET', `/sandbox/ledger?applicationId=${policy.applicationId}`, { token });
  assert.deepEqual(
    ledger.body.loans.map(({ amount }: Json) => amount),
    [policy.totalWithTax - 214.5],
  );
  for (const kind of ['Declaration', 'FinancingLetter']) {
    const { downloadId } = policy.documents.find((one: Json) => one.kind === kind);
    const answer = await fetch(`${service.url}/v1/document/${downloadId}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { text } = readPdf(Buffer.from(await answer.arrayBuffer()));
    assert.match(text, /\$214\.50/, kind);
    assert.match(text.replaceAll(/\s+/g, ' '), /to Sandbox Ontario/, kind);
  }
});

test('a down payment is refused that is no amount, or is agreed for a link without a loan', async () => {
  for (const downPayment of [-0.01, 1.999, '100', 10_000_000, [], true])
    assertRefused(await make({ downPayment }), ['DownPaymentInvalid downPayment']);
  assertRefused(await make({ downPayment: 100, paymentMethods: ['CC'] }), ['FinancingNotApplicable downPayment']);
  assert.equal((await make({ downPayment: 0, paymentMethods: ['CC'] })).body.downPayment, 0);
  assert.equal((await make({ downPayment: null })).body.downPayment, 0);
  assert.equal((await make({ downPayment: 9_999_999.99, paymentMethods: ['PFF'] })).body.downPayment, 9_999_999.99);
});

test('an operator agrees a down payment as it is typed in either language, and sees it in the list', async () => {
  const admin = await signInOperator(service);
  const [{ id }] = await inDatabase(service.databaseUrl, "SELECT id FROM seller WHERE username = 'ontario'");
  const links = `/api/sellers/${id}/sale-links`;
  for (const downPayment of ['abc', '-1', '1.999', '1e3'])
    assert.deepEqual((await admin.post(links, { downPayment })).codes, ['SaleLinkDownPaymentInvalid']);
  for (const [downPayment, cents] of [
    ['250', 25_000],
    ['249.50', 24_950],
    ['249,5', 24_950],
    ['', 0],
  ] as const) {
    const made = await admin.post(links, { downPayment });
    assert.equal(made.body.downPaymentCents, cents, made.text);
    assert.equal((await admin.get(links)).body.rows[0].downPaymentCents, cents);
  }
});

test('a down payment that is not less than the price leaves no loan, and says why', async () => {
  const page = await openSalePage(service, { link: { downPayment: 100_000 } });
  await page.shop();
  const refused = await page.step('financing', { loan: { downPayment: 100_000, firstInstallmentDate } });
  assert.deepEqual([refused.status, refused.codes], [422, ['DownPaymentInvalid']]);
  assert.equal((await page.step('card', { chargeDate: today })).status, 200, 'a card pays the whole price');
});
