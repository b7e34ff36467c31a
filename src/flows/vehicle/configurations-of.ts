import type { VehicleConfiguration } from '../../domain/vehicle/vehicle.ts';
import { applyPattern } from '../../domain/vehicle/vin-pattern.ts';
import type { Parts } from '../parts.ts';

/** The configurations of a VIN, by the public data and by what the operator knows of VINs that begin like it. */
export function configurationsOf(
  { decoder, reference }: Parts<'decoder' | 'reference'>,
  vin: string,
): readonly VehicleConfiguration[] {
  const patterns = reference().vinPatterns.matching(vin);
  return patterns.reduce((before, pattern) => applyPattern(pattern, vin, before), decoder.decode(vin));
}
