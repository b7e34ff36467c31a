const sdk = require('@northbind/sdk');
const { openCheckout } = require('@northbind/sdk/checkout');

if (typeof openCheckout !== 'function') throw new Error('There is no checkout.');
import('./sell.mjs').then(({ sell }) => sell(sdk, process.argv.slice(2)));
