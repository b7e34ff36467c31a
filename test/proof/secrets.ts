import { appendFile, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { bankAccount } from '../kit/sale/binding.ts';
import { cards } from '../kit/sale/paying.ts';
import { applicant, readyToBind, sandbox } from '../sdk/sale.ts';
import { connect, send, todayInOntario, tokenOf } from './kit/partner.ts';
import { type Proof, unless } from './kit/proof.ts';
import type { Testbed } from './kit/testbed.ts';

/**
 * Everything that any process of this run has printed, PostgreSQL's own log and the traces are searched for every
 * secret that was used, and for the customers' names and addresses. Before that, a few calls that tempt: secrets in the
 * wrong places.
 */
export const secrets: Proof = {
  name: 'secrets',
  about: 'All logs and traces of the run are searched for secrets and personal data.',
  run: async (testbed) => {
    const tracesPath = join(testbed.folder, 'traces.json');
    const { url } = await testbed.startInstance(await testbed.postgres.newDatabase(), {
      environment: {
        LOG_LEVEL: 'debug',
        OTEL_EXPORTER_OTLP_ENDPOINT: await startCollector(testbed, tracesPath),
        OTEL_BSP_SCHEDULE_DELAY: '200',
      },
    });
    await tempt(testbed, url);
    await new Promise((resolve) => setTimeout(resolve, 1_000)); // The last lines and spans are on their way.
    const words = new RegExp(personalWords.map(asWord).join('|'), 'iu');
    const planted = ['x', `"token=${[...testbed.secrets].at(-1)}"`, `{"to":"${applicant.lastName}."}`].join('\n');
    const isSharp = leaksIn(planted, words, testbed.secrets).length === 2;
    const found: string[] = [];
    let bytes = 0;
    let spans = 0;
    for (const path of [...testbed.logPaths, tracesPath]) {
      const text = await readFile(path, 'utf8').catch(() => '');
      bytes += text.length;
      if (path === tracesPath) spans = text.split('"spanId"').length - 1;
      found.push(...leaksIn(text, words, testbed.secrets).map((leak) => `${path.split('/').at(-1)}: ${leak}`));
    }
    return {
      did: 'All logs of all processes of this run, PostgreSQL’s log and the traces of a sale are searched for passwords, client secrets, tokens, tickets, parties’ tokens, card numbers, bank numbers, names, addresses and e-mail addresses.',
      counts: {
        'files searched': testbed.logPaths.length + 1,
        'megabytes searched': (bytes / 1e6).toFixed(1),
        spans,
        'secrets searched for': testbed.secrets.size + personalWords.length,
        found: found.length,
      },
      faults: [
        ...found.slice(0, 10),
        ...unless(isSharp, 'a planted secret was not found'),
        ...unless(spans > 0, 'no trace came'),
        ...unless(bytes > 1_000, 'no log was searched'),
      ],
    };
  },
};

/** Short numbers (an institution of three digits, a CVV) stand by chance in any log and are not searched for. */
const personalWords: readonly string[] = [
  sandbox.password,
  sandbox.clientSecret,
  'sandbox-client-secret-2',
  'hunter2-wrong',
  ...Object.values(cards),
  bankAccount.accountNumber,
  bankAccount.transitNumber,
  bankAccount.accountHolderName,
  applicant.firstOrCompanyName,
  applicant.lastName,
  applicant.addressLine1,
  applicant.postalCode,
  applicant.phoneNumber,
  applicant.emailAddress,
  'Jordan Lee',
  'jordan@example.ca',
];

const asWord = (word: string): string => `(?<![\\w-])${word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`;

/** Where a secret stands; never the secret itself. */
function leaksIn(text: string, words: RegExp, given: ReadonlySet<string>): readonly string[] {
  return text.split('\n').flatMap((line, place) => {
    const isPersonal = words.test(line);
    // A secret may begin or end with a dash; what stands beside one in a line may be a dash or a full stop, too.
    const runs = line.match(/[\w.-]{16,}/g) ?? [];
    const isGiven = runs.some((run) =>
      [run, run.replace(/\.+$/, ''), run.replace(/^[.-]+|[.-]+$/g, '')].some((one) => given.has(one)),
    );
    return isPersonal || isGiven ? [`line ${place + 1}: ${isPersonal ? 'a personal word' : 'a token or ticket'}`] : [];
  });
}

/** Calls that hold secrets where a careless service would print them: refused, malformed, failing, in an address. */
async function tempt(testbed: Testbed, url: string): Promise<void> {
  const { northbind } = connect(testbed, url);
  const today = todayInOntario();
  for (const method of ['CC', 'PFF', 'REF'] as const) await northbind.bind(await readyToBind(northbind, method, today));
  const token = await tokenOf(testbed, url);
  const headers = { client_id: sandbox.clientId, client_secret: sandbox.clientSecret };
  const body = { username: sandbox.username, password: 'hunter2-wrong' };
  await send(url, { path: '/v1/authenticate', headers, body });
  await send(url, { path: '/v1/authenticate', headers, body: [body] });
  const lent = await readyToBind(northbind, 'PFF', today);
  for (const fault of ['InternalError', 'FinancingUnavailable', 'FinancingDeclined', 'BindFailedAfterFinancing'])
    await send(url, { path: '/v1/bind', token, body: lent, headers: { 'sandbox-fault': fault } });
  await send(url, { path: '/v1/quote', token, body: { applicant: { ...applicant, emailAddress: 5 } } });
  await send(url, { path: '/v1/quote', token, body: { applicant, odometer: bankAccount } });
  const strange = `?password=${sandbox.password}&ticket=${encodeURIComponent(applicant.emailAddress)}`;
  for (const path of ['/card-checkout', '/v1/none', '/v1/quote/lienholders', `/v1/document/${sandbox.password}`])
    await send(url, { method: 'GET', path: path + strange, token });
  await send(url, {
    path: '/v1/payment/card/confirm',
    token,
    body: { ...lent, paymentId: applicant.lastName, ticket: cards.visa },
  });
}

/** Takes traces as an OpenTelemetry collector does, and keeps them. */
async function startCollector(testbed: Testbed, path: string): Promise<string> {
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    await appendFile(path, Buffer.concat(parts));
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  testbed.afterwards(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
