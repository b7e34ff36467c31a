import { connect, type Socket } from 'node:net';
import { request } from '../../kit/service/service.ts';
import { judgeAnswer, learn } from '../fuzz.ts';
import { type Actors, startActors } from './actors.ts';
import { pickFrom } from './chance.ts';
import { makeFuzzer } from './fuzz-requests.ts';
import { send, tokenOf } from './partner.ts';
import { openRawLine } from './raw-line.ts';
import type { Testbed } from './testbed.ts';

export interface AttackedPorts {
  readonly url: string;
  readonly operatorUrl: string;
}

/** How many connections are kept open at most by those who never end or read them. */
const heldMax = 120;

/**
 * What strangers and a partner's own software do to every port for as long as it is not stopped. Each is answered with
 * a refusal of the contract, and none with what it asked for. By way of a proxy, from other addresses than the
 * operators'.
 */
export async function startAttackers(testbed: Testbed, { url, operatorUrl }: AttackedPorts): Promise<Actors> {
  const { random } = testbed;
  const pick = pickFrom(random);
  const from = () => ({ 'x-forwarded-for': `192.0.2.${Math.floor(random() * 250)}` });
  const intruder = await tokenOf(testbed, url, 'quebec');
  const known = await learn(testbed, url);
  const spoilt = makeFuzzer(random, known);
  const held: Socket[] = [];
  const hold = (address: string, bytes: string): void => {
    const { hostname, port } = new URL(address);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(bytes);
    held.push(socket);
    if (held.length > heldMax) held.shift()!.destroy();
  };
  const refused = async (
    answer: Promise<{ readonly status: number; readonly text: string }>,
    wanted: readonly number[],
  ): Promise<void> => {
    const { status, text } = await answer;
    if (!wanted.includes(status)) throw new Error(`answered ${status} ${text.slice(0, 200)}`);
  };
  const actors = startActors(
    {
      'spoilt requests': async () => {
        const line = openRawLine(url);
        for (let count = 0; count < 8 && line.isOpen(); count += 1) {
          const asked = spoilt();
          // A fresh start of the sandbox would take the sales of the partners at work.
          if (/reset/i.test(asked.about)) continue;
          const answer = await line.send(asked);
          const wrong = answer && judgeAnswer(asked, answer);
          if (wrong !== null) throw new Error(`${asked.about}: ${wrong}`);
        }
        line.close();
      },
      'wrong passwords': () => {
        const headers = { ...from(), client_id: pick(['northbind-sandbox', 'nobody']), client_secret: 'wrong' };
        const body = { username: 'ontario', password: `wrong ${random()}` };
        return refused(send(url, { path: '/v1/authenticate', headers, body }), [401, 429]);
      },
      "operators' wrong passwords": () => {
        const body = { name: `nobody-${Math.floor(random() * 50)}`, password: `wrong ${random()}` };
        return refused(request(operatorUrl, 'POST', '/api/session', { headers: from(), body }), [401, 429]);
      },
      'forged tokens': () => {
        const [head, claims] = intruder.split('.') as [string, string];
        const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
        const token = pick([`${head}.${claims}.`, `${none}.${claims}.`, `${head}.${claims}.${'A'.repeat(86)}`]);
        return refused(send(url, { method: 'GET', path: '/v1/policies', token }), [401]);
      },
      "others' ids": () => {
        const { applicationId, downloadId } = known.values;
        const path = pick([
          `/v1/applications/${pick(applicationId!)}`,
          `/v1/document/${pick(downloadId!)}`,
          `/sandbox/ledger?applicationId=${pick(applicationId!)}`,
        ]);
        return refused(send(url, { method: 'GET', path, token: intruder }), [404, 422]);
      },
      'guessed links': () => {
        const secret = Buffer.from(Array.from({ length: 24 }, () => Math.floor(random() * 256))).toString('base64url');
        const path = pick([`/sale/${secret}`, `/pay/${secret}`, `/sale/${secret}/api/x`]);
        return refused(request(url, 'GET', path, { headers: from() }), [200, 404, 410, 429]);
      },
      'webhooks to inside': () => {
        const inside = pick([
          'http://169.254.169.254/',
          'http://[::ffff:a9fe:a9fe]/',
          'ftp://example.com/',
          'file:///',
        ]);
        const body = { url: inside, description: 'inside' };
        return refused(send(url, { path: '/v1/webhook-endpoints', token: intruder, body }), [422]);
      },
      'operators’ routes without a session': () => {
        const path = pick(['/api/dashboard', '/api/people/search', '/api/policies', '/api/accounts']);
        const method = pick(['GET', 'POST', 'DELETE']);
        return refused(request(operatorUrl, method, path, { headers: from() }), [401, 403, 404, 405]);
      },
      'bodies that are too long': () =>
        refused(request(url, 'POST', '/v1/quote', { token: intruder, body: `{"x":"${'y'.repeat(90_000)}"}` }), [413]),
      'connections that never end': async () =>
        hold(pick([url, operatorUrl]), pick(['no HTTP\r\n\r\n', 'GET / HTTP/1.1\r\nHost: x\r\nX: ', ''])),
      'answers that nobody reads': async () =>
        hold(pick([url, operatorUrl]), 'GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(50)),
    },
    { random, actors: 2, pauseMs: 150 },
  );
  return {
    ...actors,
    stop: async () => {
      await actors.stop();
      for (const socket of held.splice(0)) socket.destroy();
    },
  };
}
