import { type PartyOptions, type RunningParty, startParty } from '../party.ts';
import { addLenderApi } from './lender-api.ts';

/** The sandbox lender. */
export function startLender(options: PartyOptions): Promise<RunningParty> {
  const access = { table: 'sandbox_lender.access', column: 'token' };
  const tables = new URL('./tables.sql', import.meta.url);
  return startParty({ name: 'lender', tables, access, bodyBytesMax: 64 * 1024, addRoutes: addLenderApi }, options);
}
