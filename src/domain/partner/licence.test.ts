import assert from 'node:assert/strict';
import test from 'node:test';
import { isLicenceNeeded, judgeLicences, type Licences } from './licence.ts';

const requirements = [
  { province: 'AB', fromDay: '2026-11-15', isNeeded: true },
  { province: 'AB', fromDay: '2027-01-01', isNeeded: false },
  { province: 'SK', fromDay: '2026-01-01', isNeeded: true },
] as const;

test('a licence is needed from its day on until the day on which it is not', () => {
  const neededOn = (today: string) => isLicenceNeeded(requirements, 'AB', today);
  assert.deepEqual(['2026-11-14', '2026-11-15', '2026-12-31', '2027-01-01'].map(neededOn), [false, true, true, false]);
  assert.equal(isLicenceNeeded(requirements, 'ON', '2026-12-01'), false);
});

test('a licence is valid to the end of its last day, of the seller and of the dealer alike', () => {
  const lastDays = new Map([
    ['seller s AB', '2026-11-20'],
    ['dealer d AB', '2026-11-18'],
    ['dealer s AB', '2030-01-01'],
  ]);
  const licences: Licences = {
    requirements,
    lastDayOf: ({ kind, id }, province) => lastDays.get(`${kind} ${id} ${province}`) ?? null,
  };
  const seller = { id: 's', name: 'Seller', province: 'AB' } as const;
  const missing = (today: string, dealer: { id: string; name: string } | null) =>
    judgeLicences(licences, { seller, dealer, today }).map(({ params }) => params?.holder);
  const dealer = { id: 'd', name: 'Dealer' };
  assert.deepEqual(missing('2026-11-18', dealer), []);
  assert.deepEqual(missing('2026-11-19', dealer), ['Dealer']);
  assert.deepEqual(missing('2026-11-20', null), []);
  assert.deepEqual(missing('2026-11-21', null), ['Seller']);
  assert.deepEqual(missing('2026-11-21', dealer), ['Seller', 'Dealer']);
  assert.deepEqual(missing('2026-11-16', { id: 'other', name: 'Other' }), ['Other']);
  const elsewhere = judgeLicences(licences, { seller: { ...seller, province: 'SK' }, dealer, today: '2026-11-16' });
  assert.deepEqual(elsewhere[0], {
    code: 'SellerNotLicensed',
    field: '',
    params: { province: 'SK', holder: 'Seller' },
  });
});
