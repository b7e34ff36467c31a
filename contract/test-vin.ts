import { defineOperation } from './operation.ts';
import { answer } from './schemas/envelope.ts';
import { int32, integer, string } from './schemas/scalars.ts';
import { Type } from './type.ts';

export const testVinQuery = Type.Object({
  year: int32('The model year that the VIN decodes to.', { examples: [2024] }),
});

export const testVinAnswer = answer('TestVin', 'A VIN to test with.', {
  vin: string('A real VIN that has not been used here.', '1HGCM82633A004352'),
  year: integer('The model year that it decodes to.', 2024),
});

/** Production has it, too, and refuses it. */
export const testVin = defineOperation({
  id: 'testVin',
  route: 'GET /v1/test-vin',
  tag: 'Sandbox',
  summary: 'Get a VIN to test with',
  description: 'A real, unused VIN of the given model year. In production it is refused.',
  request: { query: testVinQuery },
  ok: { description: 'The VIN.', schema: testVinAnswer },
  refusals: ['TestVinProductionDisabled', 'TestVinNotAvailable'],
  faults: ['TestVinProductionDisabled'],
});
