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
 * Binds a sale: it must end in exactly one policy or in a clear refusal, even after a crash.
 *
 *   1. The bind's state is on the disk before the bind is sent.
 *   2. The bind runs here, not in the customer's request: a customer who closes the page still gets the policy.
 *   3. A sale that is `binding` is resumed: by this process after an ambiguous answer, by the next one after a crash.
 *   4. A sale leaves `binding` only when it is settled: by a policy, a refusal, or the proof that no bind has begun.
 */
export class Binder {
  readonly #parts: BinderParts;
  readonly #running = new Set<string>();

  constructor(parts: BinderParts) {
    this.#parts = parts;
  }

  /** Whether this process is running the sale's bind. */
  isRunning(sale: Sale): boolean {
    return this.#running.has(sale.id);
  }

  begin(sale: Sale, request: BindRequest): Sale {
    const { northbind, fault } = this.#parts;
    const job = { sale, bindState: northbind.prepareBind(request), bankAccount: request.financing?.bankAccount };
    const options = fault === null ? {} : { sandboxFault: fault };
    return this.#run({ ...job, isResumed: false }, () => northbind.bind(request, options));
  }

  /** After a crash. A bind with financing waits for its customer, who has to enter the bank account again. */
  resumeAll(): void {
    for (const sale of this.#parts.store.unfinished()) {
      if (sale.progress.state === 'binding' && !sale.progress.bindState.request.financing) this.resume(sale);
    }
  }

  resume(sale: Sale, bankAccount?: BankAccount): Sale {
    if (sale.progress.state !== 'binding' || this.isRunning(sale)) return sale;
    const { bindState } = sale.progress;
    return this.#run({ sale, bindState, bankAccount, isResumed: true }, () =>
      this.#parts.northbind.resumeBind(bindState, { bankAccount }),
    );
  }

  #run({ bindState, ...job }: Job, send: () => Promise<Policy>): Sale {
    const { applicationId } = bindState.request;
    const { log, store } = this.#parts;
    const sale = store.save({ ...job.sale, progress: { state: 'binding', bindState, errors: [] } });
    this.#running.add(sale.id);
    log('binding', { applicationId, isResumed: job.isResumed });
    this.#untilSettled({ ...job, bindState, sale }, send)
      .catch((error: unknown) => log('carrying failed', { applicationId, error: String(error) }))
      .finally(() => this.#running.delete(sale.id));
    return sale;
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
      await sleep(pauseMs); // The SDK has tried for two minutes: the service is down.
    }
  }
}

/** The bank account is in this process's memory while the bind runs, and nowhere else. */
interface Job {
  readonly sale: Sale;
  readonly bindState: BindState;
  readonly bankAccount: BankAccount | undefined;
  readonly isResumed: boolean;
}

const pauseMs = 15_000;

/** Drops the quote and the form: after the bind the shop keeps only what it needs to serve the customer. */
function boundSale({ sale, bindState }: Job, policy: Policy): Sale {
  const { policyNumber, effectiveDate, expiryDate, totalWithTax, cardPayment, financing } = policy;
  const paymentMethod = bindState.request.paymentMethod === 'PFF' ? 'PFF' : 'CC';
  // The customer may have authorized a card and then bought by financing.
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
        nextAttemptOn: null,
        downPayment: bindState.request.financing?.downPayment ?? 0,
      },
      downloadIds: {
        declaration: policy.documentDownloadId,
        ...(policy.financingLetterDownloadId !== null && { letter: policy.financingLetterDownloadId }),
        ...(cardPayment?.receiptDownloadId !== undefined && { receipt: cardPayment.receiptDownloadId }),
      },
      heardAt: null,
    },
  };
}

/**
 * Settled: there is no policy, and the customer can continue. A card payment whose bind was refused can't be used
 * again. A bind that was rejected earlier, for the rate limit, a credential or a newer disclosure, has not used the
 * card: the customer can finish with it.
 */
function unboundSale({ sale, bindState }: Job, error: NorthbindError): Sale {
  const { errors } = answerOf(error);
  const isForTicks = errors.some(({ code }) => code === 'AcknowledgementRequired');
  const isSpent = error instanceof RefusedError && bindState.request.paymentMethod === 'CC' && !isForTicks;
  return { ...sale, card: isSpent ? null : sale.card, progress: { state: 'shopping', errors } };
}

/**
 * A refused bank account settles nothing when the bind was sent before: the customer is asked for the account again.
 */
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
