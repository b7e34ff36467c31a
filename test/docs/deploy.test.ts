import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import test from 'node:test';
import { startLender } from '../../src/sandbox/lender/start-lender.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { freePort } from '../kit/processes/free-port.ts';
import { systemProgram } from '../kit/processes/system-program.ts';
import { until } from '../kit/processes/until.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { emptyDatabase } from '../kit/service/database.ts';
import { openTerminal, readFences } from '../kit/service/guide.ts';
import { urlOf, withAdmin } from '../kit/service/postgres.ts';
import { startMailServer } from '../ports/mail-server.ts';
import { layOut } from './lay-out.ts';
import { readPage } from './run-page.ts';

/** The `sh` blocks under these headings, in order. */
function blocksOf(page: string, ...headings: readonly string[]): readonly string[] {
  return headings.flatMap((heading) => {
    const [, section] = page.split(`\n## ${heading}\n`);
    assert.ok(section !== undefined, heading);
    return readFences(section.split('\n## ')[0]!)
      .filter(({ language }) => language === 'sh')
      .map(({ text }) => text);
  });
}

test('a newcomer who rehearses production word for word has two instances behind nginx, a bound policy and a financed one', async () => {
  for (const [program, packageName] of [
    ['nginx', 'nginx-light'],
    ['psql', 'postgresql-client'],
    ['openssl', 'openssl'],
  ] as const)
    systemProgram(program, packageName);
  const server = await emptyDatabase(); // Of the test's server; the page makes a database of its own there.
  const { host } = new URL(server);
  const mailServer = await startMailServer();
  const silent = (): void => undefined;
  const lender = await startLender({
    databaseUrl: await emptyDatabase(),
    host: '127.0.0.1',
    port: 0,
    clock: () => new Date(),
    log: { info: silent, warn: silent, error: silent },
  });
  afterwards(lender.close);
  const folder = await layOut();
  await chmod(folder, 0o755); // As root, nginx serves as another user.
  const terminal = await openTerminal({ OPERATOR_PORT: '0', LAME_DUCK_SECONDS: '1' }, folder);

  // What the page asks to put in, and ports that are free here.
  const ports = new Map<string, number>();
  for (const port of ['8080', '8090', '8443']) ports.set(port, await freePort());
  const own = (text: string): string =>
    [...ports]
      .reduce((placed, [written, here]) => placed.replaceAll(new RegExp(`\\b${written}\\b`, 'g'), String(here)), text)
      .replaceAll('postgres://postgres@127.0.0.1:5432/postgres', urlOf(server, 'postgres'))
      // The test's server has a role of that name already: its own.
      .replaceAll(/(ROLE|DATABASE|OWNER) northbind/g, '$1 rehearsal')
      .replaceAll(
        'postgres://northbind:its-password@127.0.0.1:5432/northbind',
        `postgres://rehearsal:its-password@${host}/rehearsal`,
      )
      .replace(/smtps:\/\/northbind:its-password@\S+/, mailServer.url)
      .replace('https://test.lender.example.ca/northbind', lender.origin)
      .replace('the-key-of-the-test-environment', lender.token);
  afterwards(() =>
    withAdmin(server, async (admin) => {
      await admin.query('DROP DATABASE IF EXISTS rehearsal WITH (FORCE)');
      await admin.query('DROP ROLE IF EXISTS rehearsal');
    }),
  );

  await rm(join(folder, 'deploy'));
  await mkdir(join(folder, 'deploy'));
  await writeFile(join(folder, 'deploy/nginx.conf'), own(await readPage('deploy/nginx.conf')));

  const deploy = await readPage('docs/guide/deploy.md');
  const operate = await readPage('docs/guide/operate.md');
  const [makeDatabase, settings, start, nginx, address, payMonthly, stopOne, ...more] = blocksOf(deploy, 'A rehearsal');
  assert.deepEqual(more, []);
  const run = async (...blocks: readonly (string | undefined)[]): Promise<void> => {
    for (const block of blocks) await terminal.run(own(block!));
  };
  try {
    await run(makeDatabase, settings);
    await run(...blocksOf(operate, '2. Database and first account', '3. Prices', '4. A partner'));
    await run(start, nginx, address);
    await run(...blocksOf(operate, '6. The first policy'));
    await run(payMonthly, stopOne);
    await terminal.run('kill $(jobs -p); wait'); // The other instance.
  } finally {
    const pid = await readFile(join(folder, 'nginx.pid'), 'utf8').catch(() => null);
    if (pid !== null) process.kill(Number(pid)); // It has left the terminal.
  }

  const policy = JSON.parse(await readFile(join(folder, 'policy.json'), 'utf8'));
  assert.match(policy.policyNumber, /^NB\d{9}$/);
  assert.match((await readFile(join(folder, 'policy.pdf'))).toString('latin1'), /^%PDF-/);
  const databaseUrl = urlOf(server, 'rehearsal');
  const financed = JSON.parse(await readFile(join(folder, 'financed.json'), 'utf8'));
  assert.match(financed.financing.loanNumber, /./);
  assert.deepEqual(
    await inDatabase(databaseUrl, 'SELECT policy_number, payment_method FROM policy ORDER BY bound_at'),
    [
      { policy_number: policy.policyNumber, payment_method: 'REF' },
      { policy_number: financed.policyNumber, payment_method: 'PFF' },
    ],
  );
  await until(
    () => mailServer.takenBy('marie@example.ca').length,
    (count) => count >= 1,
  );
  const logs = await Promise.all(['first.log', 'second.log'].map((name) => readFile(join(folder, name), 'utf8')));
  for (const log of logs) assert.match(log, /"event":"answered"/, 'nginx sends to both');
  for (const log of logs) assert.match(log, /"event":"stopped"/);
});
