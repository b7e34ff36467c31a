import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeSecretHasher } from '../../src/flows/credential/secret-hash.ts';
import { freePort } from '../kit/processes/free-port.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { inMs, percentile } from './kit/figures.ts';
import { type Proof, unless } from './kit/proof.ts';
import type { Testbed } from './kit/testbed.ts';

/**
 * A flood of wrong log-ins from eight addresses, behind a proxy, at partners' and operators' ports: meanwhile partners
 * and operators with right credentials, each for the first time, get in within a second. The rate limit is far away, so
 * that only the turns of the queue protect them.
 */
export const flood: Proof = {
  name: 'flood',
  about: 'Wrong log-ins from eight addresses, while partners and operators log in.',
  run: async (testbed) => {
    const seconds = testbed.isQuick ? 10 : 60;
    const databaseUrl = await testbed.postgres.newDatabase();
    const operatorPort = await freePort();
    const service = await testbed.startInstance(databaseUrl, {
      environment: { TRUST_PROXY: 'loopback', OPERATOR_PORT: String(operatorPort) },
    });
    const ports: Ports = { partners: Number(new URL(service.url).port), operators: operatorPort };
    await addPeople(databaseUrl, seconds);
    await sleep(2_000); // An instance knows new sellers within a second.
    const attack = startAttack(ports);
    const began = performance.now();
    const people: LogIn[] = [];
    for (let count = 0; count < seconds; count += 1) {
      people.push(logInPartner(testbed, ports, count), logInOperator(ports, count));
      await sleep(1_000);
    }
    const answers = await Promise.all(people);
    const lastedSeconds = (performance.now() - began) / 1_000;
    const wrong = await attack.stop();
    const refused = answers.filter(({ status }) => status !== 200);
    const ms = answers.map(({ tookMs }) => tookMs);
    const p99 = percentile(ms, 0.99);
    const callsPerSecond = Math.round(wrong.sent / lastedSeconds);
    return {
      did: `For ${seconds} s, wrong log-ins from 8 addresses at the partners' and the operators' port, with client ids that exist and others; meanwhile partners and operators log in for the first time, one of each a second.`,
      counts: {
        'wrong log-ins a second': callsPerSecond,
        'judged wrong': wrong.byStatus.get(401) ?? 0,
        'refused at once': wrong.sent - (wrong.byStatus.get(401) ?? 0),
        'right log-ins': answers.length,
        refused: refused.length,
        'ms at p50': inMs(percentile(ms, 0.5)),
        'ms at p99': inMs(p99),
      },
      faults: [
        ...unless(callsPerSecond >= 400, `only ${callsPerSecond} wrong log-ins a second were sent`),
        ...unless(refused.length === 0, `right log-ins were refused: ${refused.map(({ status }) => status).join(' ')}`),
        ...unless(p99 < 1_000, `a right log-in took ${inMs(p99)} ms at p99`),
      ],
    };
  },
};

interface Ports {
  readonly partners: number;
  readonly operators: number;
}

type LogIn = Promise<{ readonly status: number; readonly tookMs: number }>;

const clientSecret = 'nbs_flood-client-secret';
const password = 'nbp_flood-password';

/** Partners and operators that never logged in. */
async function addPeople(databaseUrl: string, count: number): Promise<void> {
  const { hash } = makeSecretHasher();
  await inDatabase(
    databaseUrl,
    `WITH partner AS (
       INSERT INTO integration (client_id, secret_hash, name)
       SELECT 'partner-' || number, $1, 'Partner' FROM generate_series(0, $3 - 1) AS number
       RETURNING id
     ), operator AS (
       INSERT INTO operator_account (name, role, password_hash, must_change_password)
       SELECT 'operator-' || number, 'viewer', $2, false FROM generate_series(0, $3 - 1) AS number
     )
     INSERT INTO seller (integration_id, username, password_hash, name, province, series, payment_methods)
     SELECT id, 'shop', $2, 'Shop', 'ON', '{Prime}', '{REF}' FROM partner`,
    [await hash(clientSecret), await hash(password), count],
  );
}

async function logInPartner({ secrets }: Testbed, { partners }: Ports, count: number): LogIn {
  const began = performance.now();
  const { status, text } = await post(partners, '/v1/authenticate', {
    address: `203.0.113.${count % 250}`,
    headers: { client_id: `partner-${count}`, client_secret: clientSecret },
    body: { username: 'shop', password },
  });
  if (status === 200) secrets.add(JSON.parse(text).token);
  return { status, tookMs: performance.now() - began };
}

async function logInOperator({ operators }: Ports, count: number): LogIn {
  const began = performance.now();
  const address = `198.51.100.${count % 250}`;
  const { status } = await post(operators, '/api/session', { address, body: { name: `operator-${count}`, password } });
  return { status, tookMs: performance.now() - began };
}

interface Attack {
  readonly stop: () => Promise<{ readonly sent: number; readonly byStatus: ReadonlyMap<number, number> }>;
}

/** 500 calls a second, in turns of 20 ms: four of five at the partners' port, half of them with a known client id. */
function startAttack({ partners, operators }: Ports): Attack {
  const byStatus = new Map<number, number>();
  const running = new Set<Promise<void>>();
  let sent = 0;
  const one = async (): Promise<void> => {
    sent += 1;
    const address = `192.0.2.${sent % 8}`;
    const body = { name: `nobody-${sent}`, username: 'ontario', password: `wrong ${sent}` };
    const client_id = sent % 2 === 0 ? 'northbind-sandbox' : `nobody-${sent}`;
    const { status } =
      sent % 5 === 0
        ? await post(operators, '/api/session', { address, body: { name: body.name, password: body.password } })
        : await post(partners, '/v1/authenticate', { address, headers: { client_id, client_secret: 'wrong' }, body });
    byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  };
  const timer = setInterval(() => {
    for (let count = 0; count < 10 && running.size < inFlightMax; count += 1) {
      const call = one().catch(() => undefined);
      running.add(call);
      void call.then(() => running.delete(call));
    }
  }, 20);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(running);
      return { sent, byStatus };
    },
  };
}

/** A machine that is too slow for the flood must not drown in its own calls. */
const inFlightMax = 1_000;

interface Posted {
  readonly address: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1_000 });

/** Posts by way of a proxy that says whose call it is. */
function post(port: number, path: string, { address, headers = {}, body }: Posted) {
  return new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const options = { agent, host: '127.0.0.1', port, path, method: 'POST' } as const;
    const all = { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers };
    const call = request({ ...options, headers: all }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    call.on('error', reject).end(JSON.stringify(body));
  });
}
