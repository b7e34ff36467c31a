import type { ErrorItem } from '@northbind/sdk';
import type { Shown } from '../../../shop-api.ts';

export const noErrors: readonly ErrorItem[] = [];

/** A refusal by the shop, with all errors. */
export class ShopRefusal extends Error {
  override readonly name = 'ShopRefusal';
  readonly errors: readonly ErrorItem[];
  /** Whether there was no answer, so that it is not known whether the shop acted. */
  readonly isUnreached: boolean;

  constructor(errors: readonly ErrorItem[], isUnreached = false) {
    super(errors[0]?.code ?? 'ShopFailed');
    this.errors = errors;
    this.isUnreached = isUnreached;
  }
}

/** The path of the page: empty for a shop of its own, `/sale/<secret>` for the page of a sale link. */
export const home = location.pathname.replace(/\/+$/, '');

export function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return ask<T>(path, { ...(signal !== undefined && { signal }) });
}

/** Pages call it through `useShop`, which adds what is shown. */
export function post<T>(shown: Shown, path: string, body: object, options: RequestInit = {}): Promise<T> {
  return ask<T>(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ shown, ...body }),
    ...options,
  });
}

/** Repeats the call until the shop answers: it may have crashed. */
export async function untilAnswered<T>(send: () => Promise<T>, onWaiting: () => void): Promise<T> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!isUnreached(error)) throw error;
      onWaiting();
      await pause(1_000);
    }
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export function isUnreached(error: unknown): boolean {
  return error instanceof ShopRefusal && error.isUnreached;
}

export function errorsOf(error: unknown): readonly ErrorItem[] {
  if (error instanceof ShopRefusal) return error.errors;
  throw error;
}

/** A phone that has lost its network may not hear of it; longer than any answer of the shop takes. */
const answerMsMax = 90_000;

async function ask<T>(path: string, options: RequestInit): Promise<T> {
  let answer: { readonly response: Response; readonly body: unknown };
  const patience = new AbortController();
  const stop = (): void => patience.abort();
  const timer = setTimeout(stop, answerMsMax);
  options.signal?.addEventListener('abort', stop);
  try {
    const response = await fetch(`${home}/api/${path}`, { ...options, signal: patience.signal });
    // The link has expired or was withdrawn: its own page says so, in the language of this one.
    if (response.status === 410) location.replace(`${home}?lang=${document.documentElement.lang}`);
    answer = { response, body: await response.json() };
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ShopRefusal([{ code: 'ShopUnreached', field: '', message: '' }], true);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', stop);
  }
  if (answer.response.ok) return answer.body as T;
  throw new ShopRefusal((answer.body as { errors: readonly ErrorItem[] }).errors);
}
