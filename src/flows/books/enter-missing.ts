import {
  factOfBind,
  factOfCancellation,
  factOfCharge,
  factOfSettledCharge,
  factOfStrayLoan,
} from '../../domain/books/book-facts.ts';
import type { ProductTerms } from '../../domain/books/product-terms.ts';
import {
  type Batch,
  endBatch,
  enterFact,
  enterReversals,
  type FactToEnter,
  nextBatch,
  readSaleToBook,
  type SaleToBook,
} from '../../store/books/missing-facts.ts';
import { transact } from '../../store/database.ts';
import type { Parts } from '../parts.ts';
import { readTermsOf } from './read-terms.ts';

export type EnterMissingParts = Parts<'database' | 'log'>;

// Two minutes of work at most for a database without books, and less than a second for one with them.
const batchSize = 200;
const batchesMax = 20;

/**
 * One run of the job: enters what a version before the books has written. Facts are entered once, whoever enters them,
 * so that it may run beside everything else. Returns how many sales were missing something.
 */
export async function enterMissing({ database, log }: EnterMissingParts, signal?: AbortSignal): Promise<number> {
  let entered = 0;
  for (let count = 0; count < batchesMax && !signal?.aborted; count += 1) {
    const batch = await nextBatch(database, batchSize);
    if (batch === null) break;
    for (const one of batch.missing) entered += (await enterSale({ database, log }, one)) ? 1 : 0;
    await endBatch(database, batch);
  }
  if (entered > 0) log.info('books completed', { sales: entered });
  return entered;
}

/** One sale that can't be entered keeps no other from it; `northbind books check` names it. */
async function enterSale({ database, log }: EnterMissingParts, { applicationId, facts }: Batch['missing'][number]) {
  try {
    await transact(database, async (tx) => {
      const found = await readSaleToBook(tx, applicationId);
      const { id: sellerId, clientId, ...seller } = found.seller;
      const terms = await readTermsOf(tx, found.sale, { ...seller, integration: { clientId } });
      const policyNumber = found.policy?.policyNumber ?? null;
      for (const { day, booked } of factsOf(found, terms))
        if (facts.includes(booked.fact)) await enterFact(tx, { applicationId, policyNumber, sellerId, day, booked });
      await enterReversals(tx, applicationId);
    });
    return true;
  } catch (error) {
    log.error('sale not entered in the books', { applicationId, cause: String(error) });
    return false;
  }
}

/** Everything but the reversals that have ended, which are entered from what these owe. */
function factsOf(found: SaleToBook, terms: readonly ProductTerms[]): readonly Pick<FactToEnter, 'day' | 'booked'>[] {
  const { policy, cancellation, settledCharge } = found;
  const bind = policy && { day: policy.boundOn, booked: factOfBind(policy, terms) };
  const cancelled = policy &&
    cancellation && {
      day: cancellation.madeOn,
      booked: factOfCancellation(policy, cancellation, terms, found.refundKey),
    };
  const settled = settledCharge && {
    day: settledCharge.day,
    booked: factOfSettledCharge(settledCharge.amountCents, settledCharge.reference),
  };
  return [
    bind,
    cancelled,
    settled,
    ...found.charges.map(({ day, refundKey, ...charge }) => ({
      day,
      booked: refundKey === null ? factOfCharge(charge, 'card') : factOfCharge(charge, 'refund', refundKey),
    })),
    ...found.strayLoans.map(({ day, ...loan }) => ({ day, booked: factOfStrayLoan(loan) })),
  ].filter((fact) => fact !== null);
}
