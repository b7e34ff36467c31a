import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NorthbindError, RefusedError, ServiceError } from '../src/northbind-error.ts';

// A second instance of the module, as the package's other build is one.
const other: typeof import('../src/northbind-error.ts') = await import(
  new URL('../src/northbind-error.ts?other', import.meta.url).href
);

const failure = { code: 'NoResult', message: '', operation: 'bind', requestId: 'a' } as const;

test('an error is an instance of the same class in another copy of the package, and of its base', () => {
  assert.notEqual(other.RefusedError, RefusedError);
  const error = new other.RefusedError(failure);
  assert.ok(error instanceof RefusedError);
  assert.ok(error instanceof NorthbindError);
  assert.ok(error instanceof Error);
  assert.ok(!(error instanceof ServiceError));
  assert.ok(!(new other.NorthbindError(failure) instanceof RefusedError));
});

test('what is no error of the package is an instance of none', () => {
  for (const one of [null, undefined, 'RefusedError', {}, new Error('RefusedError')])
    assert.ok(!((one as unknown) instanceof NorthbindError));
});

test('a subclass of a partner’s own is told apart', () => {
  class OwnError extends RefusedError {}
  const own = new OwnError(failure);
  assert.ok(own instanceof OwnError && own instanceof RefusedError && own instanceof other.NorthbindError);
  assert.ok(!(new RefusedError(failure) instanceof OwnError));
});
