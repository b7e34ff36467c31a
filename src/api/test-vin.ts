import { testVin } from '@northbind/contract/test-vin.ts';
import { drawTestVin, type TestVinParts } from '../flows/vehicle/test-vin.ts';
import { ok, refused, valid } from './kit/answer.ts';
import type { AddOperation } from './kit/operation-route.ts';

export function addTestVin(add: AddOperation, parts: TestVinParts): void {
  add(testVin, async ({ seller, today, query: { year }, fault }) => {
    if (fault === 'TestVinProductionDisabled') return refused([{ code: fault, field: '' }]);
    const vin = await drawTestVin(parts, { seller, today, year });
    return typeof vin === 'string' ? ok({ ...valid, vin, year }) : refused([vin]);
  });
}
