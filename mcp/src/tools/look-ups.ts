import type { Northbind } from '@northbind/sdk';
import * as z from 'zod';
import { answerOf } from '../answers.ts';
import { defineTool, firstOf, readOnly, type Tool } from '../tool.ts';
import { effectiveDate, odometer, purchaseMethod } from './inputs.ts';

export function lookUpTools(northbind: Northbind): readonly Tool[] {
  return [
    defineTool({
      name: 'get_seller',
      description:
        'What the seller may do: province, series, payment methods, products, what a quote or a bind of it must carry.',
      annotations: readOnly,
      input: {},
      output: answerOf('seller'),
      run: () => northbind.seller.get(),
    }),
    defineTool({
      name: 'look_up_vehicle',
      description:
        'Returns the configurations that a VIN can stand for and that can be covered. The customer chooses one; its id goes into quote. An empty list: the vehicle is not eligible.',
      annotations: readOnly,
      input: { vin: z.string().min(1).max(40).describe('17 characters'), effectiveDate, odometer, purchaseMethod },
      output: answerOf('vehicleConfigurations'),
      run: async (query) => firstOf('vehicles', await northbind.vehicles.lookUp(query)),
    }),
    defineTool({
      name: 'search_lienholders',
      description:
        'Finds who leases or finances a vehicle, best match first. quote needs the id unless it is paid in cash.',
      annotations: readOnly,
      input: { search: z.string().min(3).max(100).describe('At least 3 characters of the name') },
      output: answerOf('lienholders'),
      run: async ({ search }) => firstOf('lienHolders', await northbind.lienHolders.search(search)),
    }),
    defineTool({
      name: 'list_dealers',
      description: 'The dealers through which the seller may sell the series Plus. quote needs the id for Plus.',
      annotations: readOnly,
      input: { search: z.string().max(100).exactOptional().describe('Part of a name or a city') },
      output: answerOf('dealers'),
      run: async ({ search = '' }) => {
        const sought = search.toLowerCase();
        const dealers = await northbind.dealers.list();
        return firstOf(
          'dealers',
          dealers.filter(({ name, city }) => `${name}\n${city}`.toLowerCase().includes(sought)),
        );
      },
    }),
  ];
}
