import { createHash } from 'node:crypto';
import { ToolRefusal } from './failure.ts';

const keptMax = 1_000;

/**
 * Short names for the ids of vehicle configurations. An id has hundreds of characters, which an assistant reads and
 * writes at its price and sometimes wrongly. The same id has the same name; the names last as long as this server.
 */
export class VehicleHandles {
  readonly #ids = new Map<string, string>();

  /** The vehicle with a short name for its id. */
  readonly shorten = <T extends { readonly id: string }>(vehicle: T): T => {
    const handle = `vehicle-${createHash('sha256').update(vehicle.id).digest('hex').slice(0, 8)}`;
    this.#ids.delete(handle);
    this.#ids.set(handle, vehicle.id);
    const [oldest] = this.#ids.keys();
    if (this.#ids.size > keptMax) this.#ids.delete(oldest!);
    return { ...vehicle, id: handle };
  };

  /** The id behind a name. */
  idOf(handle: string): string {
    const id = this.#ids.get(handle);
    if (id === undefined) throw unknownVehicle;
    return id;
  }
}

const unknownVehicle = new ToolRefusal({
  code: 'VehicleHandleUnknown',
  message: 'This server has not given out this vehicle, or was started anew since.',
  whatToDo: 'Call look_up_vehicle again, and send one of its ids.',
});
