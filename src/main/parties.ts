import { callThrough } from '../adapters/exchange.ts';
import { makeHttpLender } from '../adapters/http-lender/http-lender.ts';
import { makeMoneris } from '../adapters/moneris/moneris.ts';
import { blockOutbound, noCardProcessor, noLender } from '../adapters/none/none.ts';
import { makeCardDisputes, type RecordDispute } from '../adapters/sandbox-cards/card-disputes.ts';
import { makeCardFaults } from '../adapters/sandbox-cards/card-faults.ts';
import { makeCardLedger } from '../adapters/sandbox-cards/card-ledger.ts';
import { makeSandboxCards } from '../adapters/sandbox-cards/sandbox-cards.ts';
import { makeLoanFaults } from '../adapters/sandbox-lender/loan-faults.ts';
import { makeLoanLedger } from '../adapters/sandbox-lender/loan-ledger.ts';
import { makeLoanStanding } from '../adapters/sandbox-lender/loan-standing.ts';
import type { Clock } from '../domain/calendar.ts';
import type { Log } from '../domain/log.ts';
import type { CardProcessor } from '../ports/card-processor.ts';
import type { Lender } from '../ports/lender.ts';
import { startCardProcessor } from '../sandbox/card-processor/processor.ts';
import type { SandboxFaultParts } from '../sandbox/kept-faults.ts';
import type { SandboxLedgerParts } from '../sandbox/ledger.ts';
import { startLender } from '../sandbox/lender/start-lender.ts';
import type { SandboxLoansParts } from '../sandbox/loans.ts';
import type { CleanupStack } from './cleanup-stack.ts';
import type { Config, MonerisSettings } from './config.ts';
import type { SandboxAddresses } from './sandbox-addresses.ts';
import { startRehearsal } from './start-rehearsal.ts';

/** The outside parties, through the adapters that the configuration names. */
export interface Parties {
  readonly cards: CardProcessor;
  readonly lender: Lender;
  /** What only the sandbox's parties can be asked; null in production. */
  readonly sandbox:
    | (Pick<SandboxLedgerParts, 'readCardLedger' | 'readLoans'> &
        Pick<SandboxLoansParts, 'setLoanStanding'> & { readonly recordDispute: RecordDispute } & SandboxFaultParts)
    | null;
}

export interface PartiesParts {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Where the sandbox's parties already run; null to start them here. Unused in production. */
  readonly elsewhere: SandboxAddresses | null;
}

export async function openParties(parts: PartiesParts, cleanup: CleanupStack): Promise<Parties> {
  const parties = await reachParties(parts, cleanup);
  if (!parts.config.isOutboundOff) return parties;
  return { ...parties, cards: blockOutbound(parties.cards), lender: blockOutbound(parties.lender) };
}

async function reachParties(parts: PartiesParts, cleanup: CleanupStack): Promise<Parties> {
  useProxy(parts.config);
  if (parts.config.isRehearsal) return rehearseParties(parts, cleanup);
  if (parts.config.mode === 'production') return nameParties(parts.config);
  const addresses = parts.elsewhere ?? (await startSandboxParties(parts, cleanup));
  const sandbox = reachSandboxParties(addresses);
  const { processor } = parts.config;
  switch (processor.kind) {
    case 'sandbox':
      return sandbox;
    case 'moneris':
      return rehearse(sandbox, processor);
    case 'rehearsal':
    case 'none':
      throw new Error('The sandbox is not started without its card processor.');
  }
}

/** Production mode with the sandbox's parties, which then run in a process of their own. */
async function rehearseParties({ config, databaseUrl, log }: PartiesParts, cleanup: CleanupStack): Promise<Parties> {
  const { host, checkoutPort, checkoutPublicUrl: publicUrl, processor, lenderKind } = config;
  const order = { databaseUrl, host, checkoutPort, lenderPort: 0, publicUrl };
  const { cards, lender } = reachSandboxParties(await startRehearsal(order, log, cleanup));
  return {
    cards: processor.kind === 'rehearsal' ? cards : noCardProcessor,
    lender: lenderKind === 'rehearsal' ? lender : noLender,
    sandbox: null,
  };
}

/** All parties of this process are called through the configured proxy. */
export function useProxy({ outboundProxy: proxy }: Config): void {
  callThrough(proxy && { ...proxy, url: proxy.url.reveal() });
}

/** Starts the sandbox's own processor and lender. They are then called over HTTP only, like outside parties. */
async function startSandboxParties({ config, databaseUrl, clock, log }: PartiesParts, cleanup: CleanupStack) {
  const { host, checkoutPort: port, checkoutPublicUrl: publicUrl } = config;
  const processor = await startCardProcessor({ databaseUrl, host, port, publicUrl, clock, log });
  cleanup.add(processor.close);
  const lender = await startLender({ databaseUrl, host: '127.0.0.1', port: 0, clock, log });
  cleanup.add(lender.close);
  return { processor, lender };
}

function reachSandboxParties({ processor, lender }: SandboxAddresses): Parties {
  const { origin, publicOrigin, token } = processor;
  return {
    cards: makeSandboxCards({ origin, publicOrigin, token }),
    lender: makeHttpLender(lender),
    sandbox: {
      readCardLedger: makeCardLedger({ origin, token }),
      readLoans: makeLoanLedger(lender),
      cardFaults: makeCardFaults({ origin, token }),
      keepLoanFault: makeLoanFaults(lender),
      setLoanStanding: makeLoanStanding(lender),
      recordDispute: makeCardDisputes({ origin, token }),
    },
  };
}

/** The sandbox with Moneris's adapter, which talks to a stand-in. That keeps no ledger for partners, and no faults. */
function rehearse(sandbox: Parties, moneris: MonerisSettings): Parties {
  const notOurs = async () => ({ kind: 'not-sent', cause: 'the card processor is Moneris' }) as const;
  const none = async () => ({ kind: 'done', value: null }) as const;
  const cardFaults = { keepRefundFault: none, speakAgain: none };
  const ofCards = { readCardLedger: notOurs, recordDispute: notOurs, cardFaults };
  return { ...sandbox, cards: reachMoneris(moneris), sandbox: { ...sandbox.sandbox!, ...ofCards } };
}

function reachMoneris({ kind: _, apiToken, standIn, ...settings }: MonerisSettings): CardProcessor {
  return makeMoneris({ ...settings, apiToken: apiToken.reveal(), ...(standIn !== null && { origin: standIn }) });
}

/** The parties of production. Nothing is called or opened. */
export function nameParties({ processor, lender }: Config): Parties {
  return {
    cards: nameProcessor(processor),
    lender: lender === null ? noLender : makeHttpLender({ origin: lender.origin, token: lender.key.reveal() }),
    sandbox: null,
  };
}

function nameProcessor(processor: Config['processor']): CardProcessor {
  switch (processor.kind) {
    case 'moneris':
      return reachMoneris(processor);
    case 'none':
      return noCardProcessor;
    case 'rehearsal': // It runs in the service, and `doctor` asks nobody.
      return noCardProcessor;
    case 'sandbox':
      throw new Error("Production is not started with the sandbox's card processor.");
  }
}
