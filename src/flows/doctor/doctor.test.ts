import assert from 'node:assert/strict';
import test from 'node:test';
import { type Outcome, refusedBy } from '../../ports/outcome.ts';
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
    await examine(refusedBy('party', 'no such store')),
    await examine({ kind: 'unknown', cause: 'answered 500' }),
  ];
  assert.deepEqual(
    findings.map(({ isGood, finding }) => (isGood ? 'well' : finding)),
    [
      "the lender can't be reached. (ECONNREFUSED) Check LENDER_URL, the network and the firewall.",
      "the lender can't be reached. (timeout) Check LENDER_URL, the network and the firewall.",
      'the lender answers, but does not let us in: answered 401. Check LENDER_URL.',
      'the lender answers, but does not let us in: no such store. Check LENDER_URL.',
      'the lender answers with a fault of its own. (answered 500) Ask whoever runs it, or check LENDER_URL.',
    ],
  );
});

test('a name that nobody knows and a certificate that is not accepted are named as such', async () => {
  const findings = [
    await examine({ kind: 'not-sent', cause: 'ENOTFOUND' }),
    await examine({ kind: 'not-sent', cause: 'EAI_AGAIN' }),
    await examine({ kind: 'not-sent', cause: 'CERT_HAS_EXPIRED' }),
    await examine({ kind: 'not-sent', cause: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
    await examine({ kind: 'not-sent', cause: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    await examine({ kind: 'not-sent', cause: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }),
    await examine({ kind: 'not-sent', cause: 'ERR_SSL_WRONG_VERSION_NUMBER' }),
  ];
  assert.deepEqual(
    findings.map(({ finding }) => finding),
    [
      "the lender can't be found. (ENOTFOUND) Check the name in LENDER_URL and this machine's DNS.",
      "the lender can't be found. (EAI_AGAIN) Check the name in LENDER_URL and this machine's DNS.",
      "the lender answers, but its certificate is not accepted. (CERT_HAS_EXPIRED) It has to renew it; check this machine's clock, too.",
      'the lender answers, but its certificate is not accepted. (ERR_TLS_CERT_ALTNAME_INVALID) It is for another name: check LENDER_URL.',
      'the lender answers, but its certificate is not accepted. (DEPTH_ZERO_SELF_SIGNED_CERT) If its authority is your own, name it in NODE_EXTRA_CA_CERTS.',
      'the lender answers, but its certificate is not accepted. (UNABLE_TO_VERIFY_LEAF_SIGNATURE) If its authority is your own, name it in NODE_EXTRA_CA_CERTS.',
      'the lender answers, but not with TLS as we know it. (ERR_SSL_WRONG_VERSION_NUMBER) Check protocol and port in LENDER_URL.',
    ],
  );
});
