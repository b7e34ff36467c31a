import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApplicationId, parseId } from './ids.ts';

const id = '019a86f2-52a4-7f0b-9d0e-3b1f6a2c9e57';

test('an id in capitals is the same id', () => {
  assert.equal(parseId<ApplicationId>(id.toUpperCase()), id);
});

test('what has another form is no id', () => {
  for (const text of ['', 'x', `${id} `, `urn:uuid:${id}`, `{${id}}`, id.replaceAll('-', ''), `${id.slice(0, -1)}g`])
    assert.equal(parseId<ApplicationId>(text), null, text);
});
