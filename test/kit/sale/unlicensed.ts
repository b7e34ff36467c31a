import type { Province } from '../../../src/domain/province.ts';
import { until } from '../processes/until.ts';
import type { Answer, TestService } from '../service/service.ts';
import { assertRefused, inDatabase } from './quoting.ts';

const code = 'SellerNotLicensed';

/** Asserts that a call is refused while its province needs licences, which nobody has, and no longer after that. */
export async function assertUnlicensed(
  { databaseUrl }: Pick<TestService, 'databaseUrl'>,
  province: Province,
  call: () => Promise<Answer>,
): Promise<typeof code> {
  const add = `INSERT INTO licence_requirement (province, from_day, is_needed) VALUES ($1, '2000-01-01', true)`;
  await inDatabase(databaseUrl, add, [province]);
  assertRefused(await until(call, ({ codes }) => codes.includes(code)), [code]);
  await inDatabase(databaseUrl, 'DELETE FROM licence_requirement WHERE province = $1', [province]);
  await until(call, ({ codes }) => !codes.includes(code));
  return code;
}
