import assert from 'node:assert/strict';
import test from 'node:test';
import { correctionRoles } from './correction-roles.ts';

test('what nothing can check takes an admin, and every other correction support', () => {
  const onTheirWord = ['enter', 'giveGoodwill', 'recordMoney', 'reinstate', 'settle', 'voidEntry', 'writeOff'];
  for (const [correction, role] of Object.entries(correctionRoles))
    assert.equal(role, onTheirWord.includes(correction) ? 'admin' : 'support', correction);
});
