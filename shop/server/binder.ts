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
import { asBound, type Sale } from './sale.ts';
import type { Sales } from './sale-store.ts';
import { answerOf } from './shop-error.ts';

export interface BinderParts {
  readonly northbind: Northbind;
  readonly store: Sales;
  readonly documents: Pick<DocumentCache, 'keepAll'>;
  readonly log: Log;
  readonly fault: SandboxFault | null;
}

/** Who takes the purchases of a shop and sees to it that each is settled. */
export interface Purchases {
  /** Whether the sale's bind is being run, so that nothing is to be asked of its customer. */
  readonly isRunning: (sale: Sale) => boolean;
  /** The purchase is kept when it has answered. */
  readonly begin: (sale: Sale, request: BindRequest) => Promise<Sale>;
  readonly resume: (sale: Sale, bankAccount: BankAccount) => Promise<Sale>;
}

/**
 * Binds a sale: it must end in exactly one policy or in a clear refusal, even after a crash.
 *
 *   1. The bind's state is on the disk before the bind is sent.
 *   2. The bind runs here, not in the customer's request: a customer who closes the page still gets the policy.
 *   3. A sale that is `binding` is resumed: by this process after an ambiguous answer, by the next one after a crash.
 *   4. A sale leaves `binding` only when it is settled: by a policy, a refusal, or the proof that no bind has begun.
 */
export class Binder implements Purchases {
  readonly #parts: BinderParts;
  readonly #running = new Map<string, Promise<void>>();
  #isStopping = false;

  constructor(parts: BinderParts) {
    this.#parts = parts;
  }

  isRunning({ id }: Sale): boolean {
    return this.#running.has(id);
  }

  /** Waits for the binds that run, as long as they need: what is not settled is resumed at the next start. */
  async settled(): Promise<void> {
    this.#isStopping = true;
    while (this.#running.size > 0) await Promise.all(this.#running.values());
  }

  begin(sale: Sale, request: BindRequest): Promise<Sale> {
    const { northbind, fault } = this.#parts;
    const job = { sale, bindState: northbind.prepareBind(request), bankAccount: request.financing?.bankAccount };
    const options = fault === null ? {} : { sandboxFault: fault };
    return this.#run({ ...job, isResumed: false }, () => northbind.bind(request, options));
  }

  /** Goes on after a crash. A bind with financing waits for its customer, who has to enter the bank account again. */
  async resumeAll(unfinished: readonly Sale[]): Promise<void> {
    for (const sale of unfinished) await this.resumeByItself(sale);
  }

  /** What can be finished without its customer. */
  async resumeByItself(sale: Sale): Promise<Sale> {
    const needsCustomer = sale.progress.state === 'binding' && sale.progress.bindState.request.financing;
    return needsCustomer ? sale : this.resume(sale);
  }

  async resume(sale: Sale, bankAccount?: BankAccount): Promise<Sale> {
    if (sale.progress.state !== 'binding' || this.isRunning(sale)) return sale;
    const { bindState } = sale.progress;
    return this.#run({ sale, bindState, bankAccount, isResumed: true }, () =>
      this.#parts.northbind.resumeBind(bindState, { bankAccount }),
    );
  }

  async #run({ bindState, ...job }: Job, send: () => Promise<Policy>): Promise<Sale> {
    const { applicationId } = bindState.request;
    const { log, store } = this.#parts;
    const sale = await store.save({ ...job.sale, progress: { state: 'binding', bindState, errors: [] } });
    log('binding', { applicationId, isResumed: job.isResumed });
    const running = this.#untilSettled({ ...job, bindState, sale }, send)
      .catch((error: unknown) => log('carrying failed', { applicationId, error: String(error) }))
      .finally(() => this.#running.delete(sale.id));
    this.#running.set(sale.id, running);
    return sale;
  }

  async #untilSettled(job: Job, send: () => Promise<Policy>): Promise<void> {
    const { northbind, store, documents, log } = this.#parts;
    const { bindState, bankAccount } = job;
    const { applicationId } = bindState.request;
    for (let next = send; ; next = () => northbind.resumeBind(bindState, { bankAccount })) {
      const result = await next().catch(asFailure);
      if (!(result instanceof NorthbindError)) {
        const bound = await store.save(boundSale(job, result));
        log('bound', { applicationId, policyNumber: result.policyNumber });
        return documents.keepAll(bound);
      }
      log('not bound', { applicationId, code: result.code, requestId: result.requestId });
      if (!(result instanceof AmbiguousBindError)) return void (await store.save(unboundSale(job, result)));
      if (isAboutBankAccount(result)) return void (await store.save(unsettledSale(job, result)));
      if (this.#isStopping) return; // It is on the disk.
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

function boundSale({ sale, bindState }: Job, policy: Policy): Sale {
  const { policyNumber, effectiveDate, expiryDate, totalWithTax, cardPayment, financing } = policy;
  const paymentMethod = bindState.request.paymentMethod === 'PFF' ? 'PFF' : 'CC';
  // The customer may have authorized a card and then bought by financing.
  const card =
    paymentMethod === 'CC' && sale.card?.authorized
      ? { ...sale.card.authorized, chargeDate: cardPayment?.chargeDate ?? sale.card.chargeDate }
      : null;
  return asBound(sale, {
    policy: {
      policyNumber,
      effectiveDate,
      expiryDate,
      cancelledFrom: null,
      totalWithTax,
      financing,
      card,
      emailAddress: sale.applicant?.emailAddress ?? '',
      paymentMethod,
      charge: cardPayment?.status ?? null,
      nextAttemptOn: null,
      paymentUrl: null,
      downPayment: bindState.request.financing?.downPayment ?? 0,
      ...boughtOf(sale, bindState.request),
    },
    downloadIds: {
      declaration: policy.documentDownloadId,
      ...(policy.financingLetterDownloadId !== null && { letter: policy.financingLetterDownloadId }),
      ...(cardPayment?.receiptDownloadId !== undefined && { receipt: cardPayment.receiptDownloadId }),
    },
  });
}

/** The names of what was bought, and until when it can be undone. */
function boughtOf({ quote, rescindableUntil }: Sale, request: BindState['request']) {
  const { coverageCategory, paymentTermInYears, selectedProducts } = request;
  const terms = coverageCategory === 'Replacement' ? quote?.replacementOptions : quote?.limitedIndemnityOptions;
  const term = terms?.find((one) => one.paymentTermInYears === paymentTermInYears);
  const products = (term?.coverage ?? []).filter(({ productType }) => selectedProducts.includes(productType));
  return {
    products: products.map(({ productName }) => productName),
    paymentTermInYears,
    rescindableUntil: rescindableUntil ?? '',
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
