import * as sdk from '@northbind/sdk';
import { openCheckout } from '@northbind/sdk/checkout';
import { sell } from './sell.mjs';

if (typeof openCheckout !== 'function') throw new Error('There is no checkout.');
await sell(sdk, process.argv.slice(2));
