import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { addDays, type PlainDate } from '../../domain/calendar.ts';
import type { Lookup } from '../../domain/vehicle/lookup.ts';
import type { PreviousKey } from '../credential/previous-key.ts';

/**
 * The id of a vehicle configuration carries everything that a quote needs of the look-up: the configuration, the
 * seller, and the look-up's parameters. It is signed, so that it can't be forged and the look-up writes no row; and the
 * quote does not depend on later decoder data.
 */
export interface VehicleIds {
  readonly write: (lookup: Lookup) => string;
  /** Returns null if the id is forged, of another seller or too old. */
  readonly read: (id: string, sellerId: string, today: PlainDate) => Lookup | null;
}

// A policy starts within 30 days of the look-up, and a revision may follow on the last of them.
const validDays = 31;
const signatureBytes = 16;
// A quote follows its look-up soon, and is often revised.
const knownMax = 4_096;

export function makeVehicleIds(key: string, previous: PreviousKey | null = null): VehicleIds {
  const sign = signerOf(key);
  const signBefore = previous && signerOf(previous.key);
  /** Whole ids that this process has signed or seen to be signed: what they carry. */
  const known = new Map<string, Lookup>();
  const remember = (id: string, lookup: Lookup): void => {
    if (known.size >= knownMax) known.clear();
    known.set(id, lookup);
  };

  const lookupOf = (id: string): Lookup | null => {
    const [payload = '', signature = '', ...rest] = id.split('.');
    const given = Buffer.from(signature, 'base64url');
    if (rest.length > 0 || given.length !== signatureBytes) return null;
    const isSigned = timingSafeEqual(given, sign(payload));
    if (!isSigned && !(signBefore !== null && timingSafeEqual(given, signBefore(payload)))) return null;
    // The signature guarantees the form.
    const lookup = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Lookup;
    if (isSigned) remember(id, lookup);
    else previous?.onUse();
    return lookup;
  };
  return {
    write: (lookup) => {
      const payload = Buffer.from(JSON.stringify(lookup)).toString('base64url');
      const id = `${payload}.${sign(payload).toString('base64url')}`;
      remember(id, lookup);
      return id;
    },
    read: (id, sellerId, today) => {
      const trimmed = id.trim();
      const lookup = known.get(trimmed) ?? lookupOf(trimmed);
      if (lookup === null || lookup.sellerId !== sellerId) return null;
      return today > addDays(lookup.lookedUpOn, validDays) ? null : lookup;
    },
  };
}

function signerOf(key: string): (payload: string) => Buffer {
  const secret = createSecretKey(Buffer.from(key));
  return (payload) => createHmac('sha256', secret).update(payload, 'utf8').digest().subarray(0, signatureBytes);
}
