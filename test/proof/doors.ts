import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { examineParty } from '../../src/flows/doctor/doctor.ts';
import { openWebhookReceiver } from '../kit/parties/webhook-receiver.ts';
import { freePort } from '../kit/processes/free-port.ts';
import { findProgram } from '../kit/processes/system-program.ts';
import { until } from '../kit/processes/until.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { northbindProcess } from '../kit/service/command-line.ts';
import { productionSettings } from '../kit/service/production.ts';
import { readyToBind } from '../sdk/sale.ts';
import { judgeBooks } from './kit/books.ts';
import { makeCertificates } from './kit/certificates.ts';
import { saleCounts } from './kit/disrupt.ts';
import { bindAtLast, type Sale } from './kit/load.ts';
import type { ManagedProcess } from './kit/managed-process.ts';
import { connect, send, todayInOntario, tokenOf } from './kit/partner.ts';
import { type Proof, unless } from './kit/proof.ts';
import type { Testbed } from './kit/testbed.ts';
import { type Door, startTlsRelay } from './kit/tls-relay.ts';

/**
 * Every party is behind a name and TLS, and all of them lose one or the other at once: a name that nobody knows, a
 * certificate that is not to be trusted, a handshake that is broken off.
 */
export const doors: Proof = {
  name: 'doors',
  about: 'TLS to the parties, the mail relay and a partner fails in five ways.',
  lacks: () => (findProgram('openssl') === undefined ? ['openssl'] : []),
  run: async (testbed) => {
    const site = await openSite(testbed);
    const sales: Sale[] = [];
    const faults: string[] = [];
    const recoveryMs: number[] = [];
    for (const fault of Object.keys(causes) as Fault[]) {
      testbed.say(fault);
      const round = await playRound(testbed, site, fault);
      sales.push(...round.sales);
      recoveryMs.push(round.tookMs);
      faults.push(...round.faults);
    }
    const { counts, faults: broken } = await judgeBooks(site.databaseUrl, sales);
    const figures = await site.readFigures();
    const unbound = sales.filter(({ policyNumber }) => policyNumber === null);
    return {
      did: 'Card processor, lender, mail relay and a partner’s webhook endpoint are all behind TLS; at once the names of all of them are unknown, then their certificates expired, of another name, self-signed, then every handshake is reset. Each time partners bind by card, loan and reference, and repeat until the parties are well again.',
      counts: {
        faults: Object.keys(causes).length,
        ...figures,
        ...saleCounts(sales),
        ...counts,
      },
      recoveryMs,
      faults: [
        ...faults,
        ...broken,
        ...unless(counts['given back'] === 0, `${counts['given back']} charges had to be given back`),
        ...unbound.map(({ method, refusedWith }) => `a bind by ${method} ended with ${refusedWith}`),
        ...unless(
          figures['mails sent'] === sales.length,
          `${figures['mails sent']} of ${sales.length} mails were sent`,
        ),
        ...unless(
          figures['webhooks heard'] === sales.length,
          `${figures['webhooks heard']} of ${sales.length} policies were told to the partner`,
        ),
      ],
    };
  },
};

/** What is done to all parties at once, and the cause that log, deliveries and doctor then name. */
const causes = {
  // First: the mail relay's address is remembered for minutes, once it was found.
  'name unknown': 'ENOTFOUND',
  expired: 'CERT_HAS_EXPIRED',
  'of another name': 'ERR_TLS_CERT_ALTNAME_INVALID',
  'self-signed': 'DEPTH_ZERO_SELF_SIGNED_CERT',
  'reset in the handshake': 'ECONNRESET',
} as const satisfies Readonly<Record<Exclude<Door, 'well'> | 'name unknown', string>>;
type Fault = keyof typeof causes;

/** The doctor reports each fault in these words. */
const findings: Readonly<Record<Fault, RegExp>> = {
  'name unknown': /can't be found/,
  expired: /certificate is not accepted.+renew/,
  'of another name': /certificate is not accepted.+another name/,
  'self-signed': /certificate is not accepted.+NODE_EXTRA_CA_CERTS/,
  'reset in the handshake': /can't be reached/,
};

const names = {
  cards: 'processor.example',
  lender: 'lender.example',
  mail: 'mail.example',
  webhook: 'hooks.partner.example',
} as const;
type Party = keyof typeof names;

interface Site {
  readonly service: ManagedProcess;
  readonly databaseUrl: string;
  readonly strike: (fault: Fault | null) => Promise<void>;
  /** What the service has said since then of calls to the party that failed. */
  readonly causesOf: (party: Party, since: number) => Promise<readonly Said[]>;
  readonly logLength: () => Promise<number>;
  readonly examine: () => Promise<string>;
  readonly readFigures: () => Promise<Record<string, number>>;
}

interface Said {
  /** Not said of webhooks, which are sent again whatever became of them. */
  readonly outcome?: string;
  readonly cause: string;
}

async function openSite(testbed: Testbed): Promise<Site> {
  const databaseUrl = await testbed.postgres.newDatabase();
  const { processor, lender, addresses } = await testbed.startParties(databaseUrl);
  const certificates = await makeCertificates(join(testbed.folder, 'doors'), Object.values(names));
  const receiver = await openWebhookReceiver();
  testbed.afterwards(receiver.close);
  const relayTo = async (port: number) => {
    const relay = await startTlsRelay(port, certificates);
    testbed.afterwards(relay.close);
    return relay;
  };
  const portOf = (url: string): number => Number(new URL(url).port);
  const relays = {
    cards: await relayTo(portOf(processor.url)),
    lender: await relayTo(portOf(lender.url)),
    mail: await relayTo(await startMailServer(testbed)),
    webhook: await relayTo(portOf(receiver.url)),
  };
  const at = (party: Party): string => `${names[party]}:${relays[party].port}`;
  const namesPath = join(testbed.folder, 'doors', 'names.txt');
  await writeFile(namesPath, '');
  const outside = {
    SMTP_URL: `smtps://${at('mail')}`,
    NODE_EXTRA_CA_CERTS: certificates.authorityPath,
    NODE_OPTIONS: `--import=${new URL('kit/names.ts', import.meta.url).href}`,
    UNKNOWN_NAMES: namesPath,
  };
  const operatorPort = await freePort();
  const service = await testbed.startInstance(databaseUrl, {
    parties: {
      processor: { ...addresses.processor, origin: `https://${at('cards')}` },
      lender: { ...addresses.lender, origin: `https://${at('lender')}` },
    },
    environment: { ...outside, OPERATOR_PORT: String(operatorPort) },
  });
  const token = await tokenOf(testbed, service.url);
  const endpoint = { url: `https://${at('webhook')}/hooks`, description: 'proof' };
  const registered = await send(service.url, { path: '/v1/webhook-endpoints', token, body: endpoint });
  if (registered.status !== 201) throw new Error(registered.text);
  testbed.secrets.add((JSON.parse(registered.text) as { secret: string }).secret);

  const logPath = testbed.logPaths.at(-1)!; // Of the service, which was started last.
  const logLength = async (): Promise<number> => (await readFile(logPath)).byteLength;
  return {
    service,
    databaseUrl,
    logLength,
    strike: async (fault) => {
      await writeFile(namesPath, fault === 'name unknown' ? 'unknown' : '');
      // With a lost name, open connections end, too: the party has moved.
      for (const relay of Object.values(relays)) relay.set(fault === null || fault === 'name unknown' ? 'well' : fault);
    },
    causesOf: async (party, since) => {
      const lines = (await readFile(logPath)).subarray(since).toString().split('\n');
      const event = party === 'webhook' ? '"webhook not delivered"' : '"party call failed"';
      return lines
        .filter((line) => line.includes(event) && line.endsWith('}'))
        .map((line) => JSON.parse(line) as Said & { readonly party?: string })
        .filter((said) => party === 'webhook' || said.party === party);
    },
    // Does what an operator would: the lender and the mail relay of his settings.
    examine: async () => {
      const settings = {
        ...productionSettings,
        ...outside,
        DATABASE_URL: databaseUrl,
        LENDER: 'http',
        LENDER_URL: `https://${at('lender')}`,
        LENDER_KEY: addresses.lender.token,
        LENDER_NAME: 'Lender',
        LENDER_PHONE: '416 555-0143',
        LENDER_EMAIL: 'lender@example.ca',
      };
      return (await northbindProcess(settings, 'doctor')).stdout;
    },
    readFigures: async () => {
      const metrics = await (await fetch(`http://127.0.0.1:${operatorPort}/metrics`)).text();
      const failed = (party: Party): number =>
        Array.from(metrics.matchAll(/^northbind_party_call_seconds_count\{(.*)\} (\d+)$/gm))
          .filter(
            ([, labels]) => labels!.includes(`party="${party}"`) && /outcome="(not-sent|unknown|error)"/.test(labels!),
          )
          .reduce((sum, [, , count]) => sum + Number(count), 0);
      const [{ sent }] = await inDatabase(databaseUrl, 'SELECT count(sent_at)::int AS sent FROM mail');
      const heard = receiver.received.map(({ headers }) => headers['webhook-id']);
      return {
        'calls that failed, processor': failed('cards'),
        lender: failed('lender'),
        mail: failed('mail'),
        'mails sent': sent,
        'webhooks heard': new Set(heard).size,
        'heard twice': heard.length - new Set(heard).size,
      };
    },
  };
}

async function startMailServer({ afterwards }: Testbed): Promise<number> {
  const port = await freePort();
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, _session, next) => void stream.resume().once('end', () => next()),
  });
  server.on('error', () => undefined); // A relay that closes its connections.
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  afterwards(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return port;
}

interface Round {
  readonly sales: readonly Sale[];
  readonly tookMs: number;
  readonly faults: readonly string[];
}

const methods = ['CC', 'PFF', 'REF'] as const;

async function playRound(testbed: Testbed, site: Site, fault: Fault): Promise<Round> {
  const { service, databaseUrl } = site;
  const partner = connect(testbed, service.url);
  const requests = [];
  for (let count = 0; count < (testbed.isQuick ? 1 : 3); count += 1)
    for (const method of methods) requests.push(await readyToBind(partner.northbind, method, todayInOntario()));
  const since = await site.logLength();
  await site.strike(fault);
  const binds = requests.map((request) => bindAtLast(connect(testbed, service.url), request));
  binds.map((bound) => bound.catch(() => undefined)); // Looked at below.
  const parties = Object.keys(names) as Party[];
  const said = new Map<Party, readonly Said[]>();
  for (const party of parties)
    said.set(
      party,
      await until(
        () => site.causesOf(party, since),
        ({ length }) => length > 0,
      ),
    );
  const examined = await site.examine();
  await site.strike(null);
  const wellAt = performance.now();
  const sales = await Promise.all(binds);
  const tookMs = Math.max(...sales.map(({ answeredAt }) => answeredAt)) - wellAt;
  // What waits for its next try need not: the parties are well.
  await inDatabase(databaseUrl, 'UPDATE mail SET due_at = now() WHERE due_at IS NOT NULL');
  await inDatabase(
    databaseUrl,
    `WITH delivery AS (UPDATE webhook_delivery SET due_at = now() WHERE due_at IS NOT NULL)
     UPDATE webhook_endpoint SET due_at = now()`,
  );
  await until(
    () =>
      inDatabase(
        databaseUrl,
        'SELECT (SELECT count(*) FROM mail WHERE sent_at IS NULL) + (SELECT count(*) FROM webhook_delivery WHERE delivered_at IS NULL) AS open',
      ),
    ([{ open }]) => Number(open) === 0,
  );
  return {
    sales,
    tookMs: Math.max(0, tookMs),
    faults: [
      ...(await Promise.all(parties.map((party) => wrongWords(fault, party, said.get(party)!)))).flat(),
      ...['lender', 'mail server'].flatMap((check) => {
        const line = examined.split('\n').find((one) => one.includes(check)) ?? examined;
        return unless(findings[fault].test(line), `${fault}: doctor says ${line.trim()}`);
      }),
    ],
  };
}

/** Nothing was sent, and everything that was said names the cause. */
async function wrongWords(fault: Fault, party: Party, said: readonly Said[]): Promise<readonly string[]> {
  const others = said.filter(({ outcome = 'not-sent', cause }) => outcome !== 'not-sent' || cause !== causes[fault]);
  const { cause } = said[0]!;
  const ask = async () => ({ kind: 'not-sent', cause }) as const;
  const { finding } = await examineParty({ check: party, at: names[party], setting: 'its settings', ask });
  return [
    ...unless(others.length === 0, `${fault}, ${party}: ${JSON.stringify(others[0])}`),
    ...unless(findings[fault].test(finding), `${fault}, ${party}: doctor would say ${finding}`),
  ];
}
