import { type Credentials, type TokenSource, tokenSource } from './authenticate.ts';
import type { Language, operations, SandboxFault } from './contract-types.ts';
import { emit } from './events.ts';
import { AuthenticationError, NorthbindError } from './northbind-error.ts';
import { addressOf, type OperationName } from './operation.ts';
import type { Asked } from './read-answer.ts';
import { noteResponse, responseOf } from './response.ts';
import { cancelled, type ReadBody, readJson, send, type Transport } from './send.ts';
import { TokenKeeper } from './token-keeper.ts';
import { sleep, unlessCancelled, waitBeforeNext } from './waiting.ts';

/** The options of every call. */
export interface CallOptions {
  /** Cancels the call. */
  readonly signal?: AbortSignal | undefined;
  /** How long to wait for an answer, each time the call is sent. */
  readonly timeoutMs?: number | undefined;
  /** How often a call that failed in a retryable way is sent again. */
  readonly retries?: number | undefined;
  /** Your own id for the call, in the service's log too: letters, digits and `._:/+=-`, at most 128. */
  readonly requestId?: string | undefined;
  /** The language of messages, product names and vehicles; the client's, else English. */
  readonly language?: Language | undefined;
  /** Sandbox only: provokes a failure the first time that the call is sent. */
  readonly sandboxFault?: SandboxFault | undefined;
}

/** The options of a call that makes another one each time it is sent. */
export interface KeyedCallOptions extends CallOptions {
  /**
   * A key of yours for this request: then it is sent again when no answer came, and makes one thing only. Up to 255
   * printable characters without blanks; the service keeps the answer for 24 hours.
   */
  readonly idempotencyKey?: string | undefined;
}

/** One call, however often it is sent. */
export interface Call extends Asked {
  readonly address: string;
  readonly body: string | undefined;
  readonly options: KeyedCallOptions & { readonly timeoutMs: number };
}

type Input = Readonly<Record<string, string | number | null | undefined>>;

export interface CallInput {
  readonly params?: Input;
  readonly query?: Input;
  readonly body?: object;
}

/** What the client was made with, for calls that say nothing else. */
export interface CallDefaults {
  readonly timeoutMs: number;
  readonly retries: number;
  readonly language: Language | undefined;
}

/** Sends calls with a token, and retries where the contract allows it. */
export class Caller {
  readonly #transport: Transport;
  readonly #source: TokenSource;
  readonly #tokens: TokenKeeper;
  readonly #defaults: CallDefaults;

  constructor(transport: Transport, credentials: Credentials, defaults: CallDefaults) {
    this.#transport = transport;
    this.#defaults = defaults;
    this.#source = tokenSource(transport, credentials, defaults.timeoutMs);
    this.#tokens = new TokenKeeper(this.#source.getToken);
  }

  prepare(
    operation: OperationName,
    { params = {}, query = {}, body }: CallInput,
    options: KeyedCallOptions = {},
  ): Call {
    const requestId = options.requestId ?? crypto.randomUUID();
    if (!saneRequestId.test(requestId)) throw new TypeError('requestId may have letters, digits and ._:/+=- only.');
    const { idempotencyKey: key } = options;
    if (key !== undefined && !saneKey.test(key))
      throw new TypeError('idempotencyKey may have 1 to 255 printable characters without blanks.');
    return {
      operation,
      requestId,
      isKeyed: key !== undefined,
      address: addressOf(operation, params, query),
      body: body === undefined ? undefined : JSON.stringify(body),
      options: {
        ...options,
        timeoutMs: options.timeoutMs ?? this.#defaults.timeoutMs,
        language: options.language ?? this.#defaults.language,
      },
    };
  }

  /** Calls an operation that returns JSON. */
  ask<T>(operation: OperationName, input: CallInput, options: KeyedCallOptions | undefined): Promise<T> {
    const call = this.prepare(operation, input, options);
    return this.call(call, readJson<T>(call));
  }

  /** Calls an operation that returns a list: the list, with what is known of the answer. */
  async askFor<T, Operation extends OperationName>(
    operation: Operation,
    name: (typeof operations)[Operation]['answer'][number],
    input: CallInput,
    options: CallOptions | undefined,
  ): Promise<T> {
    const answer = await this.ask<Readonly<Record<string, T>>>(operation, input, options);
    return noteResponse(answer[name]!, responseOf(answer));
  }

  /** Sends a call, and retries it up to `retries` times when it failed in a retryable way. */
  async call<T>(call: Call, readBody: ReadBody<T>): Promise<T> {
    const { retries = this.#defaults.retries, signal } = call.options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.once(call, attempt, readBody, signal);
      } catch (error) {
        if (!(error instanceof NorthbindError) || !error.retryable || attempt > retries) throw error;
        const waitMs = waitBeforeNext(attempt, error.retryAfterMs);
        if (waitMs > waitMaxMs) throw error;
        await this.pause(call, { attempt, waitMs, code: error.code }, signal);
        if (signal?.aborted) throw cancelled(call);
      }
    }
  }

  /** Sends once; after a refused token, once more with a new one. */
  async once<T>(call: Call, attempt: number, readBody: ReadBody<T>, signal: AbortSignal | undefined): Promise<T> {
    const token = await this.#token(call, signal);
    try {
      return await this.#sendWith(token, call, attempt, readBody, signal);
    } catch (error) {
      if (!(error instanceof AuthenticationError)) throw error;
      this.#tokens.forget(token);
    }
    return this.#sendWith(await this.#token(call, signal), call, attempt, readBody, signal);
  }

  async pause(
    { operation, requestId }: Call,
    wait: { attempt: number; waitMs: number; code: string },
    signal: AbortSignal | undefined,
  ): Promise<void> {
    emit(this.#transport.onEvent, { operation, requestId, type: 'waiting', ...wait });
    await sleep(wait.waitMs, signal);
  }

  #token({ requestId }: Call, signal: AbortSignal | undefined): Promise<string> {
    return unlessCancelled(this.#tokens.current(), signal, () =>
      cancelled({ operation: this.#source.operation, requestId }),
    );
  }

  #sendWith<T>(
    token: string,
    call: Call,
    attempt: number,
    readBody: ReadBody<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    const { options, ...asked } = call;
    const { language, idempotencyKey } = options;
    const outgoing = {
      ...asked,
      attempt,
      signal,
      headers: {
        authorization: `Bearer ${token}`,
        ...(language && { 'accept-language': language }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      timeoutMs: options.timeoutMs,
      // Only the first attempt asks for the fault: a fault in every attempt would never end.
      sandboxFault: attempt === 1 ? options.sandboxFault : undefined,
    };
    return send(this.#transport, outgoing, readBody);
  }
}

const saneKey = /^[\x21\x23-\x7e]{1,255}$/;
const saneRequestId = /^[A-Za-z0-9._:/+=-]{1,128}$/;

// The rate limit's window is 60 seconds. A longer wait is reported as an error instead.
const waitMaxMs = 65_000;
