import type { BankAccount } from '../../domain/financing/bank-account.ts';
import { isActive, todayOf } from '../../domain/partner/seller.ts';
import { isPaidBy } from '../../domain/payment-method.ts';
import { type Refusal, type RefusalCode, refusal, unless } from '../../domain/refusal.ts';
import type { Failed } from '../../domain/work/failure.ts';
import type { Tx } from '../../store/database.ts';
import { readSale } from '../../store/quote/sale.ts';
import {
  finishPurchase,
  purchaseWork,
  refusePurchase,
  type TakenPurchase,
  type Unclaimable,
  whyUnclaimable,
} from '../../store/sale-link/purchase.ts';
import { type BindParts, bind } from '../bind/bind.ts';
import type { Parts } from '../parts.ts';
import { retryOnReferenceChange } from '../reference/retry-on-reference-change.ts';
import { type Ending, runDueWork } from '../work/run-due-work.ts';

/*
 * A purchase that the page of a link has accepted. It is durable work: whoever takes it binds it, and it is over when
 * there is a policy, whose mail tells of it, or when a letter has told the customer that nothing was bought.
 *
 * Two instances may carry one purchase on at the same time, after the lease of the first has run out. Only the holder
 * may claim its bind, which is checked in the transaction of the claim; a bind that was claimed has a fence of its own.
 *
 * A bank account is known to the instance that accepted the purchase, and to no other. Another one binds no loan: it
 * waits until it is known what became of a bind that was claimed, and if none was, nothing was bought.
 */

/** Most binds take less, and it is short, so that the purchase of an instance that died soon goes on. */
export const purchaseLeaseSeconds = 20;

// The next run takes the rest.
const batchMax = 20;
const lanes = 4;
// A card processor that is away for longer would leave the customer waiting with a held card.
const triedForMs = 30 * 60_000;
const waitSecondsMax = 30;

export type BuyParts = BindParts & Parts<'refreshReference'>;

/** One run of the job, on any instance. */
export async function completePurchases(parts: BuyParts, signal?: AbortSignal): Promise<void> {
  const take = () => purchaseWork.take(parts.database, purchaseLeaseSeconds, null, { isTelling: false });
  const handle = (purchase: TakenPurchase): Promise<Ending> => buy(parts, purchase, null);
  await runDueWork({ take, handle, trySeconds: purchaseLeaseSeconds, batchMax, lanes }, signal);
}

/** Binds a purchase that this instance has taken. The bank account is given by the instance that accepted it. */
export async function buy(parts: BuyParts, purchase: TakenPurchase, bankAccount: BankAccount | null): Promise<Ending> {
  const { database } = parts;
  const { form, applicationId } = purchase;
  // Sellers are never deleted.
  const seller = parts.reference().sellers.byId.get(purchase.sellerId)!;
  const needsAccount = isPaidBy('loan', form.paymentMethod) && bankAccount === null;
  const tried = needsAccount ? interrupted : await tryBind(parts, purchase, bankAccount);
  if (tried === 'bought') return end(parts, purchase);
  const sale = await readSale(database, seller.id, applicationId);
  if (sale !== null && sale.bound !== null) return end(parts, purchase);
  // It was claimed, and the job that finishes binds finds out what became of it.
  if (sale !== null && sale.claim !== 'none')
    return waitFor(parts, purchase, { failure: 'waiting', cause: 'the bind is not over' });
  if (tried === 'taken') return 'open';
  const [{ code } = { code: 'InternalError' }] = tried;
  const isTriedAgain = !isPaidBy('loan', form.paymentMethod) && retried.includes(code as RefusalCode);
  if (isTriedAgain && parts.clock().getTime() - purchase.acceptedAt.getTime() < triedForMs)
    return waitFor(parts, purchase, {
      failure: code === 'CardPaymentUnavailable' ? 'unavailable' : 'waiting',
      cause: code,
    });
  if (!(await refusePurchase(database, purchase, tried))) return 'open';
  parts.log.info('purchase by link not made', { ...factsOf(purchase), code });
  return 'open'; // The letter is due.
}

const interrupted: readonly Refusal[] = [refusal('BindIncomplete', 'financing')];

/** The same bind may be made a moment later. */
const retried: readonly RefusalCode[] = ['BindInProgress', 'BindIncomplete', 'CardPaymentUnavailable'];

type Tried = 'bought' | 'taken' | readonly Refusal[];

async function tryBind(parts: BuyParts, purchase: TakenPurchase, bankAccount: BankAccount | null): Promise<Tried> {
  const tried = await retryOnReferenceChange(
    () => judgeAndBind(parts, purchase, bankAccount),
    () => parts.refreshReference().then(() => true),
  );
  return tried!;
}

async function judgeAndBind(
  parts: BindParts,
  purchase: TakenPurchase,
  bankAccount: BankAccount | null,
): Promise<Tried> {
  const { sellers, version: judgedBy } = parts.reference();
  const seller = sellers.byId.get(purchase.sellerId)!;
  if (!isActive(seller)) return [refusal('SaleLinksNotAvailable')];
  const now = parts.clock();
  const today = todayOf(seller, now);
  const { financing, ...form } = purchase.form;
  let why: Unclaimable | null = null;
  const asked = {
    seller,
    today,
    now,
    judgedBy,
    form: { ...form, financing: financing && bankAccount && { ...financing, bankAccount } },
    judgeClaim: async (tx: Tx) => {
      why = (await whyUnclaimable(tx, purchase, today))?.why ?? null;
      return unless(why === null, 'SaleLinkNotFound', '');
    },
  };
  const result = await bind(parts, asked, { requestId: `purchase-${purchase.id}`, fault: null });
  if (result.kind !== 'refused') return 'bought';
  return why === 'taken' ? 'taken' : result.refusals;
}

async function end({ database, log }: BindParts, purchase: TakenPurchase): Promise<Ending> {
  await finishPurchase(database, purchase);
  log.info('purchase by link made', factsOf(purchase));
  return 'ended';
}

async function waitFor({ database }: BindParts, purchase: TakenPurchase, failed: Failed): Promise<Ending> {
  const waitSeconds = Math.min(2 ** Math.min(purchase.attempts, 5), waitSecondsMax);
  await purchaseWork.postpone(database, purchase, { ...failed, waitSeconds });
  return 'open';
}

function factsOf({ id, linkId, applicationId }: TakenPurchase): Readonly<Record<string, string>> {
  return { purchaseId: id, linkId, applicationId };
}
