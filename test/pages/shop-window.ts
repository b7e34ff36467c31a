import assert from 'node:assert/strict';
import type { SaleView, Selection } from '../../shop/shop-api.ts';
import { applicant } from '../kit/sale/link-customer.ts';
import { type Answer, request } from '../kit/service/service.ts';

/**
 * A window of a customer's browser without the browser: it has the session's cookie, and acts on the sale that it
 * shows.
 */
export interface Window {
  readonly cookie: string;
  readonly sale: () => SaleView;
  /** Shows the sale as it is now. */
  readonly load: () => Promise<SaleView>;
  /** Any answer; a sale in it is shown from then on. */
  readonly post: (path: string, body?: object) => Promise<Answer>;
  /** One that has to work. */
  readonly act: (path: string, body?: object) => Promise<Answer>;
}

/** A customer's first window, or with a cookie another one of the same browser. */
export async function openWindow(shopUrl: string, given?: string): Promise<Window> {
  const first = await request(shopUrl, 'GET', '/api/shop', given === undefined ? {} : { headers: { cookie: given } });
  const cookie = given ?? first.headers.get('set-cookie')?.split(';')[0] ?? '';
  let sale: SaleView;
  const load = async (): Promise<SaleView> => {
    sale = (await request(shopUrl, 'GET', '/api/sale', { headers: { cookie } })).body;
    return sale;
  };
  const post = async (path: string, body: object = {}): Promise<Answer> => {
    const { id, edition } = sale;
    const asked = { shown: { id, edition }, ...body };
    const answer = await request(shopUrl, 'POST', `/api/${path}`, { headers: { cookie }, body: asked });
    const changed = answer.body.sale ?? answer.body;
    if (answer.status === 200 && changed.edition !== undefined) sale = changed;
    return answer;
  };
  const act = async (path: string, body?: object): Promise<Answer> => {
    const answer = await post(path, body);
    assert.equal(answer.status, 200, `${path}: ${answer.text}`);
    return answer;
  };
  await load();
  return { cookie, sale: () => sale, load, post, act };
}

/** From a VIN to prices and a choice among them, for another vehicle each time. */
export async function quoteIn(window: Window, effectiveDate: string, language = 'en'): Promise<void> {
  const { vin } = (await window.act('vin')).body;
  await window.act('look-up', { vin, odometer: 24_500, effectiveDate, purchaseMethod: 'Cash', language });
  await window.act('choice', { vehicleConfigurationId: window.sale().vehicles[0]?.id, series: 'Prime' });
  await window.act('quote', { ...applicant, emailAddress: 'marie-eve@example.ca', language });
  await window.act('selection', { selection: selectionIn(window.sale()) });
}

export function selectionIn({ quote }: SaleView): Selection {
  const term = quote?.replacementOptions[0];
  return {
    coverageCategory: 'Replacement',
    paymentTermInYears: term?.paymentTermInYears ?? 0,
    selectedProducts: term?.coverage.map(({ productType }) => productType) ?? [],
  };
}
