import assert from 'node:assert/strict';
import { type Answer, request, type TestService } from '../service/service.ts';
import type { Json } from './quoting.ts';

/** The page of a sale link as its own script calls it, without a browser. */
export interface SalePage {
  readonly linkId: string;
  readonly url: string;
  /** One call, for the sale as this window shows it. What it answers is what is shown from then on. */
  readonly step: (name: string, body?: Json) => Promise<Answer>;
  /** Up to a selection that is to be paid: the three-year term of Replacement, required products alone. */
  readonly shop: (changes?: Json) => Promise<Answer['body']>;
  /** The prices for somebody with other facts, of the vehicle that was chosen. */
  readonly quote: (changes?: Json) => Promise<Answer>;
}

const asked = { odometer: 24_500, purchaseMethod: 'Cash' };
const applicant = {
  firstOrCompanyName: 'Robin',
  lastName: 'Tremblay',
  addressLine1: '301 Front Street West',
  city: 'Toronto',
  postalCode: 'M5V 2T6',
  phoneNumber: '416-555-0142',
  emailAddress: 'robin@example.ca',
};

/** Makes a link of the seller ontario and opens its page; a second window or instance opens it by `at`. */
export async function openSalePage(
  service: TestService,
  { link = {}, at }: { readonly link?: Json; readonly at?: SalePage } = {},
): Promise<SalePage> {
  const token = await service.login();
  const made = at === undefined ? await makeLink(service, token, link) : { linkId: at.linkId, path: pathOf(at.url) };
  let shown: Json = {};
  const show = (answer: Answer): Answer => {
    const sale = answer.body?.sale ?? answer.body;
    if (answer.status === 200 && sale?.edition !== undefined) shown = { id: sale.id, edition: sale.edition };
    return answer;
  };
  const call = async (method: string, name: string, body?: Json) =>
    show(await request(service.url, method, `${made.path}/api/${name}`, body && { body: { ...body, shown } }));
  await call('GET', 'sale');
  const done = async (name: string, body: Json): Promise<Answer['body']> => {
    const answer = await call('POST', name, body);
    assert.equal(answer.status, 200, `${name}: ${answer.text}`);
    return answer.body;
  };
  const quote = (changes: Json = {}) => call('POST', 'quote', { ...applicant, ...changes });
  return {
    linkId: made.linkId,
    url: service.url + made.path,
    step: (name, body = {}) => call('POST', name, body),
    quote,
    shop: async (changes = {}) => {
      const [{ vin }, { today }] = await Promise.all(
        ['/v1/test-vin?year=2024', '/sandbox/clock'].map(
          async (path) => (await service.call('GET', path, { token })).body,
        ),
      );
      const { vehicles } = await done('look-up', { ...asked, vin, effectiveDate: today, ...changes });
      await done('choice', { vehicleConfigurationId: vehicles[0].id, series: 'Prime' });
      const quoted = await quote(changes);
      assert.equal(quoted.status, 200, quoted.text);
      const selection = { coverageCategory: 'Replacement', paymentTermInYears: 3, selectedProducts: ['RPL'] };
      return done('selection', { selection });
    },
  };
}

async function makeLink(service: TestService, token: string, body: Json) {
  const made = await service.call('POST', '/v1/sale-links', { token, body });
  assert.equal(made.status, 201, made.text);
  return { linkId: String(made.body.id), path: pathOf(made.body.url) };
}

const pathOf = (url: string): string => new URL(url).pathname;
