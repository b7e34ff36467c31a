import assert from 'node:assert/strict';
import test from 'node:test';
import { rescindableUntil } from './rescission.ts';

test('a customer may rescind until ten days after the bind, in Quebec by law and elsewhere by the sample', () => {
  assert.equal(rescindableUntil({ boundOn: '2026-11-15', seller: { province: 'QC' } }), '2026-11-25');
  assert.equal(rescindableUntil({ boundOn: '2026-12-28', seller: { province: 'ON' } }), '2027-01-07');
});
