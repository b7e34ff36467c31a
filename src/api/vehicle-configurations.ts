import type { vehicleConfigurations as operation } from '@northbind/contract/vehicle-configurations.ts';
import type { Clock } from '../domain/calendar/calendar.ts';
import { todayOf } from '../domain/seller.ts';
import { lookUpVehicle, type VehicleLookUpParts } from '../flows/look-up-vehicle.ts';
import { noResult, ok, refused } from './kit/answer.ts';
import type { Handle } from './kit/operation-route.ts';
import { wireVehicle } from './kit/wire-vehicle.ts';

export interface VehicleConfigurationsParts extends VehicleLookUpParts {
  readonly clock: Clock;
}

export function handleVehicleConfigurations(parts: VehicleConfigurationsParts): Handle<typeof operation> {
  return ({ seller, query, language }) => {
    const result = lookUpVehicle(parts, {
      seller,
      today: todayOf(seller, parts.clock()),
      vin: query.Vin,
      effectiveDate: query.EffectiveDate,
      odometer: query.Odometer ?? null,
      purchaseMethod: query.PurchaseMethod ?? null,
    });
    switch (result.kind) {
      case 'found':
        return ok({ vehicles: result.vehicles.map((vehicle) => wireVehicle(vehicle.id, vehicle, language)) });
      case 'unresolved':
        return noResult;
      case 'refused':
        return refused(result.refusals);
    }
  };
}
