import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test, { before } from 'node:test';
import { type WorkKind, workKinds } from '../../src/domain/work/needs-person.ts';
import type { NamedThing, OperatorRoute } from '../../src/operator/kit/operator-route.ts';
import { type OperatorRoutesParts, operatorRoutes } from '../../src/operator/operator-routes.ts';
import { until } from '../kit/processes/until.ts';
import { assertBound, authorizedPayment, binder, byCard } from '../kit/sale/binding.ts';
import { openSaleClient } from '../kit/sale/paying.ts';
import { clockAt, inDatabase, type Json, noon } from '../kit/sale/quoting.ts';
import { signInOperator, type TestOperator } from '../kit/service/operator.ts';
import { type Answer, startTestService, type TestService } from '../kit/service/service.ts';

/* An operator who is limited to the second sandbox partner, whose one seller is Manitoba. */
let service: TestService;
let admin: TestOperator;
let limited: TestOperator;
let own: Belongings;
let others: Belongings;
const password = 'a password for limited operators';
const routes = operatorRoutes({} as OperatorRoutesParts);

/** The ids of what one seller has. */
type Belongings = Readonly<Record<Exclude<NamedThing['thing'], 'work'>, string>>;

before(async () => {
  service = await startTestService({ clock: clockAt(noon).clock });
  admin = await signInOperator(service);
  own = await sell('manitoba');
  others = await sell('ontario');
  await addOperator('lina', 'admin', [own.integration]);
  limited = await signInOperator(service, 'lina', password);
});

async function addOperator(name: string, role: string, integrationIds: readonly string[] | null): Promise<void> {
  const made = await admin.post('/api/accounts', { name, role, integrationIds });
  assert.equal(made.status, 200, made.text);
  const fresh = await signInOperator(service, name, made.body.password);
  const change = { current: made.body.password, next: password };
  assert.equal((await fresh.call('PUT', '/api/session/password', { body: change })).status, 204);
}

/** A sale by card, with a reversal, a charge and a mail that need a person, and a bind. */
async function sell(name: 'ontario' | 'manitoba'): Promise<Belongings> {
  const client = await openSaleClient(service, name);
  const choice = (await client.quote()).choose('Replacement', 2);
  const payment = await authorizedPayment(client, choice);
  const { policyNumber, documentDownloadId } = assertBound(
    await binder(service, client.quoteClient.token)({ ...choice, ...byCard(payment) }),
  );
  const [row] = await inDatabase(
    service.databaseUrl,
    `SELECT seller.id AS seller, seller.integration_id AS integration, mail.id AS mails
     FROM policy JOIN seller ON seller.id = policy.seller_id JOIN mail USING (policy_number) WHERE policy_number = $1 LIMIT 1`,
    [policyNumber],
  );
  await until(
    () => inDatabase(service.databaseUrl, 'SELECT state FROM mail WHERE id = $1', [row.mails]),
    ([mail]) => mail.state === 'sent',
  );
  const { applicationId } = choice;
  const made = async (path: string, body: Json) =>
    (await admin.post(`/api/integrations/${row.integration}/${path}`, body)).body;
  const { client: oauthClient } = await made('oauth-clients', { name: `Client of ${name}`, scopes: ['sell'] });
  const { endpoint } = await made('webhook-endpoints', { url: 'https://partner.example.ca/hooks' });
  await admin.call('PATCH', `/api/sellers/${row.seller}`, { body: { sellsByLink: true } });
  const link = await until(
    () => admin.post(`/api/sellers/${row.seller}/sale-links`, {}),
    ({ status }) => status === 200,
  );
  return {
    ...row,
    sale: applicationId,
    policy: policyNumber,
    document: documentDownloadId,
    payment: payment.asked.paymentId,
    oauthClient: oauthClient.id,
    webhookEndpoint: endpoint.id,
    saleLink: link.body.id,
    reversals: randomUUID(),
    charges: payment.asked.paymentId,
    linkMails: link.body.id,
    letters: randomUUID(),
    binds: applicationId,
    differences: randomUUID(),
  };
}

/** What each changing route needs beside the thing that it names. */
const bodies: Readonly<Record<string, Json>> = {
  cancellation: {
    kind: 'flat',
    cancelledOn: '2026-11-15',
    reason: 'a test',
    shown: { refundCents: 0 },
  },
  preview: { kind: 'flat', cancelledOn: '2026-11-15' },
  decline: { reason: 'a test' },
  amendment: { reason: 'a test', changes: { city: 'Toronto' } },
  retry: { reason: 'a test' },
  settle: { reason: 'a test', reference: 'x-1' },
  date: { reason: 'a test', dueOn: '2026-11-20' },
  resend: { reason: 'a test' },
  'email-address': { reason: 'a test', emailAddress: 'new@exemple.ca' },
  secret: { overlapHours: 1 },
  password: { overlapHours: 1 },
  'oauth-clients': { name: 'New', scopes: ['sell'] },
  'webhook-endpoints': { url: 'https://partner.example.ca/hooks' },
  ping: {},
  licences: { province: 'MB', class: 'Restricted', number: 'R-1', expiresOn: '2030-01-01' },
  replay: { deliveryId: randomUUID() },
  sellers: { name: 'New', province: 'ON', series: ['Prime'], paymentMethods: ['REF'] },
};

async function callWith(operator: TestOperator, route: OperatorRoute, id: string, kind: string): Promise<Answer> {
  const { name, place } = route.scope as NamedThing;
  const path = route.path
    .replace(':kind', kind)
    .replace(':dealerId', 'dl-1')
    .replace(':month', '2026-11')
    .replace(`:${name}`, place === 'body' ? '' : encodeURIComponent(id));
  const body = { ...bodies[route.path.split('/').at(-1)!], ...(place === 'body' && { [name]: id }) };
  const isBodiless = route.method === 'GET' || route.body === undefined;
  return operator.call(route.method, path, isBodiless ? {} : { body });
}

test('what is another integration’s is answered exactly as what does not exist', async () => {
  const before = await fingerprint();
  const named = routes.filter(({ scope }) => typeof scope === 'object');
  assert.ok(named.length >= 20);
  for (const route of named) {
    const { thing } = route.scope as NamedThing;
    for (const kind of thing === 'work' ? workKinds : [thing]) {
      const foreign = await callWith(limited, route, others[kind], kind);
      const nothing = await callWith(limited, route, thing === 'policy' ? 'NB0000000000' : randomUUID(), kind);
      const about = `${route.method} ${route.path} ${kind}`;
      assert.deepEqual([foreign.status, foreign.text], [nothing.status, nothing.text], about);
      assert.ok(foreign.status === 404 || foreign.status === 422, `${about} ${foreign.status} ${foreign.text}`);
      const mine = route.method === 'GET' ? await callWith(limited, route, own[kind], kind) : null;
      assert.ok(mine === null || mine.status === 200, about);
    }
  }
  assert.deepEqual(await fingerprint(), before, 'nothing of theirs was changed');
});

test('work of the operator’s own integrations is found', async () => {
  const retry = async (kind: WorkKind): Promise<Answer> =>
    limited.post(`/api/work/${kind}/${own[kind]}/retry`, { reason: 'a test' });
  assert.equal((await retry('mails')).status, 204);
  assert.deepEqual((await retry('binds')).codes, ['BindNotAbandoned']);
});

async function fingerprint(): Promise<unknown> {
  return inDatabase(
    service.databaseUrl,
    `SELECT (SELECT json_agg(integration) FROM integration) AS i, (SELECT json_agg(seller) FROM seller) AS s,
            (SELECT count(*) FROM licence) AS l,
            (SELECT count(*) FROM cancellation) AS c, (SELECT json_agg(email_address) FROM policy) AS p,
            (SELECT count(*) FROM operator_act WHERE application_id = $1) AS a`,
    [others.sale],
  );
}

test('what concerns all integrations is refused, and the operator’s own account is not', async () => {
  const wide = routes.filter(
    ({ scope, access }) => scope === undefined && !['anyone', 'signed-in', 'desk'].includes(access),
  );
  for (const route of wide) {
    const path = route.path.replaceAll(/:\w+/g, randomUUID());
    const headers: Record<string, string> = route.takesCsv ? { 'content-type': 'text/csv' } : {};
    const body = route.takesCsv ? 'id\n' : {};
    const answer = await limited.call(route.method, path, { headers, ...(route.method !== 'GET' && { body }) });
    assert.deepEqual(answer.codes, ['IntegrationsLimited'], `${route.method} ${route.path} ${answer.text}`);
  }
  assert.ok(wide.length >= 10);
  const session = (await limited.get('/api/session')).body;
  assert.equal(session.account.isLimited, true);
});

test('lists, searches, exports and cursors show what is visible, and nothing else', async () => {
  const all = async (operator: TestOperator, path: string): Promise<readonly string[]> => {
    const { status, body, text } = await operator.get(path);
    assert.equal(status, 200, text);
    return body.rows.map((row: Json) => String(row.applicationId ?? row.id));
  };
  for (const list of ['sales', 'policies', 'payments', 'documents']) {
    for (const query of ['', `?search=${own.policy}`])
      assert.ok((await all(limited, `/api/${list}${query}`)).length > 0);
    const seen = new Set(await all(limited, `/api/${list}`));
    assert.deepEqual([...seen], [own.sale], list);
    for (const hidden of [others.policy, others.sale, others.payment, others.document])
      assert.deepEqual(await all(limited, `/api/${list}?search=${hidden}`), [], list);
    assert.deepEqual(await all(limited, `/api/${list}?sellerId=${others.seller}`), [], list);
    const csv = await limited.post('/api/exports', { what: list, filters: {}, reason: 'a test' });
    assert.ok(csv.text.includes(own.sale) && !csv.text.includes(others.sale), list);
  }
  for (const [path, hidden] of [
    ['policies', others.policy],
    [`policies?search=${own.policy}`, others.policy],
    [`sales?search=${own.policy}`, others.sale],
    [`payments?search=${own.policy}`, others.payment],
  ] as const) {
    const cursor = `${path.includes('?') ? '&' : '?'}cursor=`;
    const nothing = path.startsWith('policies') ? 'NB99999999' : randomUUID();
    assert.deepEqual(
      await all(limited, `/api/${path}${cursor}${hidden}`),
      await all(limited, `/api/${path}${cursor}${nothing}`),
      path,
    );
  }
  assert.deepEqual(await all(limited, '/api/integrations'), [own.integration]);
  const visible = await all(limited, '/api/sellers');
  assert.ok(visible.includes(own.seller));
  assert.ok(!visible.includes(others.seller));
  assert.deepEqual(await all(limited, `/api/sellers?integrationId=${others.integration}`), []);
  assert.ok((await all(admin, '/api/sellers')).length > 1);
  for (const { seller } of [own, others])
    await admin.call('PUT', `/api/sellers/${seller}/licences`, { body: bodies.licences });
  assert.equal((await all(admin, '/api/licences')).length, 2);
  const [licence] = (await limited.get('/api/licences')).body.rows;
  assert.equal(licence.holder.id, own.seller);
  assert.equal((await all(limited, '/api/licences')).length, 1);
  assert.deepEqual(await all(limited, `/api/licences?sellerId=${others.seller}`), []);
});

test('acts, counts, figures and errors are of what is visible', async () => {
  await admin.post(`/api/policies/${others.policy}/documents/resend`, { reason: 'a test' });
  await limited.post(`/api/policies/${own.policy}/documents/resend`, { reason: 'a test' });
  const acts = (await limited.get('/api/acts')).body.rows as Json[];
  assert.ok(acts.length > 0 && acts.every(({ applicationId }) => applicationId === own.sale));
  await inDatabase(
    service.databaseUrl,
    `INSERT INTO daily_sales (day, seller_id, quotes, binds, premium_cents, total_cents)
     SELECT '2026-11-10', seller, 7, 5, 100, 100 FROM unnest($1::uuid[]) AS seller`,
    [[own.seller, others.seller]],
  );
  await inDatabase(
    service.databaseUrl,
    `INSERT INTO answer_error (day, seller_id, code, count)
     SELECT '2026-11-15', seller, 'RateLimitExceeded', 3 FROM unnest($1::uuid[]) AS seller`,
    [[own.seller, others.seller]],
  );
  await until(
    () => inDatabase(service.databaseUrl, 'SELECT FROM mail WHERE due_at IS NOT NULL'),
    ({ length }) => length === 0,
  );
  await inDatabase(
    service.databaseUrl,
    `UPDATE mail SET given_up_at = now(), failure = 'refused', last_error = 'a test', due_at = NULL, sent_at = NULL`,
  );
  const dashboard = (await limited.get('/api/dashboard?from=2026-11-09&to=2026-11-15')).body;
  assert.deepEqual(
    dashboard.sellers.map((row: Json) => (row.seller as Json).id),
    [own.seller],
  );
  assert.equal(dashboard.days[1].quotes, 7);
  assert.ok(dashboard.errors.every((row: Json) => (row.integration as Json).id === own.integration));
  assert.deepEqual(dashboard.latency.points, []);
  const [mine, whole] = [await limited.get('/api/needs-person'), await admin.get('/api/needs-person')];
  assert.deepEqual([mine.body.counts.limits, whole.body.counts.limits], [1, 2]);
  assert.ok(mine.body.counts.mails > 0 && mine.body.counts.mails < whole.body.counts.mails);
  for (const kind of ['limits', 'mails']) {
    const rows = (await limited.get(`/api/needs-person/${kind}`)).body.rows as Json[];
    assert.ok(rows.length > 0);
    for (const row of rows)
      assert.equal(
        kind === 'limits' ? row.id : (row.seller as Json).id,
        kind === 'limits' ? own.integration : own.seller,
      );
  }
});

test('a limit is changed by an admin, ends the sessions, and does not leave the console without an admin', async () => {
  await addOperator('noah', 'viewer', []);
  const noah = await signInOperator(service, 'noah', password);
  assert.deepEqual((await noah.get('/api/sales')).body.rows, []);
  const { rows } = (await admin.get('/api/accounts')).body;
  const idOf = (name: string): string => rows.find((row: Json) => row.name === name).id;
  const change = (name: string, integrationIds: readonly string[] | null) =>
    admin.call('PATCH', `/api/accounts/${idOf(name)}`, { body: { integrationIds, reason: 'a test' } });
  assert.equal((await change('noah', null)).status, 204);
  assert.equal((await noah.get('/api/sales')).status, 401);
  const again = await signInOperator(service, 'noah', password);
  assert.equal((await again.get('/api/sales')).body.rows.length, 2);
  assert.deepEqual((await change('noah', [randomUUID()])).codes, ['NotFound']);
  assert.deepEqual((await change('admin', [own.integration])).codes, ['AccountIsLastAdmin']);
});
