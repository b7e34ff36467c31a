import { type ProductTerms, termsOfProducts } from '../../domain/books/product-terms.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import type { StoredAccount } from '../../store/account/account.ts';
import type { Tx } from '../../store/database.ts';
import type { Sale } from '../../store/quote/sale.ts';
import type { ReferenceKeeper } from '../../store/reference/keeper.ts';
import { readTariffVersions, type Tariffs } from '../../store/reference/tariffs.ts';

/** Reads who gets the money of a sale's products, by the versions that priced its quote. */
export type ReadTerms = (sale: Priced, seller: SellerOfTerms) => Promise<readonly ProductTerms[]>;

export type Priced = Pick<Sale, 'rateBookVersion' | 'taxTableVersion' | 'series' | 'quotedOn'>;
export type SellerOfTerms = Pick<Seller, 'username' | 'province'> & {
  readonly integration: Pick<Seller['integration'], 'clientId'>;
};

/** Reads the tariffs in memory. Another instance may have quoted by one that this instance has not loaded yet. */
export function makeReadTerms({ current, refresh }: Pick<ReferenceKeeper, 'current' | 'refresh'>): ReadTerms {
  return async (sale, seller) => {
    const known = termsBy(current().tariffs, sale, seller);
    if (known !== null) return known;
    await refresh();
    return termsIn(current().tariffs, sale, seller);
  };
}

/** Reads the tariffs from the database, for what runs without the service. */
export async function readTermsOf(tx: Tx, sale: Priced, seller: SellerOfTerms): Promise<readonly ProductTerms[]> {
  return termsIn(await readTariffVersions(tx, [sale.rateBookVersion], [sale.taxTableVersion]), sale, seller);
}

/** Reads who gets the money of the policy's products. */
export function readTermsOfPolicy(tx: Tx, { policy, priced }: StoredAccount): Promise<readonly ProductTerms[]> {
  const { clientId, username, ...versions } = priced;
  const { province } = policy.seller;
  return readTermsOf(tx, { ...versions, series: policy.series }, { username, province, integration: { clientId } });
}

type KnownTariffs = Pick<Tariffs, 'rateBooks' | 'taxTables'>;

/** Tariffs are never deleted, so a version that is not there is a bug. */
export function termsIn(tariffs: KnownTariffs, sale: Priced, seller: SellerOfTerms): readonly ProductTerms[] {
  const terms = termsBy(tariffs, sale, seller);
  if (terms === null) throw new Error(`No tariffs ${sale.rateBookVersion} and ${sale.taxTableVersion}.`);
  return terms;
}

function termsBy(
  { rateBooks, taxTables }: KnownTariffs,
  { rateBookVersion, taxTableVersion, ...sale }: Priced,
  { username, province, integration: { clientId } }: SellerOfTerms,
): readonly ProductTerms[] | null {
  const book = rateBooks.find(({ version }) => version === rateBookVersion);
  const table = taxTables.find(({ version }) => version === taxTableVersion);
  if (book === undefined || table === undefined) return null;
  return termsOfProducts(book, table, { ...sale, seller: { clientId, username, province } });
}
