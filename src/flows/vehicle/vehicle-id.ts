import { createHash, createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { PlainDate } from '../../domain/calendar.ts';
import type { PurchaseMethod } from '../../domain/quote/vocabulary.ts';
import type { Lookup } from '../../domain/vehicle/lookup.ts';
import type { VehicleConfiguration } from '../../domain/vehicle/vehicle.ts';
import type { PreviousKey } from '../credential/previous-key.ts';

/**
 * The id of a vehicle configuration says what the look-up asked and which of the VIN's configurations is meant:
 *
 *   2T3B1RFV0RW000001.2026-11-20.24500.Cash.<digest of the configuration>.<signature>
 *
 * It is signed with its seller, so that it can't be forged and the look-up writes no row. The quote decodes the VIN
 * again. If the data have changed since and no configuration is what the customer chose, the id means nothing any more.
 */
export interface VehicleIds {
  readonly write: (lookup: Lookup) => string;
  /** Returns null if the id is forged or of another seller, or if none of the configurations is the one it means. */
  readonly read: (
    id: string,
    sellerId: string,
    configurationsOf: (vin: string) => readonly VehicleConfiguration[],
  ) => Lookup | null;
}

const signatureBytes = 16;
const digestBytes = 8;

export function makeVehicleIds(key: string, previous: PreviousKey | null = null): VehicleIds {
  const sign = signerOf(key);
  const signBefore = previous && signerOf(previous.key);

  const isSigned = (payload: string, sellerId: string, signature: string): boolean => {
    if (isSame(signature, sign(payload, sellerId))) return true;
    if (signBefore === null || !isSame(signature, signBefore(payload, sellerId))) return false;
    previous?.onUse();
    return true;
  };
  return {
    write: (lookup) => {
      const { vehicle, sellerId, effectiveDate, odometer, purchaseMethod } = lookup;
      const payload = [vehicle.vin, effectiveDate, odometer ?? '', purchaseMethod ?? '', digestOf(vehicle)].join('.');
      return `${payload}.${sign(payload, sellerId)}`;
    },
    read: (id, sellerId, configurationsOf) => {
      const trimmed = id.trim();
      const end = trimmed.lastIndexOf('.');
      const payload = trimmed.slice(0, Math.max(end, 0));
      if (!isSigned(payload, sellerId, trimmed.slice(end + 1))) return null;
      // The signature guarantees the form.
      const [vin, effectiveDate, odometer, purchaseMethod, digest] = payload.split('.') as Fields;
      const vehicle = configurationsOf(vin).find((one) => digestOf(one) === digest);
      if (vehicle === undefined) return null;
      return {
        vehicle,
        sellerId,
        effectiveDate,
        odometer: odometer === '' ? null : Number(odometer),
        purchaseMethod: purchaseMethod === '' ? null : purchaseMethod,
      };
    },
  };
}

type Fields = [
  vin: string,
  effectiveDate: PlainDate,
  odometer: string,
  purchaseMethod: PurchaseMethod | '',
  digest: string,
];

/** Digests what the customer saw. What is not shown, such as the weight, is judged by the data of the quote's day. */
function digestOf(vehicle: VehicleConfiguration): string {
  const { year, make, model, trim, bodyClass, driveType, fuelType, engine } = vehicle;
  const shown = JSON.stringify([year, make, model, trim, bodyClass, driveType, fuelType, engine]);
  return createHash('sha256').update(shown).digest().subarray(0, digestBytes).toString('base64url');
}

function signerOf(key: string): (payload: string, sellerId: string) => string {
  const secret = createSecretKey(Buffer.from(key));
  return (payload, sellerId) => {
    const digest = createHmac('sha256', secret).update(`${payload}.${sellerId}`).digest();
    return digest.subarray(0, signatureBytes).toString('base64url');
  };
}

/** Compares texts, not bytes: the last character of a signature has bits to spare, and only one spelling of it is ours. */
function isSame(given: string, expected: string): boolean {
  const [bytes, expectedBytes] = [Buffer.from(given), Buffer.from(expected)];
  return bytes.length === expectedBytes.length && timingSafeEqual(bytes, expectedBytes);
}
