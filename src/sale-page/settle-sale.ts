import type { Northbind } from '@northbind/sdk';
import type { Binder } from '@northbind/storefront/server/binder.ts';
import { foundSale } from '@northbind/storefront/server/found-policy.ts';
import type { Sale } from '@northbind/storefront/server/sale.ts';
import { StaleSaleError } from '@northbind/storefront/server/sale-store.ts';
import { dateIn } from '../domain/calendar.ts';
import { rescindableUntil } from '../domain/cancellation/rescission.ts';
import type { UsableLink } from '../flows/sale-link/open-link.ts';
import type { LinkSales } from './link-sales.ts';

/**
 * Brings a sale to what the service knows. A policy is there whoever bound it: this instance, another one that died
 * after the bind, the job that finishes abandoned binds, or the partner by the API. A bind that nobody runs any more
 * and that has moved nothing is begun again, or is over with its link.
 */
export async function settleSale(
  parts: { readonly northbind: Northbind; readonly binder: Binder; readonly store: LinkSales },
  { link, seller, status }: UsableLink,
  sale: Sale,
): Promise<Sale> {
  const { northbind, binder, store } = parts;
  if (link.policyNumber !== null) {
    const policy = await northbind.policies.get(link.policyNumber, languageOf(sale));
    const boundOn = dateIn(seller.province, new Date(policy.boundAt));
    const found = foundSale(sale, policy, rescindableUntil({ boundOn, seller }));
    // What the page shows of the money is the policy's of today; written once, to forget what was filled in.
    if (sale.progress.state !== 'bound' && !binder.isRunning(sale)) await store.save(found).catch(unlessStale);
    return found;
  }
  if (sale.progress.state !== 'binding' || binder.isRunning(sale) || sale.applicationId === null) return sale;
  const { status: applicationStatus } = await northbind.applications.get(sale.applicationId);
  if (applicationStatus !== 'Quoted') return sale;
  if (status !== 'Open') return store.save({ ...sale, card: null, progress: { state: 'shopping', errors: [] } });
  return binder.resumeByItself(sale);
}

/** Another window, or the bind itself, was faster and has written the same. */
function unlessStale(error: unknown): void {
  if (!(error instanceof StaleSaleError)) throw error;
}

function languageOf({ disclosed }: Sale): { readonly language?: 'en' | 'fr' } {
  const language = disclosed?.disclosures[0]?.language;
  return language === undefined ? {} : { language };
}
