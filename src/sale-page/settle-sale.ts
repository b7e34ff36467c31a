import type { Northbind } from '@northbind/sdk';
import { foundSale } from '@northbind/shop/server/found-policy.ts';
import type { Sale } from '@northbind/shop/server/sale.ts';
import { StaleSaleError } from '@northbind/shop/server/sale-store.ts';
import type { Language } from '../domain/language.ts';
import type { UsableLink } from '../flows/sale-link/open-link.ts';
import type { LinkSales } from './link-sales.ts';

/** Brings a sale to what the service knows: a policy is there whoever bound it, by the page or by the API. */
export async function settleSale(
  { northbind, store }: { readonly northbind: Northbind; readonly store: LinkSales },
  { link }: UsableLink,
  sale: Sale,
): Promise<Sale> {
  if (link.policy === null) return sale;
  const policy = await northbind.policies.get(link.policy.policyNumber, languageOf(sale));
  const found = foundSale(sale, policy, link.policy.rescindableUntil);
  // What the page shows of the money is the policy's of today; written once, to forget what was filled in.
  if (sale.progress.state !== 'bound') await store.save(found).catch(unlessStale);
  return found;
}

/** Another window was faster and has written the same. */
function unlessStale(error: unknown): void {
  if (!(error instanceof StaleSaleError)) throw error;
}

function languageOf({ disclosed }: Sale): { readonly language?: Language } {
  const language = disclosed?.disclosures[0]?.language;
  return language === undefined ? {} : { language };
}
