import type { PlainDate } from '../../domain/calendar.ts';
import { type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import type { PricingInputs } from '../../domain/quote/premium.ts';
import { priceQuote } from '../../domain/quote/price-quote.ts';
import type { QuoteOptions } from '../../domain/quote/quote-options.ts';
import { parseRateBook } from '../../domain/tariff/parse-rate-book.ts';
import { vehicleClassOf } from '../../domain/tariff/rate-book.ts';
import { type EligibilityVerdict, judgeEligibility } from '../../domain/vehicle/eligibility.ts';
import { latestFile } from '../../store/tariff/operator-file.ts';
import { findRateBook } from '../../store/tariff/rate-book.ts';
import type { Parts } from '../parts.ts';
import { loadedTable } from '../tax/compare-tax-files.ts';
import { operatorDay } from './operator-day.ts';

export interface PriceAsked extends Pick<PricingInputs, 'series' | 'odometer' | 'purchaseMethod' | 'province'> {
  readonly version: string;
  readonly vin: string;
  readonly effectiveDate: PlainDate;
}

export interface VehiclePrice {
  readonly vehicle: { readonly year: number; readonly make: string; readonly model: string };
  readonly vehicleClass: string;
  readonly verdicts: readonly EligibilityVerdict[];
  /** Null if the vehicle qualifies for nothing. */
  readonly options: QuoteOptions | null;
}

/** What a vehicle would cost by a loaded rate book, in force or not, with the taxes of today. Writes nothing. */
export async function priceVehicle(
  { database, clock, decodeVin }: Parts<'database' | 'clock' | 'decodeVin'>,
  { version, vin, ...asked }: PriceAsked,
): Promise<VehiclePrice | OperatorRefusal> {
  const found = await findRateBook(database, { version });
  const taxes = await latestFile(database, 'tax_table');
  if (found === null || taxes === null) return refuseOperator('NotFound', 'version', { version });
  const parsed = parseRateBook(found.document);
  if (!parsed.ok) throw new Error(`The stored rate book ${version} is faulty at ${parsed.faults[0]?.path}.`);
  const [vehicle] = decodeVin(vin.trim().toUpperCase());
  if (vehicle === undefined) return refuseOperator('VinInvalid', 'vin');
  const { book } = parsed;
  const price = priceQuote(book, loadedTable(taxes), { ...asked, vehicle, quotedOn: operatorDay(clock()) });
  const { year, make, model } = vehicle;
  return {
    vehicle: { year, make, model },
    vehicleClass: vehicleClassOf(book, vehicle),
    verdicts: judgeEligibility(book, vehicle, { ...asked, series: [asked.series] }),
    options: price.ok ? price.options : null,
  };
}
