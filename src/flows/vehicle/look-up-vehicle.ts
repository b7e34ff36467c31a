import type { PlainDate } from '../../domain/calendar.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import type { PurchaseMethod } from '../../domain/quote/vocabulary.ts';
import { type Refused, refusal, refused } from '../../domain/refusal.ts';
import { bookForQuote } from '../../domain/tariff/book-for-quote.ts';
import { isEligible, judgeEligibility } from '../../domain/vehicle/eligibility.ts';
import type { VehicleConfiguration } from '../../domain/vehicle/vehicle.ts';
import { checkVin, vinFaultParams, withoutSerial } from '../../domain/vehicle/vin.ts';
import type { Parts } from '../parts.ts';
import { configurationsOf } from './configurations-of.ts';
import type { UnresolvedVins } from './unresolved-vins.ts';

export type VehicleLookUpParts = Parts<'decoder' | 'reference' | 'vehicleIds' | 'log'> & {
  readonly unresolvedVins: Pick<UnresolvedVins, 'observe'>;
};

export interface VehicleLookUpInputs {
  readonly seller: Seller;
  readonly today: PlainDate;
  readonly vin: string;
  readonly effectiveDate: PlainDate;
  readonly odometer: number | null;
  readonly purchaseMethod: PurchaseMethod | null;
}

export type VehicleLookUpResult =
  | { readonly kind: 'found'; readonly vehicles: readonly (VehicleConfiguration & { readonly id: string })[] }
  | { readonly kind: 'unresolved' }
  | Refused;

/**
 * Returns the configurations of a VIN that the seller may quote. Writes nothing: the ids say what was asked.
 */
export function lookUpVehicle(parts: VehicleLookUpParts, inputs: VehicleLookUpInputs): VehicleLookUpResult {
  const { reference, vehicleIds, log } = parts;
  const { seller, today, effectiveDate, odometer, purchaseMethod } = inputs;
  const check = checkVin(inputs.vin);
  if (!check.ok) return refused(refusal('VinInvalid', 'Vin', vinFaultParams(inputs.vin)));
  const configurations = decode(parts, check.vin);
  if (configurations.length === 0) return { kind: 'unresolved' };

  const book = bookForQuote(reference().tariffs, { today, effectiveDate });
  if (book === null) return { kind: 'found', vehicles: [] };
  const asked = { effectiveDate, odometer, purchaseMethod, series: seller.series };
  const facts = { sellerId: seller.id, vinWithoutSerial: withoutSerial(check.vin), rateBook: book.version };
  const eligible = configurations.filter((vehicle) => {
    const verdicts = judgeEligibility(book, vehicle, asked);
    if (isEligible(verdicts)) return true;
    log.info('vehicle ineligible', { ...facts, verdicts });
    return false;
  });
  const lookup = { sellerId: seller.id, effectiveDate, odometer, purchaseMethod };
  return {
    kind: 'found',
    vehicles: eligible.map((vehicle) => ({ ...vehicle, id: vehicleIds.write({ vehicle, ...lookup }) })),
  };
}

/** Tells the operator of a VIN that could not be read, or not with certainty. */
function decode(parts: VehicleLookUpParts, vin: string) {
  const { unresolvedVins, log } = parts;
  const decoded = configurationsOf(parts, vin);
  const [first] = decoded;
  if (first !== undefined && first.isUnconfirmed !== true) return decoded;
  const guess = first === undefined ? null : `${first.make} ${first.model}`;
  log.info(guess === null ? 'vehicle not resolved' : 'vehicle not confirmed', {
    vinWithoutSerial: withoutSerial(vin),
    guess,
  });
  unresolvedVins.observe(vin, guess);
  return decoded;
}
