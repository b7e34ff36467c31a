import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../kit/processes/free-port.ts';
import { until } from '../kit/processes/until.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { saleCounts } from './kit/disrupt.ts';
import { startLoad } from './kit/load.ts';
import { type Proof, unless } from './kit/proof.ts';

/** The relay takes this long for each message, as one does that scans it. */
const relayMs = 250;

/**
 * The mails of some hundred sales wait for a relay that is away; then it is there. Says how many a second one instance
 * sends, their documents printed first, and sees that each customer gets one.
 */
export const mail: Proof = {
  name: 'mail',
  about: 'The mails of many sales wait for a relay that is away, then slow.',
  run: async (testbed) => {
    const databaseUrl = await testbed.postgres.newDatabase();
    const port = await freePort();
    const environment = { SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true` };
    const service = await testbed.startInstance(databaseUrl, { environment });
    const load = startLoad(testbed, { url: service.url, workers: 6 });
    await until(
      () => load.sales.length,
      (count) => count >= (testbed.isQuick ? 100 : 600),
    );
    await load.stop();

    const arrived = await startRelay(port, testbed.afterwards);
    const since = performance.now();
    const total = await until(
      async () => {
        // Also those whose last try without the relay ends only now.
        await inDatabase(databaseUrl, `UPDATE mail SET due_at = now(), attempts = 0 WHERE due_at > now()`);
        return inDatabase(databaseUrl, `SELECT count(*)::int AS total, count(sent_at)::int AS sent FROM mail`);
      },
      ([counts]) => counts.sent === counts.total,
    );
    const seconds = (performance.now() - since) / 1_000;
    const mails = total[0].total as number;
    const perSecond = Math.round(mails / seconds);
    return {
      did: `The mails of many sales wait for a relay that is away; then it is there and takes ${relayMs} ms for each.`,
      counts: { mails, 'per second': perSecond, connections: arrived.connections(), ...saleCounts(load.sales) },
      faults: unless(arrived.messages() === mails, `${mails} mails were sent, and ${arrived.messages()} arrived`),
      lastLine: `mail: sent ${mails}, arrived ${arrived.messages()}, per second ${perSecond}`,
    };
  },
};

async function startRelay(port: number, afterwards: (close: () => unknown) => void) {
  let [messages, connections] = [0, 0];
  const relay = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    onConnect: (_session, next) => {
      connections += 1;
      next();
    },
    onData: (stream, _session, next) => {
      stream.resume();
      stream.once('end', async () => {
        await sleep(relayMs);
        messages += 1;
        next();
      });
    },
  });
  relay.on('error', () => undefined); // The service hangs up when it stops.
  relay.listen(port, '127.0.0.1');
  await once(relay.server, 'listening');
  afterwards(() => new Promise<void>((resolve) => relay.close(() => resolve())));
  return { messages: () => messages, connections: () => connections };
}
