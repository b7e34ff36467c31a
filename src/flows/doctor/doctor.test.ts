import assert from 'node:assert/strict';
import test from 'node:test';
import type { Outcome } from '../../ports/outcome.ts';
import { examineParty } from './doctor.ts';

const examine = (outcome: Outcome<null>) =>
  examineParty({ check: 'lender', at: 'the lender', setting: 'LENDER_URL', ask: async () => outcome });

test('a party that answers is well, whatever it answers', async () => {
  const { isGood, finding } = await examine({ kind: 'done', value: null });
  assert.deepEqual([isGood, finding], [true, 'the lender answers and lets us in.']);
});

test('one that can’t be reached and one that does not let us in are told apart, each with what to do', async () => {
  const findings = [
    await examine({ kind: 'not-sent', cause: 'ECONNREFUSED' }),
    await examine({ kind: 'unknown', cause: 'timeout' }),
    await examine({ kind: 'not-sent', cause: 'answered 401' }),
    await examine({ kind: 'refused', reason: 'no such store' }),
    await examine({ kind: 'unknown', cause: 'answered 500' }),
  ];
  assert.deepEqual(
    findings.map(({ isGood, finding }) => (isGood ? 'well' : finding)),
    [
      "the lender can't be reached. (ECONNREFUSED) Check LENDER_URL, the network and the firewall.",
      "the lender can't be reached. (timeout) Check LENDER_URL, the network and the firewall.",
      'the lender answers, but does not let us in: answered 401. Check LENDER_URL.',
      'the lender answers, but does not let us in: no such store. Check LENDER_URL.',
      'the lender answers with a fault of its own: answered 500. Ask whoever runs it, or check LENDER_URL.',
    ],
  );
});
