import { Northbind } from '@northbind/sdk';
import { Binder } from './binder.ts';
import { DocumentCache } from './document-cache.ts';
import { log } from './log.ts';
import { openServer } from './open-server.ts';
import { ownTerms } from './own-shop.ts';
import { SaleStore } from './sale-store.ts';
import { readSettings } from './settings.ts';
import { Shop } from './shop.ts';

/** A bind that could not go on, for example because the disk was full. */
const resumeEveryMs = 30_000;

/** What a supervisor waits, and a little less. */
const drainMs = 25_000;

/** The partner's back end. It alone has the credentials; the browser calls it and never Northbind. */
const settings = readSettings(process.env);
const { clientId, clientSecret, seller, northbindUrl: baseUrl } = settings;
const northbind = new Northbind({
  baseUrl,
  clientId,
  clientSecret,
  seller,
  onEvent: (event) => log('northbind', event),
});
const store = new SaleStore(settings.dataFolder);
const documents = new DocumentCache(settings.dataFolder, northbind, log);
const binder = new Binder({ northbind, store, documents, log, fault: settings.bindFault });
const shop = new Shop({ terms: ownTerms(settings, northbind), northbind, store, purchases: binder, indicate: null });

const server = openServer({ settings, northbind, shop, store, documents, log });
const address = await server.listen({ port: settings.port, host: settings.host });
const resume = (): void =>
  void binder.resumeAll(store.unfinished()).catch((error: unknown) => log('not resumed', { error: String(error) }));
resume();
setInterval(resume, resumeEveryMs).unref();
log('started', { shop: address, northbind: settings.northbindUrl });
if (process.stdout.isTTY) console.log(`\n  Maple Motors Protection  ${address}\n`);

// Binds that run are waited for: a bank account is in memory alone. The rest is on disk, and is resumed at the next
// start.
const stop = (): void => {
  setTimeout(() => process.exit(0), drainMs).unref();
  void server.close();
  void binder.settled().then(() => process.exit(0));
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
