import { authenticate } from './authenticate.ts';
import { bind } from './bind.ts';
import { dealers } from './dealers.ts';
import { document } from './document.ts';
import { healthcheck } from './healthcheck.ts';
import { healthcheckLive } from './healthcheck-live.ts';
import { lienholders } from './lienholders.ts';
import type { Operation } from './operation.ts';
import { paymentCard } from './payment-card.ts';
import { paymentCardConfirm } from './payment-card-confirm.ts';
import { quote } from './quote.ts';
import { quoteFinancing } from './quote-financing.ts';
import { moveSandboxClock, readSandboxClock } from './sandbox-clock.ts';
import { sandboxLedger } from './sandbox-ledger.ts';
import { sandboxOutbox } from './sandbox-outbox.ts';
import { sandboxReset } from './sandbox-reset.ts';
import { testVin } from './test-vin.ts';
import { vehicleConfigurations } from './vehicle-configurations.ts';

/** Every operation of the contract, in the order of a sale. */
export const operations = [
  authenticate,
  vehicleConfigurations,
  dealers,
  lienholders,
  quote,
  quoteFinancing,
  paymentCard,
  paymentCardConfirm,
  bind,
  document,
  healthcheck,
  healthcheckLive,
  testVin,
  readSandboxClock,
  moveSandboxClock,
  sandboxLedger,
  sandboxOutbox,
  sandboxReset,
] as const satisfies readonly Operation[];
