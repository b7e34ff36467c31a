import { setTimeout as sleep } from 'node:timers/promises';
import {
  AmbiguousBindError,
  type BindRequest,
  NorthbindError,
  type NorthbindEvent,
  type Policy,
} from '../../../sdk/src/index.ts';
import { randomOf } from '../../kit/processes/random.ts';
import { bankAccount } from '../../kit/sale/binding.ts';
import { type PaidBy, readyToBind } from '../../sdk/sale.ts';
import { between, pickFrom } from './chance.ts';
import { connect, type Partner, todayInOntario } from './partner.ts';
import type { Testbed } from './testbed.ts';

/** One bind as its partner saw it. */
export interface Sale {
  readonly applicationId: string;
  readonly method: PaidBy;
  readonly sentAt: number;
  readonly answeredAt: number;
  readonly policyNumber: string | null;
  /** The code of a refusal that settled it. */
  readonly refusedWith: string | null;
  /**
   * How often the partner got no clear answer and sent the bind again. One partner's sales come one after the other.
   */
  readonly ambiguous: number;
  /** The partner went away in the middle and never asked again: the service is alone with it. */
  readonly isLeftAlone: boolean;
}

export interface Load {
  readonly sales: readonly Sale[];
  /** Quotes and payments that failed before the bind; the partner began again. */
  readonly begunAgain: () => number;
  /** No new sale is begun; resolves when every bind that was sent is settled. */
  readonly stop: () => Promise<void>;
}

export interface LoadOptions {
  readonly url: string;
  readonly workers: number;
  /** The share of all sales whose partner goes away in the middle of the bind. */
  readonly leftAlone?: number;
  readonly pauseMs?: number;
  /** Makes each of the partners' requests. */
  readonly fetch?: typeof fetch;
  /** How long a partner waits for an answer; 8 seconds for a bind by default. */
  readonly timeoutMs?: number;
  readonly onEvent?: (event: NorthbindEvent) => void;
}

const methods: readonly PaidBy[] = ['REF', 'CC', 'PFF'];
const bindOptions = { timeoutMs: 8_000, deadlineMs: 20_000 };
const resumedMax = 8; // Nearly three minutes.

/**
 * Partners at work: each quotes, lets the customer pay, binds, and begins again; an ambiguous bind is resumed until it
 * is clear.
 */
export function startLoad(testbed: Testbed, options: LoadOptions): Load {
  const { url, workers, leftAlone = 0, pauseMs = 0, timeoutMs, onEvent, fetch } = options;
  const sales: Sale[] = [];
  let isOver = false;
  let begunAgain = 0;

  const work = async (): Promise<void> => {
    // Numbers of its own: what one partner does must not depend on how fast the others are.
    const random = randomOf(Math.floor(testbed.random() * 2 ** 31));
    const partner = connect(testbed, url, {
      onEvent,
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(fetch !== undefined && { fetch }),
    });
    while (!isOver) {
      const method = pickFrom(random)(methods);
      const request = await readyToBind(partner.northbind, method, todayInOntario()).catch(() => null);
      if (request === null) {
        begunAgain += 1;
        await sleep(100);
        continue;
      }
      const isLeftAlone = random() < leftAlone;
      sales.push(
        isLeftAlone ? await bindAndLeave(partner, request, random) : await bindAtLast(partner, request, timeoutMs),
      );
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  const working = Promise.all(Array.from({ length: workers }, work));
  working.catch(() => undefined); // Told by `stop`.
  return {
    sales,
    begunAgain: () => begunAgain,
    stop: async () => {
      isOver = true;
      await working;
    },
  };
}

/** Does what a careful partner does: binds, and resumes for as long as it is ambiguous. */
export async function bindAtLast(
  { northbind, repeats }: Partner,
  request: BindRequest,
  timeoutMs: number = bindOptions.timeoutMs,
): Promise<Sale> {
  const sentAt = performance.now();
  const repeatsBefore = repeats();
  let resumed = 0;
  const saleWith = (policy: Policy | null, refusedWith: string | null): Sale => ({
    applicationId: request.applicationId,
    method: request.paymentMethod as PaidBy,
    sentAt,
    refusedWith,
    answeredAt: performance.now(),
    isLeftAlone: false,
    ambiguous: resumed + repeats() - repeatsBefore,
    policyNumber: policy?.policyNumber ?? null,
  });
  const state = northbind.prepareBind(request);
  const options = { ...bindOptions, timeoutMs, deadlineMs: Math.max(bindOptions.deadlineMs, 2 * timeoutMs) };
  const resumeOptions = { ...options, ...(request.financing && { bankAccount }) };
  for (;;) {
    try {
      const isFirst = resumed === 0;
      return saleWith(
        await (isFirst ? northbind.bind(request, options) : northbind.resumeBind(state, resumeOptions)),
        null,
      );
    } catch (error) {
      if (!(error instanceof NorthbindError)) throw error;
      const isUnclear = error instanceof AmbiguousBindError || error.retryable;
      if (!isUnclear) return saleWith(null, error.code);
      resumed += 1;
      if (resumed > resumedMax) throw error;
    }
  }
}

async function bindAndLeave({ northbind }: Partner, request: BindRequest, random: () => number): Promise<Sale> {
  const sentAt = performance.now();
  const signal = AbortSignal.timeout(Math.ceil(between(random, 1, 400)));
  const policy = await northbind.bind(request, { ...bindOptions, signal }).catch(() => null);
  return {
    applicationId: request.applicationId,
    method: request.paymentMethod as PaidBy,
    sentAt,
    answeredAt: performance.now(),
    refusedWith: null,
    ambiguous: 0,
    isLeftAlone: policy === null,
    policyNumber: policy?.policyNumber ?? null,
  };
}
