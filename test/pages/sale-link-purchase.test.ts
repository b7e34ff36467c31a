import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { until } from '../kit/processes/until.ts';
import { type LinkCustomer, linkCustomer } from '../kit/sale/link-customer.ts';
import { inDatabase, type Json } from '../kit/sale/quoting.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

/*
 * What a page of a link has shown is what is charged, and what it has promised comes: a policy, or a letter that says
 * that nothing was bought. By the page's own calls, without a browser.
 */
let service: TestService;

before(async () => {
  service = await startTestService();
});

async function call(method: string, path: string, body?: Json): Promise<Answer> {
  return service.call(method, path, { token: await service.login(), ...(body !== undefined && { body }) });
}

interface Link {
  readonly id: string;
  readonly url: string;
  readonly vin: string;
}

let made = 0;

async function makeLink(body: Json = {}): Promise<Link & { readonly customer: LinkCustomer; readonly email: string }> {
  const { vin } = (await call('GET', '/v1/test-vin?year=2024')).body;
  const { id, url } = (await call('POST', '/v1/sale-links', body)).body;
  made += 1;
  return { id, url, vin, customer: linkCustomer(service, url, vin), email: `link-${made}@example.ca` };
}

const linkNow = async ({ id }: Link): Promise<Json> => (await call('GET', `/v1/sale-links/${id}`)).body;

async function lettersTo(email: string): Promise<Json[]> {
  const { messages } = (await call('GET', '/sandbox/outbox')).body;
  return messages.filter((one: Json) => one.to === email);
}

const ledgerOf = async (link: Link): Promise<Json> =>
  (await call('GET', `/sandbox/ledger?applicationId=${(await linkNow(link)).applicationId}`)).body;

/** Lists how the payments by card of this link stand. */
async function paymentsOf(link: Link): Promise<readonly string[]> {
  const { applicationId } = await linkNow(link);
  const sql = `SELECT CASE WHEN status IN ('Releasing', 'Released') THEN 'to be released' ELSE status END AS status
               FROM card_payment WHERE application_id = $1`;
  return (await inDatabase(service.databaseUrl, sql, [applicationId])).map(({ status }) => status);
}

/** The partner revises the customer's application by the API. */
async function revise(link: Link, changes: Json, applicant: Json = {}): Promise<Json> {
  const { applicationId } = await linkNow(link);
  const quoted = (await call('GET', `/v1/applications/${applicationId}`)).body;
  const { vin } = quoted.vehicle;
  const asked = { vin, odometer: 24_500, effectiveDate: quoted.effectiveDate, purchaseMethod: 'Cash', ...changes };
  const found = await call(
    'GET',
    `/v1/quote/vehicle-configurations?${new URLSearchParams(asked as unknown as Record<string, string>)}`,
  );
  const answer = await call('POST', '/v1/quote', {
    applicationId,
    series: 'Prime',
    vehicleConfigurationId: found.body.vehicles[0].id,
    effectiveDate: asked.effectiveDate,
    odometer: asked.odometer,
    purchaseMethod: 'Cash',
    applicant: { ...quoted.applicant, ...applicant },
  });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** Its lease is over, as it would be within seconds. */
const forget = ({ id }: Link) =>
  inDatabase(
    service.databaseUrl,
    `UPDATE sale_link_purchase SET lease_until = now() - interval '1 second' WHERE sale_link_id = $1 AND due_at IS NOT NULL`,
    [id],
  );

test('a purchase is written down with revision, price and papers before the page says that it is made', async () => {
  const link = await makeLink();
  const total = await link.customer.choose(link.email);
  await link.customer.tickPapers();
  await link.customer.payByCard();
  const bought = await link.customer.buy();
  assert.equal(bought.body.progress.state, 'binding', bought.text);
  const [row] = await inDatabase(
    service.databaseUrl,
    'SELECT revision, total_cents, form, to_address FROM sale_link_purchase WHERE sale_link_id = $1',
    [link.id],
  );
  assert.deepEqual([row.revision, row.total_cents, row.to_address], [1, total, link.email]);
  assert.ok(row.form.paymentId !== null && row.form.acknowledgements.length > 0);
  await until(
    () => linkNow(link),
    ({ status }) => status === 'Bound',
  );
  const { holds } = (await ledgerOf(link)) as { holds: Json[] };
  assert.deepEqual(
    holds.map(({ status, amount }) => [status, Math.round(Number(amount) * 100)]),
    [['Captured', total]],
  );
  await until(
    () => lettersTo(link.email),
    (all) => all.some(({ subject }) => /^Your policy/.test(String(subject))),
  );
});

test('a price that the partner has changed since is not charged: it is shown again, and bought as shown', async () => {
  const link = await makeLink();
  const shown = await link.customer.choose(link.email);
  await link.customer.tickPapers();
  await link.customer.payByCard();
  const revised = await revise(link, { odometer: 70_000 });
  assert.equal(revised.revision, 2);
  await link.customer.buy();
  const after = await until(
    () => link.customer.sale(),
    ({ progress }) => (progress as Json).state === 'shopping',
  );
  assert.deepEqual(
    ((after.progress as Json).errors as Json[]).map(({ code }) => code),
    ['QuoteRevised'],
  );
  await until(
    () => lettersTo(link.email),
    (all) => all.some(({ subject }) => subject === 'Your purchase did not go through'),
  );
  assert.deepEqual(await paymentsOf(link), ['to be released']);
  // The next step shows the sale anew.
  assert.equal((await link.customer.post('/disclosures', { paymentMethod: 'CC', language: 'en' })).status, 409);
  const now = await link.customer.sale();
  assert.deepEqual([(now.quote as Json).revision, now.selection], [2, null]);
  const term = ((now.quote as Json).replacementOptions as Json[]).find((one) => one.paymentTermInYears === 3)!;
  const [first] = term.coverage as Json[];
  assert.notEqual(Math.round(Number(first!.totalWithTax) * 100), shown);
});

test('another person with the same price is not sold before the page has shown that person', async () => {
  const link = await makeLink();
  await link.customer.choose(link.email);
  await link.customer.tickPapers();
  await revise(link, {}, { firstOrCompanyName: 'Jordan' });
  const started = await link.customer.post('/card');
  assert.deepEqual([started.status, started.codes], [409, ['ChangedElsewhere']]);
  const now = await link.customer.sale();
  assert.equal((now.applicant as Json).firstOrCompanyName, 'Jordan');
});

test('a purchase whose instance died before its claim is bound by another, once', async () => {
  const link = await makeLink();
  await link.customer.choose(link.email);
  await link.customer.tickPapers();
  await link.customer.payByCard();
  await acceptAndDie(link);
  await forget(link);
  await until(
    () => linkNow(link),
    ({ status }) => status === 'Bound',
  );
  const { holds } = (await ledgerOf(link)) as { holds: Json[] };
  assert.deepEqual(
    holds.map(({ status }) => status),
    ['Captured'],
  );
});

test('a loan whose instance died before its claim makes no loan: the customer is written to, and can try again', async () => {
  const link = await makeLink();
  await link.customer.choose(link.email);
  const form = await link.customer.agreeToLoan();
  await acceptAndDie(link, form);
  await forget(link);
  const [letter] = await until(
    () => lettersTo(link.email),
    (all) => all.length > 0,
  );
  assert.equal(letter!.subject, 'Your purchase did not go through');
  assert.match(String(letter!.text), /No loan was set up/);
  const { progress } = await link.customer.sale();
  assert.deepEqual(
    ((progress as Json).errors as Json[]).map(({ code }) => code),
    ['BindIncomplete'],
  );
  assert.deepEqual(((await ledgerOf(link)) as { loans: Json[] }).loans, []);
  const tables = await inDatabase(service.databaseUrl, 'SELECT form::text, content::text FROM sale_link_purchase');
  assert.ok(!JSON.stringify(tables).includes('1234567'), 'an account number was kept');
  assert.ok(!service.lines.some((line) => line.includes('1234567')));
  // Again, to the end.
  const again = await link.customer.agreeToLoan();
  const bought = await link.customer.buy(again);
  assert.equal(bought.body.progress.state, 'binding', bought.text);
  await until(
    () => linkNow(link),
    ({ status }) => status === 'Bound',
  );
});

test('a link that is withdrawn charges nothing: its purchase is not made, and the customer is written to', async () => {
  const link = await makeLink();
  await link.customer.choose(link.email);
  await link.customer.tickPapers();
  await link.customer.payByCard();
  await acceptAndDie(link);
  assert.equal((await call('DELETE', `/v1/sale-links/${link.id}`)).status, 204);
  await forget(link);
  const [letter] = await until(
    () => lettersTo(link.email),
    (all) => all.length > 0,
  );
  assert.match(String(letter!.text), /the link was withdrawn or has expired/);
  assert.match(String(letter!.text), /please contact the seller/);
  assert.equal((await linkNow(link)).status, 'Withdrawn');
  assert.deepEqual(await paymentsOf(link), ['to be released']);
});

test('while a bind has claimed a link it can’t be withdrawn, and does not expire', async () => {
  const link = await makeLink();
  await link.customer.choose(link.email);
  const { applicationId } = await linkNow(link);
  await inDatabase(
    service.databaseUrl,
    `INSERT INTO bind (application_id, state, step, owner, lease_until, policy_number, payment_method, agreed)
     VALUES ($1, 'running', 'claimed', gen_random_uuid(), now() + interval '1 hour', 'NB-TEST', 'REF', '{}')`,
    [applicationId],
  );
  const refused = await call('DELETE', `/v1/sale-links/${link.id}`);
  assert.deepEqual([refused.status, refused.codes], [422, ['BindInProgress']]);
  await inDatabase(service.databaseUrl, "UPDATE sale_link SET valid_until = '2020-01-01' WHERE id = $1", [link.id]);
  assert.equal((await linkNow(link)).status, 'Open');
  await inDatabase(service.databaseUrl, `UPDATE bind SET state = 'released' WHERE application_id = $1`, [
    applicationId,
  ]);
  assert.equal((await linkNow(link)).status, 'Expired');
});

test('when the seller is disabled, who has bought, who is buying and who only chose are each told the truth', async () => {
  const [bought, buying, choosing] = [await makeLink(), await makeLink(), await makeLink()];
  for (const link of [bought, buying]) {
    await link.customer.choose(link.email);
    await link.customer.tickPapers();
    await link.customer.payByCard();
  }
  assert.equal((await bought.customer.buy()).status, 200);
  await until(
    () => linkNow(bought),
    ({ status }) => status === 'Bound',
  );
  await acceptAndDie(buying);
  const textOf = async ({ url }: Link): Promise<string> => (await fetch(service.url + new URL(url).pathname)).text();
  await inDatabase(service.databaseUrl, `UPDATE seller SET is_disabled = true WHERE username = 'ontario'`);
  try {
    const off = await until(
      () => textOf(choosing),
      (text) => text.includes('This link can’t be used'),
    );
    assert.match(off, /Your purchase did not go through, and nothing was charged. Any hold on your card is released/);
    for (const [link, says] of [
      [bought, /Your purchase has not changed/],
      [buying, /Please don’t pay again. We’ll e-mail you either way/],
    ] as const) {
      const text = await textOf(link);
      assert.match(text, says);
      assert.doesNotMatch(text, /Your purchase did not go through/);
    }
    await forget(buying);
    const [letter] = await until(
      () =>
        inDatabase(
          service.databaseUrl,
          `SELECT content ->> 'text' AS text FROM sale_link_purchase WHERE sale_link_id = $1 AND sent_at IS NOT NULL`,
          [buying.id],
        ),
      (sent) => sent.length > 0,
    );
    assert.match(letter.text, /the seller no longer sells by link/);
    assert.match(letter.text, /please contact the seller/);
    assert.doesNotMatch(letter.text, /open your page again/);
    assert.deepEqual(await textOf(buying), off);
  } finally {
    await inDatabase(service.databaseUrl, `UPDATE seller SET is_disabled = false WHERE username = 'ontario'`);
    await until(
      () => textOf(choosing),
      (text) => !text.includes('This link can’t be used'),
    );
  }
});

/** What stands in the database when an instance has answered the page and died: whoever accepted it may not claim. */
async function acceptAndDie(link: Link & { readonly customer: LinkCustomer }, form?: Json): Promise<void> {
  await inDatabase(
    service.databaseUrl,
    `CREATE OR REPLACE FUNCTION die_after_accepting() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       UPDATE sale_link_purchase SET owner = gen_random_uuid(), lease_until = now() + interval '1 hour' WHERE id = NEW.id;
       RETURN NULL;
     END $$;
     CREATE TRIGGER dies AFTER INSERT ON sale_link_purchase FOR EACH ROW EXECUTE FUNCTION die_after_accepting()`,
  );
  const bought = await link.customer.buy(form);
  await inDatabase(service.databaseUrl, 'DROP TRIGGER dies ON sale_link_purchase');
  assert.equal(bought.body.progress.state, 'binding', bought.text);
}

test('what was bought can be looked at until the link is withdrawn, and stays bought', async () => {
  const link = await makeLink();
  await link.customer.choose(link.email);
  await link.customer.tickPapers();
  await link.customer.payByCard();
  await link.customer.buy();
  await until(
    () => linkNow(link),
    ({ status }) => status === 'Bound',
  );
  const open = () => fetch(service.url + new URL(link.url).pathname).then(({ status }) => status);
  assert.equal(await open(), 200);
  assert.equal((await call('DELETE', `/v1/sale-links/${link.id}`)).status, 204);
  assert.equal(await open(), 410);
  assert.equal((await link.customer.post('/disclosures')).status, 410);
  assert.equal((await linkNow(link)).status, 'Bound');
});
