import { Injectable } from '@nestjs/common';
import { toDollars } from '../../../../src/domain/money.ts';
import type { Seller } from '../../../../src/domain/partner/seller.ts';
import { cities } from '../../../../src/domain/person/cities.ts';
import { buildCityIndex } from '../../../../src/domain/person/city.ts';
import { parseQuote, type QuoteForm } from '../../../../src/domain/quote/parse-quote.ts';
import { priceQuote } from '../../../../src/domain/quote/price-quote.ts';
import type { PricedTerm } from '../../../../src/domain/quote/quote-options.ts';
import type { VehicleConfiguration } from '../../../../src/domain/vehicle/vehicle.ts';
import { inWords } from '../../../../src/domain/vehicle/vehicle-words.ts';
import { makeVehicleIds } from '../../../../src/flows/vehicle/vehicle-id.ts';
import { writePrices } from '../../../../src/store/quote/price-list.ts';
import { loadDecoder } from '../../../../src/vehicles/decoder.ts';
import { todayIn, toMoment } from '../dates.js';
import { refused } from '../envelope.js';
import type { Prisma } from '../generated/client.js';
import { PrismaService } from '../prisma.service.js';
import type { CallingSeller } from '../seller.guard.js';
import type { QuoteRequest } from './quote-request.js';
import { TariffService } from './tariff.service.js';

const cityIndex = buildCityIndex(cities);
const decoder = loadDecoder();
const effectiveDateDays = 30;
const noLicences = { requirements: [], lastDayOf: () => null };

/** The rules and prices are the service's own functions: what is compared is everything around them. */
@Injectable()
export class QuoteService {
  private readonly vehicleIds = makeVehicleIds(process.env.VEHICLE_ID_KEY!);

  constructor(
    private readonly prisma: PrismaService,
    private readonly tariff: TariffService,
  ) {}

  async create(request: QuoteRequest, seller: CallingSeller) {
    const { book, taxTable } = this.tariff;
    const today = todayIn(seller.province);
    const [link, lienHolder] = await Promise.all([
      this.prisma.dealerLink.findUnique({
        where: { sellerId_dealerId: { sellerId: seller.id, dealerId: request.dealerId ?? '' }, isActive: true },
        include: { dealer: true },
      }),
      this.prisma.lienHolder.findUnique({ where: { id: request.lienHolderId ?? '' } }),
    ]);
    const lookup = this.vehicleIds.read(request.vehicleConfigurationId, seller.id, decoder.decode);
    const read = parseQuote(request as QuoteForm, [], {
      seller: seller as unknown as Seller,
      today,
      effectiveDateDays,
      cities: cityIndex,
      licences: noLicences,
      dealer: link?.dealer ?? null,
      lienHolder,
      lookup,
    });
    if (!read.ok) throw refused(read.faults.refusals);
    const { inputs, pricing } = read.request;
    const price = priceQuote(book, taxTable, pricing);
    if (!price.ok) throw refused([price.refusal]);

    const { id } = await this.prisma.application.create({
      data: {
        sellerId: seller.id,
        series: request.series,
        effectiveDate: toMoment(request.effectiveDate),
        quotedOn: toMoment(today),
        vin: pricing.vehicle.vin,
        rateBookVersion: book.version,
        taxTableVersion: taxTable.version,
        inputs: inputs as unknown as Prisma.InputJsonObject,
        // In the service's short form, so that both write the same bytes.
        options: JSON.parse(writePrices(price.options)),
      },
      select: { id: true },
    });
    return {
      isValid: true,
      errors: [],
      applicationId: id,
      series: request.series,
      effectiveDate: request.effectiveDate,
      quotedOn: today,
      vehicle: { id: request.vehicleConfigurationId, ...vehicleOf(pricing.vehicle) },
      existingPolicies: [], // It does not look for them; what that costs the service is measured by itself.
      replacementOptions: price.options.replacement.map(termOf),
      limitedIndemnityOptions: price.options.limitedIndemnity.map(termOf),
    };
  }
}

function vehicleOf(vehicle: VehicleConfiguration) {
  const { vin, year, make, model, trim, bodyClass, driveType, fuelType, engine } = inWords(vehicle, 'en');
  return { vin, year, make, model, trim, bodyClass, driveType, fuelType, engine };
}

function termOf({ paymentTermInYears, coverage }: PricedTerm) {
  return {
    paymentTermInYears,
    coverage: coverage.map((product) => ({
      productType: product.productType,
      productName: product.productName.en,
      premium: toDollars(product.premiumCents),
      tax: toDollars(product.taxCents),
      totalWithTax: toDollars(product.totalWithTaxCents),
      isOptional: product.isOptional,
      coverageTermInYears: product.coverageTermInYears,
    })),
  };
}
