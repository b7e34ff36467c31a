import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import * as esm from '@northbind/sdk';

/** A program and a library of it may load different builds of the package. */
const cjs = createRequire(import.meta.url)('@northbind/sdk');
const [baseUrl] = process.argv.slice(2);
const credentials = { clientId: 'northbind-sandbox-oauth', clientSecret: 'sandbox-oauth-secret', seller: 'ontario' };

for (const [one, other] of [
  [esm, cjs],
  [cjs, esm],
]) {
  assert.notEqual(one.RefusedError, other.RefusedError);
  const northbind = new one.Northbind({ baseUrl, ...credentials });
  const error = await northbind.lienHolders.search('a').catch((failure) => failure);
  assert.ok(error instanceof other.RefusedError && error instanceof other.NorthbindError);
  assert.ok(!(error instanceof other.ServiceError));
  assert.equal(other.responseOf(await northbind.dealers.list()).status, 200);
}
