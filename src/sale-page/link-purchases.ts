import type { BindRequest, Northbind } from '@northbind/sdk';
import type { Purchases } from '@northbind/shop/server/binder.ts';
import type { Sale } from '@northbind/shop/server/sale.ts';
import { StaleSaleError } from '@northbind/shop/server/sale-store.ts';
import { ShopError } from '@northbind/shop/server/shop-error.ts';
import { readBind } from '../api/bind.ts';
import { wireRefusals } from '../api/kit/answer.ts';
import type { PlainDate } from '../domain/calendar.ts';
import { type Cents, sumCents } from '../domain/money.ts';
import { type BuyParts, buy, purchaseLeaseSeconds } from '../flows/sale-link/complete-purchases.ts';
import { acceptPurchase, type TakenPurchase } from '../store/sale-link/purchase.ts';
import { keptOf } from './link-sales.ts';

/**
 * Takes the purchases of links. One is written down before the page says that it is being made, and carried on here at
 * once; should this instance die, another one takes it.
 */
export class LinkPurchases {
  readonly #parts: BuyParts;
  readonly #underWay = new Set<Promise<void>>();

  constructor(parts: BuyParts) {
    this.#parts = parts;
  }

  /** Makes the purchases of one link's page. */
  of(northbind: Northbind, today: PlainDate): Purchases {
    return {
      // Some instance does.
      isRunning: ({ progress }) => progress.state === 'binding',
      begin: (sale, request) => this.#begin({ sale, request, northbind, today }),
      resume: async (sale) => sale,
    };
  }

  /** Waits for what this instance has begun, as long as a stop allows. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  async #begin({ sale, request, northbind, today }: Begun): Promise<Sale> {
    const read = readBind(request);
    if (!read.ok) throw new ShopError(422, 'Refused', '', wireRefusals(read.faults, 'en'));
    const { form } = read;
    const { applicationId, revision, financing } = form;
    if (revision === null) throw new ShopError(422, 'Refused', '', []);
    const { bankAccount = null, ...loan } = financing ?? {};
    const buying: Sale = {
      ...sale,
      progress: { state: 'binding', bindState: northbind.prepareBind(request), errors: [] },
    };
    const purchase = await acceptPurchase(
      this.#parts.database,
      {
        linkId: sale.id,
        applicationId,
        revision,
        today,
        totalCents: totalOf(sale, request),
        form: { ...form, financing: financing && (loan as Omit<typeof financing, 'bankAccount'>) },
        sale: keptOf(buying),
        saleRevision: sale.revision,
        toAddress: sale.applicant?.emailAddress ?? '',
      },
      purchaseLeaseSeconds,
    );
    if (purchase === null) throw new StaleSaleError();
    const underWay = this.#buy(purchase, bankAccount as BankAccount).finally(() => this.#underWay.delete(underWay));
    this.#underWay.add(underWay);
    return { ...buying, revision: sale.revision + 1 };
  }

  async #buy(purchase: TakenPurchase, bankAccount: BankAccount): Promise<void> {
    const { log } = this.#parts;
    const { id, linkId, applicationId } = purchase;
    log.info('purchase by link accepted', { purchaseId: id, linkId, applicationId });
    try {
      await buy(this.#parts, purchase, bankAccount);
    } catch (error) {
      // The job goes on with it after its lease.
      log.warn('purchase by link broke off', { purchaseId: id, error: error instanceof Error ? error.stack : '' });
    }
  }
}

/** Null for a card. */
type BankAccount = Parameters<typeof buy>[2];

interface Begun {
  readonly sale: Sale;
  readonly request: BindRequest;
  readonly northbind: Northbind;
  readonly today: PlainDate;
}

/** What the page shows as the price. */
function totalOf({ quote }: Sale, { coverageCategory, paymentTermInYears, selectedProducts }: BindRequest): Cents {
  const terms = coverageCategory === 'Replacement' ? quote?.replacementOptions : quote?.limitedIndemnityOptions;
  const term = terms?.find((one) => one.paymentTermInYears === paymentTermInYears);
  const chosen = (term?.coverage ?? []).filter(({ productType }) => selectedProducts.includes(productType));
  return sumCents(chosen.map(({ totalWithTax }) => Math.round(totalWithTax * 100)));
}
