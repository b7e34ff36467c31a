import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { addDays, type PlainDate } from '../domain/calendar/calendar.ts';
import type { Lookup } from '../domain/vehicle/lookup.ts';

/**
 * The id of a vehicle configuration carries everything a quote needs of the look-up: the configuration itself, the seller
 * that asked, and what the look-up named. It is signed, so no row is written by a GET and nobody can make one up; and a
 * quote of a known configuration does not depend on the decoder's data of another day.
 */
export interface VehicleIds {
  readonly write: (lookup: Lookup) => string;
  /** Null when the id is forged, of another seller or too old. */
  readonly read: (id: string, sellerId: string, today: PlainDate) => Lookup | null;
}

// A look-up is for a policy that starts within 30 days; a revision may follow on the last of them.
const validDays = 31;
const signatureBytes = 16;
// An entry takes about 1.5 KB.
const knownMax = 5_000;

export function makeVehicleIds(key: string): VehicleIds {
  const secret = createSecretKey(Buffer.from(key));
  const sign = (payload: string): Buffer =>
    createHmac('sha256', secret).update(payload, 'utf8').digest().subarray(0, signatureBytes);

  // A quote follows its look-up within minutes, mostly here: what was just written need not be checked and parsed again.
  const known = new Map<string, Lookup>();
  const remember = (id: string, lookup: Lookup): void => {
    if (known.size >= knownMax) known.clear();
    known.set(id, lookup);
  };
  const lookupOf = (id: string): Lookup | null => {
    const seen = known.get(id);
    if (seen !== undefined) return seen;
    const [payload = '', signature = '', ...rest] = id.split('.');
    const given = Buffer.from(signature, 'base64url');
    if (rest.length > 0 || given.length !== signatureBytes || !timingSafeEqual(given, sign(payload))) return null;
    const lookup = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Lookup; // Signed by us, so it has our form.
    remember(id, lookup);
    return lookup;
  };
  return {
    write: (lookup) => {
      const text = JSON.stringify(lookup);
      const payload = Buffer.from(text).toString('base64url');
      const id = `${payload}.${sign(payload).toString('base64url')}`;
      // Read anew, since the decoder's texts are slices of its data, which are written into a row at half the speed.
      remember(id, JSON.parse(text) as Lookup);
      return id;
    },
    read: (id, sellerId, today) => {
      const lookup = lookupOf(id.trim());
      if (lookup === null || lookup.sellerId !== sellerId) return null;
      return today > addDays(lookup.lookedUpOn, validDays) ? null : lookup;
    },
  };
}
