import { setTimeout as sleep } from 'node:timers/promises';
import {
  AmbiguousBindError,
  type BankAccount,
  type BindRequest,
  type BindState,
  type Northbind,
  NorthbindError,
  type Policy,
  RefusedError,
  type SandboxFault,
} from '@northbind/sdk';
import type { DocumentCache } from './document-cache.ts';
import type { Log } from './log.ts';
import type { Sale } from './sale.ts';
import type { SaleStore } from './sale-store.ts';
import { answerOf } from './shop-error.ts';

export interface BinderParts {
  readonly northbind: Northbind;
  readonly store: SaleStore;
  readonly documents: DocumentCache;
  readonly log: Log;
  readonly fault: SandboxFault | null;
}

/**
 * The hard part of a shop: a bind must end in exactly one policy, or in a clear no, whatever dies in between.
 *
 *   1. The bind's state is on the disk before the bind is sent.
 *   2. The bind is carried here, not in the customer's request: who closes the page still gets the policy.
 *   3. Whoever finds a sale that is `binding` resumes it: this process after an ambiguous answer, the next one after a crash.
 *   4. Only what is settled takes the sale out of `binding`: a policy, a refusal, or the certainty that no bind has begun.
 */
export class Binder {
  readonly #parts: BinderParts;
  readonly #running = new Set<string>();

  constructor(parts: BinderParts) {
    this.#parts = parts;
  }

  /** Whether this process is at it right now. */
  isRunning(sale: Sale): boolean {
    return this.#running.has(sale.id);
  }

  begin(sale: Sale, request: BindRequest): Sale {
    const { northbind, store, fault } = this.#parts;
    const bindState = northbind.prepareBind(request);
    const saved = store.save({ ...sale, progress: { state: 'binding', bindState, errors: [] } });
    const options = fault === null ? {} : { sandboxFault: fault };
    const bankAccount = request.financing?.bankAccount;
    this.#run({ sale: saved, bindState, bankAccount, isResumed: false }, () => northbind.bind(request, options));
    return saved;
  }

  /** After a crash. A bind with financing waits for its customer, who gives the bank account again. */
  resumeAll(): void {
    for (const sale of this.#parts.store.unfinished()) {
      if (sale.progress.state === 'binding' && !sale.progress.bindState.request.financing) this.resume(sale);
    }
  }

  resume(sale: Sale, bankAccount?: BankAccount): Sale {
    if (sale.progress.state !== 'binding' || this.isRunning(sale)) return sale;
    const { northbind, store } = this.#parts;
    const { bindState } = sale.progress;
    const saved = store.save({ ...sale, progress: { state: 'binding', bindState, errors: [] } });
    this.#run({ sale: saved, bindState, bankAccount, isResumed: true }, () =>
      northbind.resumeBind(bindState, { bankAccount }),
    );
    return saved;
  }

  #run(job: Job, send: () => Promise<Policy>): void {
    const { applicationId } = job.bindState.request;
    const { log } = this.#parts;
    this.#running.add(job.sale.id);
    log('binding', { applicationId, isResumed: job.isResumed });
    this.#untilSettled(job, send)
      .catch((error: unknown) => log('carrying failed', { applicationId, error: String(error) }))
      .finally(() => this.#running.delete(job.sale.id));
  }

  async #untilSettled(job: Job, send: () => Promise<Policy>): Promise<void> {
    const { northbind, store, documents, log } = this.#parts;
    const { bindState, bankAccount } = job;
    const { applicationId } = bindState.request;
    for (let next = send; ; next = () => northbind.resumeBind(bindState, { bankAccount })) {
      const result = await next().catch(asFailure);
      if (!(result instanceof NorthbindError)) {
        const bound = store.save(boundSale(job, result));
        log('bound', { applicationId, policyNumber: result.policyNumber });
        return documents.keepAll(bound);
      }
      log('not bound', { applicationId, code: result.code, requestId: result.requestId });
      if (!(result instanceof AmbiguousBindError)) return void store.save(unboundSale(job, result));
      if (isAboutBankAccount(result)) return void store.save(unsettledSale(job, result));
      await sleep(pauseMs); // The SDK has been at it for two minutes: the service is down. It will come back.
    }
  }
}

/** The bank account lives in this process's memory while the bind is carried, and nowhere else. */
interface Job {
  readonly sale: Sale;
  readonly bindState: BindState;
  readonly bankAccount: BankAccount | undefined;
  readonly isResumed: boolean;
}

const pauseMs = 15_000;

/** The quote and the form have done their work: what is kept of the customer from here on is what is needed to serve them. */
function boundSale({ sale, bindState }: Job, policy: Policy): Sale {
  const { policyNumber, effectiveDate, expiryDate, totalWithTax, cardPayment, financing } = policy;
  const paymentMethod = bindState.request.paymentMethod === 'PFF' ? 'PFF' : 'CC';
  // A customer may have had a card authorized, and then have bought by financing.
  const card =
    paymentMethod === 'CC' && sale.card?.authorized
      ? { ...sale.card.authorized, chargeDate: cardPayment?.chargeDate ?? sale.card.chargeDate }
      : null;
  return {
    ...sale,
    applicant: null,
    vehicles: [],
    progress: {
      state: 'bound',
      policy: {
        policyNumber,
        effectiveDate,
        expiryDate,
        totalWithTax,
        financing,
        card,
        emailAddress: sale.applicant?.emailAddress ?? '',
        paymentMethod,
        charge: cardPayment?.status ?? null,
      },
      downloadIds: {
        declaration: policy.documentDownloadId,
        ...(policy.financingLetterDownloadId !== null && { letter: policy.financingLetterDownloadId }),
        ...(cardPayment?.receiptDownloadId !== undefined && { receipt: cardPayment.receiptDownloadId }),
      },
    },
  };
}

/**
 * Settled: there is no policy, and the customer may go on shopping. A card payment whose bind was refused is spent. A bind that did
 * not get as far, for the rate limit or a credential, has not touched the card: the customer can finish with it.
 */
function unboundSale({ sale, bindState }: Job, error: NorthbindError): Sale {
  const { errors } = answerOf(error);
  const isSpent = error instanceof RefusedError && bindState.request.paymentMethod === 'CC';
  return { ...sale, card: isSpent ? null : sale.card, progress: { state: 'shopping', errors } };
}

/** A wrong digit in a bank account settles nothing when the bind was sent before: the customer is asked for the account once more. */
function unsettledSale({ sale, bindState }: Job, { errors }: AmbiguousBindError): Sale {
  return { ...sale, progress: { state: 'binding', bindState, errors } };
}

function isAboutBankAccount({ errors }: AmbiguousBindError): boolean {
  return errors.length > 0 && errors.every(({ field }) => field.startsWith('financing.bankAccount'));
}

function asFailure(error: unknown): NorthbindError {
  if (error instanceof NorthbindError) return error;
  throw error;
}
