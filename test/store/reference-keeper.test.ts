import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/store/database.ts';
import { keepReference, type ReferenceKeeper } from '../../src/store/reference/keeper.ts';
import { afterwards } from '../kit/processes/afterwards.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';

/* Two instances that have not looked for two seconds, since no question of theirs was answered. */
const oldMs = 2_100;
let url: string;
let returning: CutOff;
let away: CutOff;

interface CutOff {
  readonly keeper: ReferenceKeeper;
  /** What was asked fails, as on a connection that was lost; what is asked from now on is answered. */
  readonly connectAgain: () => void;
}

before(async () => {
  url = await cloneDatabase();
  await inDatabase(url, `INSERT INTO integration (client_id, secret_hash, name) VALUES ('one', 'x', 'Before')`);
  [returning, away] = await Promise.all([cutOff(), cutOff()]);
  await sleep(oldMs);
  await inDatabase(url, `UPDATE integration SET name = 'After' WHERE client_id = 'one'`);
});

async function cutOff(): Promise<CutOff> {
  const database = openDatabase({ url, poolSize: 2, onConnectionLost: () => undefined });
  afterwards(() => database.end());
  const cut = Promise.withResolvers<never>();
  cut.promise.catch(() => undefined);
  let isCut = false;
  const ask = database.query.bind(database) as (...asked: readonly unknown[]) => unknown;
  const query = (...asked: readonly unknown[]) => (isCut ? cut.promise : ask(...asked));
  const keeper = await keepReference({ database: Object.assign(database, { query }), url, onFault: () => undefined });
  afterwards(keeper.close);
  isCut = true;
  const connectAgain = (): void => {
    isCut = false;
    cut.reject(new Error('The connection was lost.'));
  };
  afterwards(connectAgain);
  return { keeper, connectAgain };
}

const nameIn = ({ keeper }: CutOff) => keeper.current().sellers.integrationByClientId.get('one')?.name;

test('whoever asks an instance that has not looked for two seconds is served by what is in force', async () => {
  returning.connectAgain();
  const looking = returning.keeper.refreshOld();
  assert.equal(nameIn(returning), 'Before');
  await looking;
  assert.equal(nameIn(returning), 'After');
});

test('while the database is away an instance goes on by what it knows, and lets one request wait, not each', async () => {
  await away.keeper.refreshOld();
  assert.equal(nameIn(away), 'Before');
  assert.equal(away.keeper.refreshOld(), null);
});
