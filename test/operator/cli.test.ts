import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { makeSecretBox } from '../../src/flows/credential/secret-box.ts';
import { deriveKeys } from '../../src/main/derive-keys.ts';
import { readPdf } from '../kit/invariants/read-pdf.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { start, stop } from '../kit/processes/process.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { northbind, northbindProcess } from '../kit/service/command-line.ts';
import { emptyDatabase } from '../kit/service/database.ts';
import { startMailServer } from '../ports/mail-server.ts';

const folder = await mkdtemp(join(tmpdir(), 'northbind-cli-'));
await chmod(folder, 0o711); // PostgreSQL's own user goes through it.
afterwards(() => rm(folder, { recursive: true, force: true }));
const production = { NORTHBIND_MODE: 'production', DATABASE_URL: await emptyDatabase() };
const rateBookFile = new URL('../../src/sandbox/data/rate-book.json', import.meta.url).pathname;
const taxTableFile = new URL('../../src/sandbox/data/tax-table.json', import.meta.url).pathname;
const disclosureTextsFile = new URL('../../src/sandbox/data/disclosure-texts.json', import.meta.url).pathname;
const run = (...words: readonly string[]) => northbind(production, ...words);

test('help says what there is and what the exit codes mean', async () => {
  const { code, stdout } = await northbindProcess({}, '--help');
  assert.equal(code, 0);
  for (const word of [
    'migrate',
    'doctor',
    'account',
    'ratebook',
    'taxtable',
    'disclosures',
    'wordings',
    'Exit codes',
    '--json',
  ])
    assert.ok(stdout.includes(word), word);
});

test('the help of a command says which options it can not do without', async () => {
  const { stdout } = await northbind({}, 'books', 'balances', '--help');
  assert.match(stdout, /--from <date> .+\(required\)/);
  assert.doesNotMatch(stdout, /--seller <username> .+\(required\)/);
});

test('a word that nobody knows, and one that is missing, is wrong usage', async () => {
  for (const words of [
    ['nonsense'],
    ['ratebook', 'load'],
    ['ratebook', 'activate', 'x', '--from', 'today'],
    ['ratebook'],
  ])
    assert.equal((await northbindProcess({}, ...words)).code, 2, words.join(' '));
});

test('what can’t be reached is told in one sentence', async () => {
  const cases = [
    [
      { DATA_DIR: join(folder, 'nothing') },
      /^No DATABASE_URL is set: this is the sandbox in \S+nothing\.\nStart the service first: npm start\n$/,
    ],
    [{ NORTHBIND_MODE: 'production' }, /DATABASE_URL is required in production/],
    [
      { DATABASE_URL: 'postgres://a:hunter2@127.0.0.1:1/x' },
      /^The database of DATABASE_URL can't be reached: connect ECONNREFUSED 127\.0\.0\.1:1\.\n$/,
    ],
  ] as const;
  for (const [settings, sentence] of cases) {
    const { code, stdout, stderr } = await northbindProcess(settings, 'ratebook', 'list');
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, sentence);
    assert.ok(!stderr.includes('hunter2'));
  }
});

test('an empty database says what to do, and migrate brings it up to date once', async () => {
  const before = await run('ratebook', 'list');
  assert.deepEqual([before.code, before.stderr.includes('npx northbind migrate')], [1, true]);
  const first = await northbindProcess(production, 'migrate', '--json');
  const files = await readdir(new URL('../../src/store/migrations', import.meta.url));
  const migrations = files.filter((name) => name.endsWith('.sql'));
  assert.equal(first.json().applied.length, migrations.length);
  assert.deepEqual((await run('migrate', '--json')).json(), { applied: [] });
});

test('the doctor names every fault at once: settings, prices, sellers, jobs', async () => {
  const { code, json } = await northbindProcess(production, 'doctor', '--json');
  assert.equal(code, 1);
  const findings: { check: string; isGood: boolean; finding: string }[] = json().findings;
  const ill = new Set(findings.filter(({ isGood }) => !isGood).map(({ check }) => check));
  assert.deepEqual([...ill].sort(), ['jobs', 'rate book', 'sellers', 'settings', 'tax table']);
  assert.ok(findings.filter(({ check }) => check === 'settings').length > 5);
  const well = findings.filter(({ isGood }) => isGood).map(({ check }) => check);
  for (const check of ['database', 'version', 'migrations', 'clock']) assert.ok(well.includes(check), check);
});

test('the doctor sees whether the mail server takes a connection', async () => {
  const { stdout } = await northbind(
    { DATABASE_URL: production.DATABASE_URL, SMTP_URL: 'smtp://127.0.0.1:1' },
    'doctor',
  );
  assert.match(stdout, /!! {2}mail server +127\.0\.0\.1:1 can't be reached\./);
});

test('a rate book goes from a file to being in force, and back', async () => {
  assert.equal((await run('taxtable', 'load', taxTableFile)).code, 0);
  assert.equal((await run('ratebook', 'check', rateBookFile)).code, 0);
  const loaded = await run('ratebook', 'load', rateBookFile);
  assert.match(loaded.stdout, /sample-1 +loaded/);
  assert.match(loaded.stdout, /None is in force today\./);
  const active = await run('ratebook', 'activate', 'sample-1', '--from', 'today', '--reason', 'first prices', '--json');
  assert.equal(active.json().inForce, 'sample-1');

  const dearer = JSON.parse(await readFile(rateBookFile, 'utf8'));
  const file = join(folder, 'dearer.json');
  await writeFile(file, JSON.stringify({ ...dearer, version: 'sample-2', rounding: 'nearestCent' }));
  const diff = await run('ratebook', 'diff', file);
  assert.match(diff.stdout, /sample-1 → sample-2/);
  assert.match(diff.stdout, /OLD MEDIAN +NEW MEDIAN/);
  assert.match(diff.stdout, /█/);
  await run('ratebook', 'load', file, '--from', nextYear(), '--reason', 'next year');
  const planned = (await run('ratebook', 'list', '--json')).json();
  assert.deepEqual([planned.inForce, planned.planned.version], ['sample-1', 'sample-2']);

  const unasked = await run('ratebook', 'go-back', '--reason', 'too dear');
  assert.deepEqual([unasked.code, /--yes/.test(unasked.stderr)], [2, true]);
  const back = await run('ratebook', 'go-back', '--reason', 'too dear', '--yes', '--json');
  assert.deepEqual([back.json().inForce, back.json().planned], ['sample-1', null]);
});

test('a command in the other mode is refused, and the doctor says so', async () => {
  const asSandbox = { DATABASE_URL: production.DATABASE_URL };
  const { code, stderr } = await northbind(asSandbox, 'ratebook', 'list');
  assert.deepEqual([code, /^This database belongs to production[^\n]+\n$/.test(stderr)], [1, true]);
  assert.equal((await northbind(asSandbox, 'migrate')).code, 1);
  assert.match((await northbind(asSandbox, 'doctor')).stdout, /!! {2}database +This database belongs to production/);
  assert.match((await run('doctor')).stdout, /ok {2}mode +It is a production database\./);
});

test('an account is limited to integrations by their client ids, and to none', async () => {
  assert.equal((await run('integration', 'create', 'Maple Motors', '--client-id', 'maple')).code, 0);
  assert.equal((await run('account', 'create', 'lou', '--role', 'support', '--integration', 'maple')).code, 0);
  const seenBy = async (): Promise<unknown> =>
    (await run('account', 'list', '--json')).json().rows.find((row: { name: string }) => row.name === 'lou')
      .integrationIds;
  assert.equal(((await seenBy()) as string[]).length, 1);
  assert.equal((await run('account', 'limit', 'lou', '--all', '--reason', 'a test')).code, 0);
  assert.equal(await seenBy(), null);
  assert.match((await run('account', 'limit', 'lou')).stdout, /lou sees nothing\./);
  assert.deepEqual(await seenBy(), []);
  assert.equal((await run('account', 'limit', 'lou', '--integration', 'nobody')).code, 4);
});

test('disclosure texts go from a file over a preview to being in force; the doctor misses them where they are required', async () => {
  const create = ['Maple Motors Laval', '--integration', 'maple', '--username', 'maple-laval', '--province', 'QC'];
  const sells = ['--series', 'Prime', '--payment-methods', 'REF', '--acknowledgements'];
  assert.equal((await run('seller', 'create', ...create, ...sells)).code, 0);
  assert.deepEqual(await findingsOf({}, 'disclosure texts'), [
    '!! There are none, but maple-laval must have them acknowledged: npx northbind disclosures load',
  ]);
  assert.deepEqual(await findingsOf({}, 'required texts'), [
    '!! Missing: ProductSummary (QC), FactSheet (QC), RescissionNotice (QC). Nothing can be sold there: npx northbind disclosures load',
  ]);
  assert.equal((await run('disclosures', 'check', disclosureTextsFile)).code, 0);
  const out = join(folder, 'preview');
  const sale = ['--province', 'QC', '--payment-method', 'PFF', '--language', 'fr', '--out', out];
  const preview = await northbindProcess(
    { ...whole, SMTP_URL: mailAway },
    'disclosures',
    'preview',
    disclosureTextsFile,
    ...sale,
  );
  assert.equal(preview.code, 0, preview.stderr);
  assert.match(preview.stdout, /CreditDisclosure-fr\.pdf +Credit contract: what it costs +sample-2026-11 +yes/);
  assert.equal((await readdir(out)).length, 7);
  const { text } = readPdf(await readFile(join(out, 'CreditDisclosure-fr.pdf')));
  assert.match(text, /Example Protection/);
  assert.equal((await run('disclosures', 'preview', disclosureTextsFile, ...sale, '--province', 'XX')).code, 2);

  assert.match((await run('disclosures', 'list')).stdout, /^There is none\./);
  const loaded = await run('disclosures', 'load', disclosureTextsFile, '--reason', 'first texts');
  assert.match(loaded.stdout, /sample-1 +in force/);
  assert.equal((await run('disclosures', 'load', disclosureTextsFile)).code, 3);
  assert.deepEqual(await findingsOf({}, 'disclosure texts'), ['ok sample-1 is in force.']);
  assert.deepEqual(await findingsOf({}, 'required texts'), [
    'ok All are there, in every province where a seller sells.',
  ]);
  assert.deepEqual(await findingsOf({}, 'sample texts'), [
    "!! sample-1 has the sample's words in ProductSummary, FactSheet, RescissionNotice, LegalWarrantyNotice, CreditDisclosure, PadAgreement, PadNoticeWaiver, PrivacyNotice: nothing is sold with them. Load your own, which a lawyer confirmed.",
  ]);
});

test('a wording goes from a file into the list, and back to a file', async () => {
  const file = new URL('../../src/sandbox/data/wordings/replacement-quebec-fr.pdf', import.meta.url).pathname;
  const of = ['--form', 'F.P.Q. nº 5', '--form-version', '2026-01', '--language', 'fr', '--from', '2026-01-01'];
  assert.match((await run('wordings', 'list')).stdout, /^There is none\./);
  const loaded = await run('wordings', 'load', file, ...of, '--products', 'RPL,LIM', '--provinces', 'qc', '--json');
  assert.equal(loaded.code, 0, loaded.stderr);
  const [{ id, products, provinces }] = JSON.parse(loaded.stdout).rows;
  assert.deepEqual([products, provinces], [['RPL', 'LIM'], ['QC']]);
  assert.match((await run('wordings', 'list')).stdout, /F\.P\.Q\. nº 5 +2026-01 +fr +RPL LIM +QC +2026-01-01/);
  const out = join(folder, 'wording.pdf');
  assert.equal((await run('wordings', 'save', id, '--out', out)).code, 0);
  assert.ok((await readFile(out)).equals(await readFile(file)));
  assert.equal((await run('wordings', 'load', file, ...of)).code, 3);
  assert.match((await run('wordings', 'load', rateBookFile, ...of)).stderr, /\(pdf, fault: not a PDF\)/);
  assert.equal((await run('wordings', 'save', 'nothing', '--out', out)).code, 4);
});

test('a refusal is a sentence and an exit code, and for scripts an error with its code', async () => {
  const again = await run('ratebook', 'load', rateBookFile);
  assert.deepEqual([again.code, again.stdout], [3, '']);
  assert.match(again.stderr, /^There is a rate book of that version already\. [^\n]+\n$/);
  const nowhere = await run('ratebook', 'activate', 'nowhere', '--from', nextYear(), '--reason', 'try it', '--json');
  assert.equal(nowhere.code, 4);
  assert.equal(JSON.parse(nowhere.stderr).errors[0].code, 'NotFound');
});

test('a file with faults lists them all; one that is no JSON is wrong usage', async () => {
  const file = join(folder, 'bad.json');
  await writeFile(file, '{"version":"bad"}');
  const { code, stdout } = await run('ratebook', 'check', file);
  assert.equal(code, 3);
  assert.match(stdout, /premiums +is required/);
  await writeFile(file, 'version: bad');
  assert.equal((await run('ratebook', 'check', file)).code, 2);
  assert.equal((await run('ratebook', 'check', join(folder, 'nothing.json'))).code, 2);
});

test('what is done at the command line is kept with the system’s user and the reason', async () => {
  const acts = await inDatabase(
    production.DATABASE_URL,
    "SELECT actor_kind, actor_name, action, reason FROM operator_act WHERE subject = 'sample-1' AND action LIKE '%rate book' ORDER BY id",
  );
  const actor = { actor_kind: 'command line', actor_name: userInfo().username };
  assert.deepEqual(acts, [
    { ...actor, action: 'load rate book', reason: '' },
    { ...actor, action: 'activate rate book', reason: 'first prices' },
    { ...actor, action: 'activate rate book', reason: 'too dear' },
  ]);
});

/** Everything that production needs, with what a test adds. */
const whole = {
  ...production,
  PUBLIC_URL: 'https://sales.example.ca',
  TRUST_PROXY: 'none',
  SECRET_KEY: 'a key of at least thirty-two characters',
  CARD_PROCESSOR: 'none',
  LENDER: 'none',
  ISSUER_NAME: 'Example Protection',
  ISSUER_ADDRESS: '1 Main Street; Toronto ON  M5V 2T6',
  ISSUER_PHONE: '416 555-0142',
  ISSUER_EMAIL: 'service@example.ca',
  ISSUER_WEBSITE: 'www.example.ca',
};

const mailAway = 'smtp://127.0.0.1:1';

async function findingsOf(settings: Readonly<Record<string, string>>, check: string): Promise<readonly string[]> {
  const { json } = await northbind({ ...whole, SMTP_URL: mailAway, ...settings }, 'doctor', '--json');
  const findings: { check: string; isGood: boolean; finding: string }[] = json().findings;
  return findings
    .filter((one) => one.check === check)
    .map(({ isGood, finding }) => `${isGood ? 'ok' : '!!'} ${finding}`);
}

test('the doctor signs in at the mail server and sends nothing', async () => {
  const mailServer = await startMailServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: false,
    onAuth: ({ username, password }, _session, done) =>
      username === 'northbind' && password === 'right'
        ? done(null, { user: username })
        : done(Object.assign(new Error('5.7.8 no'), { responseCode: 535 })),
  });
  const at = `127.0.0.1:${mailServer.port}`;
  const ask = (password: string) =>
    findingsOf({ SMTP_URL: `smtp://northbind:${password}@${at}?ignoreTLS=true` }, 'mail server');
  assert.deepEqual(await ask('right'), [`ok ${at} answers and lets us in.`]);
  const [refused] = await ask('hunter2');
  assert.match(refused!, /^!! \S+ answers, but does not let us in: AUTH PLAIN answered 535\b.*\. Check SMTP_URL\.$/);
  assert.ok(!refused!.includes('hunter2'));
  assert.equal(mailServer.taken.length, 0);
});

test('in a drill the doctor asks nobody and misses no job, and says so', async () => {
  assert.match((await findingsOf({}, 'jobs'))[0]!, /^!! /);
  assert.match(
    (await findingsOf({ OUTBOUND: 'off' }, 'jobs'))[0]!,
    /^ok None runs with OUTBOUND=off\. (None has|The last one) /,
  );
  assert.deepEqual(await findingsOf({ OUTBOUND: 'off' }, 'mail server'), []);
  assert.deepEqual(await findingsOf({ OUTBOUND: 'off' }, 'outbound'), [
    'ok Nothing goes out with OUTBOUND=off, and nobody was asked: this is a drill.',
  ]);
});

test('the doctor names sellers who may sell what the settings lack', async () => {
  assert.match((await findingsOf({}, 'lender'))[0]!, /^ok None is configured, and no seller/);
  await run('integration', 'create', 'Maple', '--client-id', 'maple');
  const seller = ['--integration', 'maple', '--province', 'ON', '--series', 'Prime', '--payment-methods'];
  await run('seller', 'create', 'Maple One', '--username', 'maple-one', ...seller, 'REF,CC');
  await run('seller', 'create', 'Maple Two', '--username', 'maple-two', ...seller, 'REF,CC,PFF');
  assert.match(
    (await findingsOf({}, 'card processor'))[0]!,
    /^!! None is configured, but maple-one, maple-two may sell by CC: set CARD_PROCESSOR, or /,
  );
  assert.match(
    (await findingsOf({}, 'lender'))[0]!,
    /^!! None is configured, but maple-two may sell by PFF: set LENDER/,
  );
});

test('the doctor knows whose authenticator, which webhook secrets and which links another key has closed', async () => {
  const before = makeSecretBox(deriveKeys('the key before, of thirty-two characters').operators);
  const all = 'ok It opens every authenticator, webhook secret, payment link and sale link.';
  assert.deepEqual(await findingsOf({}, 'secret key'), [all]);
  await run('account', 'create', 'zoe', '--role', 'viewer');
  const sealed = before.close(Buffer.from('secret'));
  await inDatabase(production.DATABASE_URL, "UPDATE operator_account SET totp_secret = $1 WHERE name = 'zoe'", [
    sealed,
  ]);
  assert.match((await findingsOf({}, 'secret key'))[0]!, /^!! It does not open the authenticators of zoe \(/);
  await inDatabase(
    production.DATABASE_URL,
    `INSERT INTO webhook_endpoint (integration_id, url, types, secret)
     SELECT id, 'https://partner.example.ca/', '{}', $1 FROM integration WHERE client_id = 'maple'`,
    [sealed],
  );
  assert.match(
    (await findingsOf({}, 'secret key'))[0]!,
    /, the secrets of 1 webhook endpoints \(.+: start the service/,
  );
  await inDatabase(
    production.DATABASE_URL,
    `INSERT INTO sale_link (id, seller_id, secret_hash, sealed_secret, created_at, valid_until, withdrawn_at, payment_methods, sale)
     SELECT uuidv7(), seller.id, sha256($2 || link.state::bytea), $1, now(),
            CASE WHEN link.state = 'expired' THEN current_date - 30 ELSE current_date + 30 END,
            CASE WHEN link.state = 'withdrawn' THEN now() END, '{CC}', '{}'
     FROM seller, (VALUES ('open'), ('expired'), ('withdrawn')) AS link(state)
     WHERE seller.username = 'maple-one'`,
    [sealed, Buffer.from('secret of the link')],
  );
  assert.match((await findingsOf({}, 'secret key'))[0]!, /, 1 sale links \(.+: start the service/, 'of the open ones');
});

test('in the sandbox it works on the built-in database of the service that runs on DATA_DIR', async () => {
  const settings = { DATA_DIR: join(folder, 'data') };
  const service = await start(settings);
  afterwards(() => stop(service, 'SIGKILL').catch(() => undefined));
  const { code, json, stderr } = await northbindProcess(settings, 'ratebook', 'list', '--json');
  assert.deepEqual([code, json().inForce], [0, 'sample-1']);
  assert.equal(stderr, `No DATABASE_URL is set: this is the sandbox in ${settings.DATA_DIR}.\n`);
  await stop(service, 'SIGTERM');
  assert.match((await northbind(settings, 'ratebook', 'list')).stderr, /\nStart the service first: npm start\n$/);
});

function nextYear(): string {
  return `${new Date().getFullYear() + 1}-12-31`;
}
