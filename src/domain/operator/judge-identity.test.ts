import assert from 'node:assert/strict';
import test from 'node:test';
import { type ClaimRules, clientIdsOf, operatorNameOf, roleOf } from './judge-identity.ts';

const rules: ClaimRules = {
  roleClaim: 'groups',
  roleValues: { viewer: ['staff'], support: ['desk', 'night-desk'], admin: ['it'] },
  integrationsClaim: 'partners',
};

test('the highest role counts, and a claim that says nothing gives none', () => {
  assert.equal(roleOf({ groups: ['staff', 'night-desk'] }, rules), 'support');
  assert.equal(roleOf({ groups: 'it' }, rules), 'admin');
  for (const groups of [undefined, [], 'IT', ['other'], { it: true }, [['it']]])
    assert.equal(roleOf({ groups }, rules), null, JSON.stringify(groups));
});

test('a missing claim lets nothing be seen, a star everything, and without a rule there is no limit', () => {
  assert.deepEqual(clientIdsOf({ partners: ['one', 'two'] }, rules), ['one', 'two']);
  assert.deepEqual(clientIdsOf({}, rules), []);
  assert.equal(clientIdsOf({ partners: '*' }, rules), null);
  assert.equal(clientIdsOf({ partners: ['one'] }, { ...rules, integrationsClaim: null }), null);
});

test('an operator is named by the first claim that can be a name', () => {
  assert.equal(operatorNameOf({ preferred_username: 'zoe', email: 'zoe@example.ca' }), 'zoe');
  assert.equal(operatorNameOf({ preferred_username: 'Zoé Martin', email: 'zoe@example.ca' }), 'zoe@example.ca');
  assert.equal(operatorNameOf({ sub: 'a|b' }), null);
});
