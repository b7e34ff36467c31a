import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { addDays, type PlainDate } from '../domain/calendar/calendar.ts';
import type { Lookup } from '../domain/vehicle/lookup.ts';

/**
 * The id of a vehicle configuration carries everything a quote needs of the look-up: the configuration itself, the
 * seller that asked, and what the look-up named. It is signed, so no row is written by a GET and nobody can make one
 * up; and a quote of a known configuration does not depend on the decoder's data of another day.
 */
export interface VehicleIds {
  readonly write: (lookup: Lookup) => string;
  /** Null when the id is forged, of another seller or too old. */
  readonly read: (id: string, sellerId: string, today: PlainDate) => Lookup | null;
}

// A look-up is for a policy that starts within 30 days; a revision may follow on the last of them.
const validDays = 31;
const signatureBytes = 16;

export function makeVehicleIds(key: string): VehicleIds {
  const secret = createSecretKey(Buffer.from(key));
  const sign = (payload: string): Buffer =>
    createHmac('sha256', secret).update(payload, 'utf8').digest().subarray(0, signatureBytes);

  const lookupOf = (id: string): Lookup | null => {
    const [payload = '', signature = '', ...rest] = id.split('.');
    const given = Buffer.from(signature, 'base64url');
    if (rest.length > 0 || given.length !== signatureBytes || !timingSafeEqual(given, sign(payload))) return null;
    return JSON.parse(Buffer.from(payload, 'base64url').toString()) as Lookup; // Signed by us, so it has our form.
  };
  return {
    write: (lookup) => {
      const payload = Buffer.from(JSON.stringify(lookup)).toString('base64url');
      return `${payload}.${sign(payload).toString('base64url')}`;
    },
    read: (id, sellerId, today) => {
      const lookup = lookupOf(id.trim());
      if (lookup === null || lookup.sellerId !== sellerId) return null;
      return today > addDays(lookup.lookedUpOn, validDays) ? null : lookup;
    },
  };
}
