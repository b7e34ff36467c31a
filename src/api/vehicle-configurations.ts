import { vehicleConfigurations } from '@northbind/contract/vehicle-configurations.ts';
import { lookUpVehicle, type VehicleLookUpParts } from '../flows/look-up-vehicle.ts';
import { wireVehicle } from '../flows/wire/wire-vehicle.ts';
import { noResult, ok, refused } from './kit/answer.ts';
import type { AddOperation } from './kit/operation-route.ts';

export function addVehicleConfigurations(add: AddOperation, parts: VehicleLookUpParts): void {
  add(vehicleConfigurations, ({ seller, today, query, language }) => {
    const result = lookUpVehicle(parts, {
      seller,
      today,
      vin: query.Vin,
      effectiveDate: query.EffectiveDate,
      odometer: query.Odometer ?? null,
      purchaseMethod: query.PurchaseMethod ?? null,
    });
    switch (result.kind) {
      case 'found':
        return ok({ vehicles: result.vehicles.map((one) => ({ id: one.id, ...wireVehicle(one, language) })) });
      case 'unresolved':
        return noResult;
      case 'refused':
        return refused(result.refusals);
    }
  });
}
