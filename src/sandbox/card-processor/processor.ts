import { type PartyOptions, type RunningParty, startParty } from '../party.ts';
import { addCheckoutFiles } from './checkout-files.ts';
import { addCustomerApi } from './customer-api.ts';
import { addMerchantApi } from './merchant-api.ts';

export interface CardProcessorOptions extends PartyOptions {
  /** Where browsers reach it, when that is not where it listens. */
  readonly publicUrl: string | null;
}

export interface RunningCardProcessor extends RunningParty {
  /** Where browsers and partners' tests reach it. */
  readonly publicOrigin: string;
}

/** The sandbox card processor: `/api` for the merchant, `/checkout` for the customer. */
export async function startCardProcessor(options: CardProcessorOptions): Promise<RunningCardProcessor> {
  const running = await startParty(
    {
      name: 'card processor',
      tables: new URL('./tables.sql', import.meta.url),
      access: { table: 'sandbox_cards.merchant', column: 'api_token' },
      bodyBytesMax: 8 * 1024,
      addRoutes: (app, parts) => {
        app.register(async (api) => addMerchantApi(api, parts), { prefix: '/api' });
        app.register(
          async (checkout) => {
            addCustomerApi(checkout, parts);
            addCheckoutFiles(checkout);
          },
          { prefix: '/checkout' },
        );
      },
    },
    options,
  );
  return { ...running, publicOrigin: options.publicUrl?.replace(/\/+$/, '') ?? running.origin };
}
