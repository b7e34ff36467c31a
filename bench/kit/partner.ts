import { makeTestVin } from '../../src/vehicles/test-vins.ts';
import type { SampleRequest } from './load.ts';

/** The requests that a partner's software would send, prepared before the measurement. */
export interface Partner {
  readonly authenticate: (isSeenBefore: boolean) => readonly SampleRequest[];
  readonly lookUps: readonly SampleRequest[];
  readonly quotes: readonly SampleRequest[];
}

// As many as a dealer's own: a quote looks for policies of its vehicle, which is quoted a few times, not thousands.
const vehiclesCount = 2_048;
/** From 3,000 to 66,000 km, so that what depends on it differs between requests. */
const odometerOf = (place: number): number => 3_000 + (place % 64) * 1_000;

export async function makePartner(url: string): Promise<Partner> {
  const { token } = await answerTo<{ token: string }>(url, authenticate('sandbox-password'));
  const headers = { authorization: `Bearer ${token}` };
  const effectiveDate = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
  const lookUps = testVins().map((vin, place) => lookUp(vin, effectiveDate, odometerOf(place), headers));
  const found: (readonly { readonly id: string }[])[] = [];
  for (let place = 0; place < lookUps.length; place += lookUpsAtOnce)
    found.push(...(await Promise.all(lookUps.slice(place, place + lookUpsAtOnce).map((one) => vehiclesOf(url, one)))));
  const quotes = found.flatMap(([vehicle], place) =>
    vehicle === undefined ? [] : [quote(vehicle.id, effectiveDate, odometerOf(place), headers)],
  );
  return {
    authenticate: (isSeenBefore) =>
      isSeenBefore
        ? [authenticate('sandbox-password')]
        : Array.from({ length: 1_000 }, (_, index) => authenticate(`wrong-password-${index}`)),
    lookUps,
    quotes,
  };
}

const lookUpsAtOnce = 64;

async function vehiclesOf(url: string, request: SampleRequest): Promise<readonly { readonly id: string }[]> {
  return (await answerTo<{ vehicles: readonly { readonly id: string }[] }>(url, request)).vehicles;
}

/** Spread over the years by a fixed sequence, so that every run has the same vehicles. */
function testVins(): readonly string[] {
  let state = 20_260;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const thisYear = new Date().getFullYear();
  return Array.from({ length: vehiclesCount }, (_, index) => makeTestVin(thisYear - (index % 4), next)!);
}

function authenticate(password: string): SampleRequest {
  const headers = { client_id: 'northbind-sandbox', client_secret: 'sandbox-client-secret' };
  return withBody({ method: 'POST', path: '/v1/authenticate', headers, body: null }, { username: 'ontario', password });
}

function lookUp(
  vin: string,
  effectiveDate: string,
  odometer: number,
  headers: SampleRequest['headers'],
): SampleRequest {
  const query = new URLSearchParams({
    Vin: vin,
    EffectiveDate: effectiveDate,
    Odometer: String(odometer),
    PurchaseMethod: 'Finance',
  });
  return { method: 'GET', path: `/v1/quote/vehicle-configurations?${query}`, headers, body: null };
}

function quote(
  vehicleConfigurationId: string,
  effectiveDate: string,
  odometer: number,
  headers: SampleRequest['headers'],
): SampleRequest {
  return withBody(
    { method: 'POST', path: '/v1/quote', headers, body: null },
    {
      series: 'Plus',
      vehicleConfigurationId,
      effectiveDate,
      odometer,
      purchaseMethod: 'Finance',
      dealerId: 'dl-sample-motors-ottawa',
      dealerContact: { name: 'Jordan Lee', emailAddress: 'jordan.lee@dealer.example', phoneNumber: '613-555-0142' },
      lienHolderId: 'lh-access-credit-union',
      applicant: {
        isCompany: false,
        firstOrCompanyName: 'Marie-Ève',
        lastName: 'Tremblay',
        addressLine1: '120 Example Street',
        addressLine2: 'Unit 4',
        city: 'Ottawa',
        postalCode: 'K1P 1A1',
        phoneNumber: '613-555-0123',
        emailAddress: 'marie-eve.tremblay@buyer.example',
      },
    },
  );
}

function withBody(request: SampleRequest, value: object): SampleRequest {
  const body = JSON.stringify(value);
  const headers = {
    ...request.headers,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  };
  return { ...request, headers, body };
}

async function answerTo<T>(url: string, { method, path, headers, body }: SampleRequest): Promise<T> {
  const answer = await fetch(url + path, { method, headers, body });
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}
