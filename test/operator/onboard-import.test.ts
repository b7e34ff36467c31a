import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request as sendTo } from 'node:http';
import test, { before } from 'node:test';
import type { ImportEvent } from '../../src/domain/import/import-line.ts';
import { dealerImport } from '../../src/flows/import/import-dealers.ts';
import { importFile as importDealers } from '../../src/flows/import/import-file.ts';
import type { ImportFault, ImportLine, ImportProgress, ImportResult } from '../../src/operator/wire/onboard.ts';
import { openDatabase } from '../../src/store/database.ts';
import { until } from '../kit/processes/until.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { signInOperator, type TestOperator } from '../kit/service/operator.ts';
import { request, startTestService, type TestService } from '../kit/service/service.ts';

let service: TestService;
let admin: TestOperator;
let session: Record<string, string>;

before(async () => {
  service = await startTestService();
  admin = await signInOperator(service);
  const body = { name: 'admin', password: 'sandbox-password' };
  const signedIn = await request(service.operatorUrl, 'POST', '/api/session', { body });
  session = {
    cookie: signedIn.headers.get('set-cookie')!.split(';')[0]!,
    'x-csrf-token': signedIn.body.csrfToken,
  };
});

/** Uploads as the console does: bytes, with the cookie and the token of the page. */
function upload(path: string, body: string | Buffer | ReadableStream, signal?: AbortSignal): Promise<Response> {
  const headers = { ...session, 'content-type': 'text/csv' };
  return fetch(service.operatorUrl + path, { method: 'POST', headers, body, duplex: 'half', signal: signal ?? null });
}

interface Imported {
  readonly result: ImportResult;
  readonly faults: readonly ImportFault[];
  readonly progress: readonly ImportProgress[];
}

async function importFile(what: 'dealers' | 'lien-holders', file: string | Buffer, query = ''): Promise<Imported> {
  const answer = await upload(`/api/${what}/import${query}`, file);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/x-ndjson');
  const lines = (await answer.text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ImportLine);
  const result = lines.at(-1)!;
  assert.ok(result.kind === 'result');
  const faults = lines.filter((line) => line.kind === 'fault');
  assert.equal(result.faultCount, faults.length);
  return { result, faults, progress: lines.filter((line) => line.kind === 'progress') };
}

const short = ({ line, column, code, value }: ImportFault): string => [line, column, code, value].join(' ').trim();
const counts = ({ added, changed, unchanged, linked, isDone }: ImportResult) => ({
  added,
  changed,
  unchanged,
  linked,
  isDone,
});
const dealerCount = async (): Promise<number> => {
  const [row] = await inDatabase(service.databaseUrl, 'SELECT count(*)::int AS count FROM dealer');
  return row.count;
};

const header = 'id,name,address_line1,city,postal_code,province,sellers';
const good = `${header}
im-1,"Motors, First","1 ""A"" Street",Toronto,m5h1a1,ON,ontario
im-2,Second Motors,2 King Street,Laval,H7N 1A1,qc,ontario; northbind-sandbox-2/manitoba
im-3,Third Motors,3 King Street,Calgary,T2P 1A1,AB,
`;

const named = good.replaceAll('ontario', 'northbind-sandbox/ontario');

test('a dry run lists every fault with its line and column, and changes nothing', async () => {
  const before = await dealerCount();
  const { result, faults } = await importFile(
    'dealers',
    `${header}
im-1,Good Motors,1 King Street,Toronto,M5H 1A1,ON,ontario
im 2,,2 King Street,Toronto,M5H 1A,XX,nobody ontario
im-3,Short Motors,3 King Street

im-1,Again Motors,5 King Street,Toronto,M5H 1A1,ON,
im-6,Stray "quote",6 King Street,Toronto,M5H 1A1,ON,
im-7,Last Motors,7 King Street,Toronto,M5H 1A1,ON,
`,
    '?dryRun=true',
  );
  assert.deepEqual(faults.map(short), [
    '3 id IdInvalid im 2',
    '3 name NameInvalid',
    '3 postalCode PostalCodeInvalid M5H 1A',
    '3 province ProvinceInvalid XX',
    '3 sellers SellerUnknown nobody',
    '4  CellCountWrong',
    '6 id IdRepeated im-1',
    '7  QuoteInvalid',
  ]);
  assert.ok(faults.every(({ message }) => message.length > 0));
  assert.deepEqual(counts(result), { added: 0, changed: 0, unchanged: 0, linked: 0, isDone: false });
  assert.equal(result.rowsRead, 6);
  assert.equal(await dealerCount(), before);
});

test('a file with a fault imports nothing', async () => {
  const before = await dealerCount();
  const { result } = await importFile('dealers', `${good}im-4,,,,,,\n`);
  assert.equal(result.isDone, false);
  assert.equal(await dealerCount(), before);
});

test('a dry run says what the import then does; the same file again does nothing', async () => {
  const planned = { added: 3, changed: 0, unchanged: 0, linked: 3 };
  assert.deepEqual(counts((await importFile('dealers', good, '?dryRun=true')).result), { ...planned, isDone: false });
  assert.deepEqual(counts((await importFile('dealers', good, '?reason=spring')).result), { ...planned, isDone: true });
  assert.deepEqual(counts((await importFile('dealers', good)).result), {
    added: 0,
    changed: 0,
    unchanged: 3,
    linked: 0,
    isDone: true,
  });
  const { rows } = (await admin.get('/api/dealers?search=im-1')).body;
  assert.deepEqual(rows, [
    {
      id: 'im-1',
      name: 'Motors, First',
      addressLine1: '1 "A" Street',
      city: 'Toronto',
      postalCode: 'M5H 1A1',
      province: 'ON',
      sellerCount: 1,
    },
  ]);
  const acts = (await admin.get('/api/acts?subject=dealers')).body.rows;
  assert.equal(acts.length, 1);
  assert.equal(acts[0].reason, 'spring');
  assert.deepEqual(acts[0].facts, { ...planned });
});

test('licences come with the file: added, renewed, and left alone where the cells are blank', async () => {
  const header = 'id,name,addressLine1,city,postalCode,province,licence number,licenceClass,licence_expires_on';
  const row = 'im-l,Licensed Motors,1 Main Street,Calgary,T2P 1B3,AB';
  const licences = () =>
    inDatabase(service.databaseUrl, `SELECT province, class, number, expires_on FROM licence WHERE dealer_id = 'im-l'`);
  const bring = async (cells: string) => counts((await importFile('dealers', `${header}\n${row},${cells}\n`)).result);
  const nothing = { added: 0, changed: 0, unchanged: 0, linked: 0, isDone: true };
  assert.deepEqual(await bring('A-1,Restricted,2027-06-30'), { ...nothing, added: 1 });
  assert.deepEqual(await bring('A-1,Restricted,2027-06-30'), { ...nothing, unchanged: 1 });
  assert.deepEqual(await bring('A-2,Restricted,2028-06-30'), { ...nothing, changed: 1 });
  assert.deepEqual(await bring(',,'), { ...nothing, unchanged: 1 });
  const [licence, ...more] = await licences();
  assert.deepEqual([licence.province, licence.class, licence.number, more.length], ['AB', 'Restricted', 'A-2', 0]);
  const { faults } = await importFile('dealers', `${header}\n${row},A-3,,30 June\n`);
  assert.deepEqual(faults.map(short), [
    '2 licenceClass LicenceTextInvalid',
    '2 licenceExpiresOn ExpiryInvalid 30 June',
  ]);
});

test('a known id is brought to what the file says; what the file leaves out stays, links too', async () => {
  const { result } = await importFile(
    'dealers',
    `${header}\nim-2,Renamed Motors,2 King Street,Laval,H7N 1A1,QC,quebec\n`,
  );
  assert.deepEqual(counts(result), { added: 0, changed: 1, unchanged: 0, linked: 1, isDone: true });
  const { rows } = (await admin.get('/api/dealers?search=renamed')).body;
  assert.deepEqual([rows[0].id, rows[0].sellerCount], ['im-2', 3]);
});

test('a username of two integrations must be written with its client id', async () => {
  await inDatabase(
    service.databaseUrl,
    `INSERT INTO seller (integration_id, username, password_hash, name, province, series, payment_methods)
     SELECT id, 'ontario', secret_hash, 'Twin', 'ON', '{Prime}', '{REF}' FROM integration WHERE client_id = 'northbind-sandbox-2'`,
  );
  const { faults } = await importFile('dealers', good, '?dryRun=true');
  assert.deepEqual(faults.map(short), ['2 sellers SellerAmbiguous ontario', '3 sellers SellerAmbiguous ontario']);
  assert.deepEqual((await importFile('dealers', named, '?dryRun=true')).faults, []);
});

test('what a French Excel saves is read: semicolons, a mark at the start, other line ends, columns in any order', async () => {
  const file = '\ufeffCity;Name;ID;Postal code;Address Line 1\r\nMontréal;Crédit Érable;ex-1;H2X 1A1;1, rue B\r\n';
  const { result, faults } = await importFile('lien-holders', file);
  assert.deepEqual(faults, []);
  assert.equal(result.added, 1);
  assert.equal((await admin.get('/api/lien-holders?search=ex-1')).body.rows[0].addressLine1, '1, rue B');
});

test('a file as a whole may be wrong: empty, other columns, another encoding, a quotation mark that never closes', async () => {
  const columns = 'id,name,addressLine1,city,postalCode';
  const faultsOf = async (file: string | Buffer) => (await importFile('lien-holders', file)).faults.map(short);
  assert.deepEqual(await faultsOf('\n\n'), ['1  FileEmpty']);
  assert.deepEqual(await faultsOf('id,name,name,adress\n1,2,3,4\n'), [
    '1 adress ColumnUnknown',
    '1 name ColumnTwice',
    '1 addressLine1 ColumnMissing',
    '1 city ColumnMissing',
    '1 postalCode ColumnMissing',
  ]);
  const latin = Buffer.from(`${columns}\nla-1,Crédit,1 Rue A,Laval,H7N 1A1\n`, 'latin1');
  assert.deepEqual(await faultsOf(latin), ['2 name TextNotUtf8 Cr\ufffddit']);
  assert.deepEqual(await faultsOf(`${columns}\nop-1,Good,1 Rue A,Laval,H7N 1A1\nop-2,"Open,1 Rue A\nop-3\n`), [
    '3  QuoteInvalid',
  ]);
  const long = `${columns}\nlo-1,${'x'.repeat(70_000)},1 Rue A,Laval,H7N 1A1\n`;
  assert.deepEqual(await faultsOf(long), ['2  LineTooLong']);
});

test('progress is told while a large file is read, and partners find what it brought', async () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => `la-${n},Quagga Leasing ${n},${n} Rue A,Laval,H7N 1A1`);
  const file = ['id,name,addressLine1,city,postalCode', ...rows].join('\n');
  const { result, progress } = await importFile('lien-holders', file);
  assert.equal(result.added, 5_000);
  assert.ok(progress.length > 1);
  assert.equal(progress.at(-1)!.bytesRead, Buffer.byteLength(file));
  const token = await service.login();
  const search = () => service.call('GET', '/v1/quote/lienholders?search=quagga', { token });
  const found = await until(search, ({ body }) => body.lienHolders.length > 0);
  assert.equal(found.body.lienHolders.length, 50);
});

test('one import runs at a time, and one that is cut off changes nothing and makes room for the next', async () => {
  const cut = new AbortController();
  const endless = new ReadableStream({
    start: (controller) =>
      controller.enqueue(Buffer.from(`${header}\ncut-1,Cut Motors,1 King Street,Toronto,M5H 1A1,ON,\n`)),
  });
  const first = upload('/api/dealers/import', endless, cut.signal).catch(() => null);
  await untilImporting(true);
  const { faults } = await importFile('dealers', good, '?dryRun=true');
  assert.deepEqual(faults.map(short), ['0  ImportBusy']);
  cut.abort();
  await first;
  await untilImporting(false);
  const next = await importFile('dealers', named, '?dryRun=true');
  assert.deepEqual(next.faults, []);
  assert.deepEqual((await admin.get('/api/dealers?search=cut-1')).body.rows, []);
});

test('an import whose file stops arriving ends, changes nothing and makes room for the next', async () => {
  const database = openDatabase({ url: service.databaseUrl, poolSize: 2, onConnectionLost: () => undefined });
  async function* stalled(): AsyncGenerator<Buffer> {
    yield Buffer.from(`${header}\nstall-1,Stall Motors,1 King Street,Toronto,M5H 1A1,ON,\n`);
    await new Promise(() => undefined);
  }
  const by = { actor: { kind: 'command line', name: 'kim' }, reason: 'spring list' } as const;
  const events: ImportEvent[] = [];
  const parts = { database, stallMs: 200 };
  for await (const event of importDealers(parts, dealerImport, stalled(), { ...by, isDryRun: false }))
    events.push(event);
  assert.deepEqual(
    events.flatMap((event) => (event.kind === 'fault' ? [event.code] : [])),
    ['ImportStalled'],
  );
  assert.ok(events.some((event) => event.kind === 'result' && !event.isDone));
  await database.end();
  assert.deepEqual((await importFile('dealers', named, '?dryRun=true')).faults, []);
  assert.deepEqual((await admin.get('/api/dealers?search=stall-1')).body.rows, []);
});

/** An import holds the one advisory lock that is taken in this database for as long as it runs. */
async function untilImporting(isRunning: boolean): Promise<void> {
  const sql = `SELECT FROM pg_locks
    JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE locktype = 'advisory' AND objid = 710526006 AND datname = current_database()`;
  await until(
    () => inDatabase(service.databaseUrl, sql),
    (locks) => locks.length > 0 === isRunning,
  );
}

test('a file of faults is read as far as a thousand of them', async () => {
  const lines = Array.from({ length: 5_000 }, (_, place) => `im-f${place},,,,,,`);
  const { result, faults } = await importFile('dealers', `${header}\n${lines.join('\n')}\n`);
  assert.deepEqual([faults.length, faults.at(-1)?.code, result.isDone], [1_001, 'TooManyFaults', false]);
});

test('a file that is refused before its end is received to its end, whatever is wrong with it', async () => {
  const { hostname, port } = new URL(service.operatorUrl);
  const agent = new Agent({ keepAlive: true }); // As browsers do.
  for (const [path, file, said] of [
    ['/api/dealers/import?dryRun=true', `${header}\n${'too few\n'.repeat(500_000)}`, /TooManyFaults/],
    ['/api/dealers/import?dryRun=true', `${header}\n${'6" rim\n'.repeat(500_000)}`, /TooManyFaults/],
    [`/api/books/settlements?${payoutFile}`, `other,columns\n${'a,1.00\n'.repeat(500_000)}`, /ColumnMissing/],
  ] as const) {
    const headers = { ...session, 'content-type': 'text/csv', 'content-length': file.length };
    const sending = sendTo({ hostname, port, path, method: 'POST', headers, agent }).end(file);
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    assert.match((await answer.setEncoding('utf8').toArray()).join(''), said);
    if (!sending.writableFinished) await once(sending, 'finish');
  }
  agent.destroy();
});

const payoutFile = new URLSearchParams({
  party: 'processor',
  fileName: 'payouts.csv',
  from: '2026-01-01',
  to: '2026-01-31',
  reference: 'Order',
  amount: 'Amount',
});
