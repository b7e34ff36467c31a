import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { crash } from './crash.ts';
import { failover } from './failover.ts';
import { fuzz } from './fuzz.ts';
import { isolation } from './isolation.ts';
import type { OpenTestbed } from './kit/testbed.ts';
import { openTestbed } from './kit/testbed.ts';
import { secrets } from './secrets.ts';

/** A bind whose carrier was killed waits for its lease of 10 s; the rest is what a busy machine takes. */
const limitMs = 300_000;

/* The short form of what `npm run prove` does at length. Its PostgreSQL is its own: it is killed. */
let testbed: OpenTestbed;

before(async () => {
  testbed = await openTestbed({ seed: 20261115, isQuick: true, say: () => undefined });
});

after(() => testbed.close());

const sentences = [
  [crash, 'killed at random with PostgreSQL and the processor, the service binds each sale once and loses none'],
  [failover, 'a standby that takes over has every bind that was acknowledged, and partners see only answers to repeat'],
  [fuzz, 'every spoilt request gets an answer that the OpenAPI document has'],
  [isolation, 'another seller’s ids are answered as ids that nobody has'],
  [secrets, 'no log and no trace holds a secret, a name or an address'],
] as const;

for (const [proof, sentence] of sentences) {
  test(sentence, { timeout: limitMs }, async (t) => {
    const { faults, counts } = await testbed.run(proof.name, proof.run);
    t.diagnostic(JSON.stringify(counts));
    assert.deepEqual(faults, []);
  });
}
