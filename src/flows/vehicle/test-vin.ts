import { randomInt } from 'node:crypto';
import type { PlainDate } from '../../domain/calendar.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { type Refusal, refusal } from '../../domain/refusal.ts';
import { bookForQuote } from '../../domain/tariff/book-for-quote.ts';
import type { RateBook } from '../../domain/tariff/rate-book.ts';
import { isEligible, judgeEligibility } from '../../domain/vehicle/eligibility.ts';
import { isVinUsed } from '../../store/quote/application.ts';
import type { Decoder } from '../../vehicles/decoder.ts';
import { makeTestVin } from '../../vehicles/test-vins.ts';
import type { Parts } from '../parts.ts';

export type TestVinParts = Parts<'database' | 'decoder' | 'reference'>;

// A model year has about forty patterns with a million serials each: after a few failed draws, more would fail too.
const drawsMax = 20;

/** Returns a VIN of a real vehicle that the seller may quote today and no quote has used. */
export async function drawTestVin(
  { database, decoder, reference }: TestVinParts,
  { seller, today, year }: { readonly seller: Seller; readonly today: PlainDate; readonly year: number },
): Promise<string | Refusal> {
  const book = bookForQuote(reference().tariffs, { today, effectiveDate: today });
  for (let draw = 0; book !== null && draw < drawsMax; draw += 1) {
    const vin = makeTestVin(year, random);
    if (vin === null) break;
    if (mayQuote(decoder, book, vin, seller, today) && !(await isVinUsed(database, { vin }))) return vin;
  }
  return refusal('TestVinNotAvailable', 'year', { year: String(year) });
}

/** Checked without odometer and purchase method, like a look-up that sends neither. */
function mayQuote(decoder: Decoder, book: RateBook, vin: string, seller: Seller, today: PlainDate): boolean {
  const inputs = { effectiveDate: today, odometer: null, purchaseMethod: null, series: seller.series };
  return decoder.decode(vin).some((vehicle) => isEligible(judgeEligibility(book, vehicle, inputs)));
}

const resolution = 2 ** 32;
const random = (): number => randomInt(resolution) / resolution;
