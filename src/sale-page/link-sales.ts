import { newSale, type Sale } from '@northbind/storefront/server/sale.ts';
import { type Sales, StaleSaleError } from '@northbind/storefront/server/sale-store.ts';
import { ShopError } from '@northbind/storefront/server/shop-error.ts';
import type { Database } from '../store/database.ts';
import { readSaleOfLink, writeSaleOfLink } from '../store/sale-link/sale-link.ts';

/** The one sale of a link, in PostgreSQL. It belongs to the link, so that it goes on on any device. */
export class LinkSales implements Sales {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async current(linkId: string): Promise<Sale> {
    const row = await readSaleOfLink(this.#database, linkId);
    if (row === null) throw new ShopError(404, 'NotFound');
    const { sale, revision } = row;
    return { ...newSale(linkId, linkId), ...sale, revision };
  }

  async start(): Promise<Sale> {
    throw new ShopError(404, 'NotFound');
  }

  async save(sale: Sale): Promise<Sale> {
    const { id, session: _, revision, ...kept } = sale;
    const { applicationId, progress } = sale;
    const isWritten = await writeSaleOfLink(this.#database, {
      ...{ id, revision, applicationId, state: progress.state },
      sale: kept,
    });
    if (!isWritten) throw new StaleSaleError();
    return { ...sale, revision: revision + 1 };
  }
}
