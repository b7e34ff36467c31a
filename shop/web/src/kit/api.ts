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
      if (!(error instanceof ShopRefusal && error.isUnreached)) throw error;
      onWaiting();
      await pause(1_000);
    }
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export function errorsOf(error: unknown): readonly ErrorItem[] {
  if (error instanceof ShopRefusal) return error.errors;
  throw error;
}

async function ask<T>(path: string, options: RequestInit): Promise<T> {
  let answer: { readonly response: Response; readonly body: unknown };
  try {
    const response = await fetch(`${home}/api/${path}`, options);
    // The link has expired or was withdrawn: its own page says so.
    if (response.status === 410) location.reload();
    answer = { response, body: await response.json() };
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ShopRefusal([{ code: 'ShopUnreached', field: '', message: '' }], true);
  }
  if (answer.response.ok) return answer.body as T;
  throw new ShopRefusal((answer.body as { errors: readonly ErrorItem[] }).errors);
}
