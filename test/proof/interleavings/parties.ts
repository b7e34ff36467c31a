import { randomUUID } from 'node:crypto';
import {
  chargeFound,
  checkoutState,
  foundPayment,
  refundFound,
} from '../../../src/adapters/sandbox-cards/translate.ts';
import { type CardProcessor, type Charge, listByFind } from '../../../src/ports/card-processor.ts';
import { type Lender, listLoansByFind } from '../../../src/ports/lender.ts';
import { type Outcome, refusedBy, tooLate } from '../../../src/ports/outcome.ts';
import * as charges from '../../../src/sandbox/card-processor/charges.ts';
import { openCheckout, readCheckout } from '../../../src/sandbox/card-processor/checkouts.ts';
import { findPayment } from '../../../src/sandbox/card-processor/find-payment.ts';
import { refundCharge } from '../../../src/sandbox/card-processor/refunds.ts';
import type { Judged } from '../../../src/sandbox/card-processor/refusal.ts';
import { cancelContract, findContract } from '../../../src/sandbox/lender/contract-records.ts';
import { writeContract } from '../../../src/sandbox/lender/write-contract.ts';
import { type Database, transact } from '../../../src/store/database.ts';
import { type Actor, actorNow, type Scheduler } from './scheduler.ts';

/*
 * The sandbox's card processor and lender, on their own tables, without the HTTP between: at each call the schedule
 * chooses what the party does with it. What a party has done it keeps, so its answers stay consistent however they are
 * lost or repeated.
 */

/** What may become of a call that acts; the first is the usual. A late one acts when the caller has got "unknown". */
const ways = [
  'done',
  'refused',
  'not sent',
  'done, the answer lost',
  'no answer, acts late',
  'done, and arrives again',
];
const waysOfUndoing = ways.filter((way) => way !== 'refused');
const waysOfAsking = ['answered', 'no answer'];

export interface PartyTraits {
  /** The processor can't tell a second refund from the first: the service looks first, as with Moneris. */
  readonly refundsAnew: boolean;
  /** The card's issuer takes no refund, however often it is asked. */
  readonly declinesRefunds: boolean;
  /** How much more than is owed on a loan the lender takes for it; below zero, less. */
  readonly lenderTakesMoreCents: number;
}

/** Until then a refund without an answer has shown itself, or never will. */
const refundShowsWithinSeconds = 60;
/** Until then a charge has, or never will. */
const chargeShowsWithinSeconds = 24 * 60 * 60;

interface Call<T> {
  readonly label: string;
  readonly ways: readonly string[];
  readonly act: (isRefused: boolean) => Promise<Outcome<T>>;
  readonly arrivesWithin?: number;
  /** Asked when it is about to be sent, as an adapter does. */
  readonly mayStillSend?: (() => boolean) | undefined;
}

export function makeParties(
  scheduler: Scheduler,
  database: Database,
  { now, traits }: { readonly now: Date; readonly traits: PartyTraits },
): { readonly cards: CardProcessor; readonly lender: Lender } {
  const call = async <T>({
    label,
    ways,
    act,
    arrivesWithin,
    mayStillSend = () => true,
  }: Call<T>): Promise<Outcome<T>> => {
    const perform = async (way: string): Promise<Outcome<T>> => {
      if (!mayStillSend()) return tooLate;
      const later = (name: string): void => scheduler.later(name, () => act(false), arrivesWithin ?? null);
      switch (way) {
        case 'refused':
          return act(true);
        case 'not sent':
          return { kind: 'not-sent', cause: way };
        case 'no answer':
          return { kind: 'unknown', cause: way };
        case 'done, the answer lost':
          await act(false);
          return { kind: 'unknown', cause: way };
        case 'no answer, acts late':
          later(`late ${label}`);
          return { kind: 'unknown', cause: way };
        case 'done, and arrives again': {
          const outcome = await act(false);
          later(`repeated ${label}`);
          return outcome;
        }
        default:
          return act(false);
      }
    };
    const actor: Actor | undefined = actorNow();
    // Outside a schedule, when everything is brought to its end, the parties are well.
    return actor === undefined ? act(false) : scheduler.step(actor, { label, ways, perform });
  };
  const fault = (isRefused: boolean) => ({ now, fault: isRefused ? ('declined' as const) : null });
  const find = async (key: string) => foundPayment(await findPayment(database, key));
  const charged = async (key: string, amountCents: number, judged: Judged<Charge>): Promise<Outcome<Charge>> => {
    const wasBefore = !judged.ok && ['already captured', 'duplicate order'].includes(judged.reason);
    return wasBefore ? chargeFound(await findPayment(database, key), amountCents) : outcomeOf(judged);
  };

  const cards: CardProcessor = {
    listCharges: (keys, context) => listByFind(cards.find, keys, context),
    checkoutJsUrl: '',
    checkoutGlobal: '',
    environment: '',
    name: 'sandbox',
    refundShowsWithinSeconds: traits.refundsAnew ? refundShowsWithinSeconds : 0,
    openCheckout: ({ key, ...request }) =>
      call({
        label: 'open checkout',
        ways: ['done', 'not sent', 'done, the answer lost'],
        act: async () => outcomeOf(await openCheckout(database, { orderKey: key, ...request }, now)),
      }),
    readCheckout: ({ key, ticket }) =>
      call({
        label: 'read checkout',
        ways: waysOfAsking,
        act: async () => {
          const read = await readCheckout(database, { orderKey: key, ticket }, now);
          return read.ok ? { kind: 'done', value: checkoutState(read.value) } : outcomeOf(read);
        },
      }),
    find: (key) =>
      call({ label: 'ask', ways: waysOfAsking, act: async () => ({ kind: 'done', value: await find(key) }) }),
    capture: ({ key, reference, amountCents }, { mayStillSend }) =>
      call({
        label: 'charge',
        ways,
        arrivesWithin: chargeShowsWithinSeconds,
        mayStillSend,
        act: async (isRefused) => {
          const request = { orderKey: key, reference, amountCents };
          return charged(key, amountCents, await charges.captureHold(database, request, fault(isRefused)));
        },
      }),
    chargeSavedCard: ({ key, ...request }, { mayStillSend }) =>
      call({
        label: 'charge',
        ways,
        arrivesWithin: chargeShowsWithinSeconds,
        mayStillSend,
        act: async (isRefused) => {
          const order = { orderKey: key, ...request };
          return charged(key, request.amountCents, await charges.chargeSavedCard(database, order, fault(isRefused)));
        },
      }),
    release: ({ key, reference }) =>
      call({
        label: 'close hold',
        ways: waysOfUndoing,
        act: async () => {
          const released = await charges.releaseHold(database, { orderKey: key, reference });
          return released.ok || released.reason === 'already released' ? done : outcomeOf(released);
        },
      }),
    refund: async ({ key, reference, amountCents }, context) => {
      if (traits.refundsAnew) {
        const found = await cards.find(key, context);
        if (found.kind !== 'done')
          return found.kind === 'refused' ? found : { kind: 'not-sent', cause: 'not looked up' };
        const isThere = 'refundedCents' in found.value && found.value.refundedCents > 0;
        if (isThere) return refundFound(await findPayment(database, key), amountCents);
      }
      return call<void>({
        label: 'reverse',
        ways: traits.refundsAnew ? ways.filter((way) => !way.endsWith('again')) : ways,
        arrivesWithin: refundShowsWithinSeconds,
        mayStillSend: traits.refundsAnew ? context.mayStillSend : undefined,
        act: async (isRefused) => {
          if (traits.declinesRefunds) return refusedBy('issuer', 'account closed', { isFinal: true });
          if (isRefused) return refusedBy('issuer', 'refused');
          const refundKey = traits.refundsAnew ? randomUUID() : 'refund';
          const refunded = await refundCharge(
            database,
            { refundKey, orderKey: key, reference, amountCents },
            { now, isDeclined: false },
          );
          if (refunded.ok) return done;
          if (refunded.reason !== 'duplicate order') return outcomeOf(refunded);
          return refundFound(await findPayment(database, key), amountCents);
        },
      });
    },
  };

  const lender: Lender = {
    listLoans: (numbers, context) => listLoansByFind(lender.find, numbers, context),
    pricePlans: async () => ({ kind: 'not-sent', cause: 'not part of any schedule' }),
    createContract: (request) =>
      call({
        label: 'loan',
        ways,
        act: async (isDeclined) => {
          const written = await transact(database, (tx) => writeContract(tx, { request, isDeclined, now }));
          return written.ok ? { kind: 'done', value: written.value } : refusedBy('party', written.reason);
        },
      }),
    find: (policyNumber) =>
      call({
        label: 'ask',
        ways: waysOfAsking,
        act: async () => ({ kind: 'done', value: await findContract(database, policyNumber) }),
      }),
    cancel: (policyNumber, refund) =>
      call({
        label: 'close loan',
        ways: waysOfUndoing,
        act: async () => ({
          kind: 'done',
          value: await transact(database, (tx) =>
            cancelContract(tx, { policyNumber, refund, now, tooMuchCents: traits.lenderTakesMoreCents }),
          ),
        }),
      }),
  };
  return { cards, lender };
}

const done: Outcome<void> = { kind: 'done', value: undefined };

function outcomeOf<T>(judged: Judged<T>): Outcome<T> {
  return judged.ok ? { kind: 'done', value: judged.value } : refusedBy('party', judged.reason);
}
