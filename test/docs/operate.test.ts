import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import pg from 'pg';
import { freePort } from '../kit/processes/free-port.ts';
import { until } from '../kit/processes/until.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { emptyDatabase } from '../kit/service/database.ts';
import { openTerminal, readFences } from '../kit/service/guide.ts';
import { startMailServer } from '../ports/mail-server.ts';
import { layOut } from './lay-out.ts';
import { root } from './run-page.ts';

async function untilMailed(databaseUrl: string): Promise<void> {
  await until(
    () => inDatabase(databaseUrl, `SELECT FROM mail WHERE state <> 'sent'`),
    (unsent) => unsent.length === 0,
  );
}

test('a new operator who follows the page word for word, in production on an empty PostgreSQL, has a bound policy', async () => {
  const databaseUrl = await emptyDatabase();
  const mailServer = await startMailServer();
  const port = await freePort(2);
  const operatorPort = port + 1;
  const folder = await layOut();
  const terminal = await openTerminal({ OPERATOR_PORT: String(operatorPort), CHECKOUT_PORT: '0' }, folder);
  // What the page asks to put in: database, mail server, and ports that are free here.
  const own = (text: string): string =>
    text
      .replace(/postgres:\/\/northbind:its-password@\S+/, databaseUrl)
      .replace(/smtps:\/\/northbind:its-password@\S+/, mailServer.url)
      .replace('PORT=8080', `PORT=${port}`)
      .replaceAll('127.0.0.1:8080', `127.0.0.1:${port}`);

  const page = await readFile(join(root, 'docs/guide/operate.md'), 'utf8');
  const blocks = readFences(page).filter(({ language }) => language === 'sh');
  assert.ok(blocks.length >= 10);
  try {
    for (const { text } of blocks) {
      // Who reads the page is here minutes after the sale: its mails are out.
      if (text.includes('northbind policy email')) await untilMailed(databaseUrl);
      await terminal.run(own(text));
    }
  } finally {
    await terminal.run('kill %1; wait').catch(() => undefined);
  }

  const policy = JSON.parse(await readFile(join(folder, 'policy.json'), 'utf8'));
  assert.match(policy.policyNumber, /^NB\d{9}$/);
  assert.match((await readFile(join(folder, 'policy.pdf'))).toString('latin1'), /^%PDF-/);
  const database = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  const { rows } = await database.query('SELECT policy_number FROM policy').finally(() => database.end());
  assert.deepEqual(rows, [{ policy_number: policy.policyNumber }]);
  assert.ok(mailServer.takenBy('marie@example.ca').length >= 1);
  const log = await readFile(join(folder, 'northbind.log'), 'utf8');
  const secrets = ['integration.json', 'seller.json'].map((name) => readFile(join(folder, name), 'utf8'));
  for (const text of await Promise.all(secrets)) {
    for (const secret of Object.values(JSON.parse(text) as Record<string, unknown>).filter((value) =>
      /^nb/.test(String(value)),
    ))
      assert.ok(!log.includes(String(secret)));
  }
});
