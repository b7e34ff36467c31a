import assert from 'node:assert/strict';
import { makeHttpLender } from '../../../src/adapters/http-lender/http-lender.ts';
import { makeSandboxCards } from '../../../src/adapters/sandbox-cards/sandbox-cards.ts';
import type { BindForm } from '../../../src/domain/bind/judge-bind.ts';
import { todayOf } from '../../../src/domain/partner/seller.ts';
import { type BindParts, type BindResult, bind } from '../../../src/flows/bind/bind.ts';
import { finishBinds } from '../../../src/flows/bind/finish-binds.ts';
import { makeReadTerms } from '../../../src/flows/books/read-terms.ts';
import type { Parts } from '../../../src/flows/parts.ts';
import { type BindPoint, noFailpoints } from '../../../src/flows/points.ts';
import { retryOnReferenceChange } from '../../../src/flows/reference/retry-on-reference-change.ts';
import { tryDueReversals } from '../../../src/flows/refund/send-refund.ts';
import { startCardProcessor } from '../../../src/sandbox/card-processor/processor.ts';
import { startLender } from '../../../src/sandbox/lender/start-lender.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { keepReference } from '../../../src/store/reference/keeper.ts';
import { afterwards } from '../processes/afterwards.ts';
import { bankAccount } from './binding.ts';
import { linkBox } from './link-box.ts';
import type { Choice, Started } from './paying.ts';
import { inDatabase, noon, noonDay, type SellerName } from './quoting.ts';

/**
 * Calls the bind without the HTTP API, so that a test can stop it at any of its points, let time pass and bind again,
 * or break one of its parts on purpose. Processor and lender are the sandbox's own, over HTTP.
 */
export type HarnessParts = BindParts & Parts<'linkBox' | 'refreshReference'>;

export interface BindHarness {
  readonly parts: HarnessParts;
  readonly bind: (asked: BindCall, parts?: Partial<BindParts>) => Promise<BindResult>;
  /** Runs the jobs that finish binds and reversals, once. */
  readonly runJobs: (parts?: Partial<BindParts>) => Promise<void>;
  /** Makes every lease and wait expire, and every call under way overdue. */
  readonly letTimePass: () => Promise<void>;
}

export interface BindCall {
  readonly form: BindForm;
  readonly fault?: string | null;
  readonly now?: string;
}

export async function openBindHarness(databaseUrl: string, sellerName: SellerName = 'ontario'): Promise<BindHarness> {
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const fail = (error: unknown): never => assert.fail(String(error));
  const clock = () => new Date(noon);
  const there = { databaseUrl, host: '127.0.0.1', port: 0, clock, log: quiet };
  const processor = await startCardProcessor({ ...there, publicUrl: null });
  afterwards(processor.close);
  const lender = await startLender(there);
  afterwards(lender.close);
  const database = openDatabase({ url: databaseUrl, poolSize: 6, onConnectionLost: fail });
  afterwards(() => database.end());
  const reference = await keepReference({ database, url: databaseUrl, onFault: fail });
  afterwards(reference.close);
  const [{ id }] = await inDatabase(databaseUrl, 'SELECT id FROM seller WHERE username = $1', [sellerName]);

  const parts: HarnessParts = {
    clock,
    linkBox,
    database,
    reference: reference.current,
    refreshReference: reference.refresh,
    log: quiet,
    cards: makeSandboxCards({
      origin: processor.origin,
      publicOrigin: processor.publicOrigin,
      token: processor.token,
    }),
    lender: makeHttpLender(lender),
    isProduction: false,
    samples: null,
    readTerms: makeReadTerms(reference),
    failpoint: noFailpoints,
  };
  return {
    parts,
    bind: async ({ form, fault = null, now = noon }, changes = {}) => {
      const bindOnce = () => {
        const { sellers, version: judgedBy } = reference.current();
        const seller = sellers.byId.get(id)!;
        const asked = { seller, today: todayOf(seller, new Date(now)), now: new Date(now), form, judgedBy };
        return bind({ ...parts, ...changes }, asked, { requestId: 'test', fault });
      };
      return (await retryOnReferenceChange(bindOnce, () => reference.refresh().then(() => true)))!;
    },
    runJobs: async (changes = {}) => {
      await finishBinds({ ...parts, ...changes });
      await tryDueReversals({ ...parts, ...changes });
    },
    letTimePass: async () => {
      const past = `now() - interval '30 seconds'`;
      await inDatabase(
        databaseUrl,
        `UPDATE bind SET lease_until = ${past}, step_at = ${past}, due_at = ${past} WHERE state = 'running'`,
      );
      await inDatabase(
        databaseUrl,
        `UPDATE reversal SET due_at = ${past}, lease_until = CASE WHEN lease_until IS NOT NULL THEN ${past} END WHERE due_at IS NOT NULL`,
      );
    },
  };
}

export const nothingPaid = {
  revision: null,
  paymentReference: null,
  financing: null,
  hasFinancing: false,
  acknowledgements: [],
  paymentId: null,
  hasCardPayment: false,
} as const;

export function referralForm(choice: Choice): BindForm {
  return { ...choice, ...nothingPaid, paymentMethod: 'REF' };
}

export function cardForm(choice: Choice, { asked }: { readonly asked: Pick<Started['asked'], 'paymentId'> }): BindForm {
  return { ...choice, ...nothingPaid, paymentMethod: 'CC', paymentId: asked.paymentId, hasCardPayment: true };
}

export function loanForm(choice: Choice): BindForm {
  const financing = {
    loanTermInMonths: 12,
    downPayment: 100,
    firstInstallmentDate: noonDay.replace(/15$/, '30'),
    bankAccount,
  };
  return { ...choice, ...nothingPaid, paymentMethod: 'PFF', financing, hasFinancing: true };
}

/** Stands for the death of the process: nothing of the bind runs after it. */
export class Died extends Error {}

export function dieAt(fatal: BindPoint): BindParts['failpoint'] {
  return async (point) => {
    if (point === fatal) throw new Died(point);
  };
}

export async function died(result: Promise<BindResult>): Promise<void> {
  await assert.rejects(result, Died);
}

/** A bind that is stopped at a point until it is woken. */
export interface Frozen {
  readonly wake: () => Promise<BindResult>;
}

export async function freezeAt(
  harness: BindHarness,
  cold: BindPoint,
  asked: BindCall,
  failpoint = noFailpoints,
): Promise<Frozen> {
  const reached = Promise.withResolvers<'reached'>();
  const woken = Promise.withResolvers<void>();
  const result = harness.bind(asked, {
    failpoint: async (point, ...rest) => {
      if (point === cold) {
        reached.resolve('reached');
        await woken.promise;
      }
      await failpoint(point, ...rest);
    },
  });
  afterwards(woken.resolve); // So that a failed test leaves no bind waiting.
  const first = await Promise.race([reached.promise, result]);
  assert.equal(first, 'reached', `${cold} was not reached: ${JSON.stringify(first)}`);
  return {
    wake: () => {
      woken.resolve();
      return result;
    },
  };
}
