import { vehicleConfigurations } from '@northbind/contract/vehicle-configurations.ts';
import { vinFaultParams } from '../domain/vehicle/vin.ts';
import { wireVehicle } from '../flows/policy/wire-vehicle.ts';
import { lookUpVehicle, type VehicleLookUpParts } from '../flows/vehicle/look-up-vehicle.ts';
import { noResult, ok, refused, type WireRefusal } from './kit/answer.ts';
import type { AddOperationWithFaults, FaultyCall } from './kit/operation-route.ts';
import type { FormFault } from './kit/read-request.ts';

export function addVehicleConfigurations(add: AddOperationWithFaults, parts: VehicleLookUpParts): void {
  add(vehicleConfigurations, (call) => {
    if (call.formFaults.length > 0) return refused(call.formFaults.map((fault) => withVinParams(fault, call)));
    const { seller, today, query, language } = call;
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

/** A VIN that the schema refuses, for its length most often, is told what is wrong as well. */
function withVinParams(fault: FormFault, { request }: FaultyCall<typeof vehicleConfigurations>): WireRefusal {
  if (fault.code !== 'VinInvalid') return fault;
  const given = Object.entries(request.query as object).find(([name]) => name.toLowerCase() === 'vin')?.[1];
  return typeof given === 'string' ? { ...fault, params: vinFaultParams(given) } : fault;
}
