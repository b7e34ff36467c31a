import type { Northbind } from '@northbind/sdk';
import {
  type Form,
  part,
  readBankAccount,
  readBindForm,
  readLanguage,
  readLoanWishes,
  readPaymentTerms,
  readSelection,
  text,
} from './read-form.ts';
import type { Sale } from './sale.ts';
import type { Shop } from './shop.ts';

interface Call {
  readonly sale: Sale;
  /** The JSON body of a POST; empty for a GET. */
  readonly form: Form;
  readonly query: URLSearchParams;
}

/** The shop's whole API, by method and path. Answers are JSON. */
export function routesOf(shop: Shop, northbind: Northbind): Readonly<Record<string, (call: Call) => unknown>> {
  return {
    'GET /api/shop': () => shop.facts(),
    'GET /api/sale': ({ sale }) => shop.view(sale),
    'POST /api/sale/start-over': ({ sale }) => shop.startOver(sale),
    'POST /api/vin': () => shop.drawVin(),
    'POST /api/look-up': ({ sale, form }) => shop.lookUp(sale, form),
    'GET /api/dealers': () => northbind.dealers.list(),
    'GET /api/lien-holders': ({ query }) => northbind.lienHolders.search(query.get('search') ?? ''),
    'POST /api/choice': ({ sale, form }) => shop.choose(sale, form),
    'GET /api/indication': ({ sale, query }) => shop.indicate(sale, query.get('language') === 'fr' ? 'fr' : 'en'),
    'POST /api/quote': ({ sale, form }) => shop.quote(sale, form),
    'POST /api/selection': ({ sale, form }) => shop.select(sale, readSelection(part(form.selection))),
    'POST /api/financing': ({ sale, form }) => shop.financing(sale, readLoanWishes(part(form.loan))),
    'POST /api/disclosures': ({ sale, form }) => shop.disclose(sale, readPaymentTerms(form), readLanguage(form)),
    'POST /api/disclosures/tick': ({ sale, form }) => shop.tick(sale, text(form.downloadId), form.isTicked === true),
    'POST /api/card': ({ sale, form }) => shop.startCard(sale, text(form.chargeDate)),
    'POST /api/card/confirm': ({ sale, form }) => shop.confirmCard(sale, text(form.ticket)),
    'POST /api/bind': ({ sale, form }) => shop.bind(sale, readBindForm(form)),
    'POST /api/bind/resume': ({ sale, form }) => shop.resumeBind(sale, readBankAccount(part(form.bankAccount))),
  };
}

/**
 * `/documents/declaration` is the declaration of the session's own sale: there is no id to guess. A disclosure has one,
 * and is found only in the sale that it was given in.
 */
export function documentNameOf(path: string): string | null {
  return /^\/documents\/(declaration|amended|letter|receipt|notice|refund|[\da-f-]{36})$/.exec(path)?.[1] ?? null;
}
