import { newSale, type Sale } from '@northbind/shop/server/sale.ts';
import { type Sales, StaleSaleError } from '@northbind/shop/server/sale-store.ts';
import { ShopError } from '@northbind/shop/server/shop-error.ts';
import { wireRefusals } from '../api/kit/answer.ts';
import type { Database } from '../store/database.ts';
import { readSaleOfLink, type SaleOfLink, writeSaleOfLink } from '../store/sale-link/sale-link.ts';

/** The one sale of a link, in PostgreSQL. It belongs to the link, so that it goes on on any device. */
export class LinkSales implements Sales {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async current(linkId: string): Promise<Sale> {
    const row = await readSaleOfLink(this.#database, { id: linkId });
    if (row === null) throw new ShopError(404, 'NotFound');
    const sale: Sale = { ...newSale(linkId, linkId), ...row.sale, revision: row.revision };
    const isOver = row.state === 'shopping' && sale.progress.state === 'binding';
    return isOver ? unbought(sale, row) : sale;
  }

  async start(): Promise<Sale> {
    throw new ShopError(404, 'NotFound');
  }

  async save(sale: Sale): Promise<Sale> {
    const { id, revision, applicationId, progress } = sale;
    // It is written with the purchase itself, or not at all.
    if (progress.state === 'binding') throw new StaleSaleError();
    const row = { id, revision, applicationId, state: progress.state, sale: keptOf(sale) };
    if (!(await writeSaleOfLink(this.#database, row))) throw new StaleSaleError();
    return { ...sale, revision: revision + 1 };
  }
}

/** What is written of a sale: its link has the rest. */
export function keptOf({ id: _, session: __, revision: ___, ...kept }: Sale): object {
  return kept;
}

/** Nothing came of the purchase, and its card is released: the customer can choose again. */
function unbought(sale: Sale, { refusals }: SaleOfLink): Sale {
  const errors = wireRefusals(refusals ?? [], 'en');
  return { ...sale, card: null, progress: { state: 'shopping', errors } };
}
