import { Injectable } from '@nestjs/common';
import { toDollars } from '../../../../src/domain/money.ts';
import type { Seller } from '../../../../src/domain/partner/seller.ts';
import { cities } from '../../../../src/domain/person/cities.ts';
import { buildCityIndex } from '../../../../src/domain/person/city.ts';
import { parsePostalCode } from '../../../../src/domain/person/postal-code.ts';
import type { Province } from '../../../../src/domain/province.ts';
import { judgeQuote, type QuoteForm } from '../../../../src/domain/quote/judge-quote.ts';
import { priceQuote } from '../../../../src/domain/quote/price-quote.ts';
import type { QuoteInputs } from '../../../../src/domain/quote/quote.ts';
import type { PricedTerm } from '../../../../src/domain/quote/quote-options.ts';
import type { Lookup } from '../../../../src/domain/vehicle/lookup.ts';
import { inWords } from '../../../../src/domain/vehicle/vehicle-words.ts';
import { makeVehicleIds } from '../../../../src/flows/vehicle/vehicle-id.ts';
import { writePrices } from '../../../../src/store/quote/price-list.ts';
import { loadDecoder } from '../../../../src/vehicles/decoder.ts';
import { todayIn, toMoment } from '../dates.js';
import { refused } from '../envelope.js';
import type { Dealer, LienHolder, Prisma } from '../generated/client.js';
import { PrismaService } from '../prisma.service.js';
import type { CallingSeller } from '../seller.guard.js';
import type { QuoteRequest } from './quote-request.js';
import { TariffService } from './tariff.service.js';

const cityIndex = buildCityIndex(cities);
const decoder = loadDecoder();
const effectiveDateDays = 30;

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
    const faults = judgeQuote(request as QuoteForm, {
      seller: seller as unknown as Seller,
      today,
      effectiveDateDays,
      cities: cityIndex,
      isDealerLinked: link !== null,
      isLienHolderKnown: lienHolder !== null,
      lookup,
    });
    if (faults.length > 0 || lookup === null) throw refused(faults);
    const price = priceQuote(book, taxTable, {
      ...request,
      vehicle: lookup.vehicle,
      quotedOn: today,
      province: seller.province as Province,
    });
    if (!price.ok) throw refused([price.refusal]);

    const inputs = inputsOf(request, lookup, link?.dealer ?? null, lienHolder);
    const { id } = await this.prisma.application.create({
      data: {
        sellerId: seller.id,
        series: request.series,
        effectiveDate: toMoment(request.effectiveDate),
        quotedOn: toMoment(today),
        vin: lookup.vehicle.vin,
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
      vehicle: { id: request.vehicleConfigurationId, ...vehicleOf(lookup) },
      existingPolicies: [], // It does not look for them; what that costs the service is measured by itself.
      replacementOptions: price.options.replacement.map(termOf),
      limitedIndemnityOptions: price.options.limitedIndemnity.map(termOf),
    };
  }
}

function vehicleOf({ vehicle }: Lookup) {
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

function inputsOf(
  { dealerContact: contact, applicant, ...request }: QuoteRequest,
  { vehicle }: Lookup,
  dealer: Dealer | null,
  lienHolder: LienHolder | null,
): QuoteInputs {
  return {
    vehicle,
    odometer: request.odometer,
    purchaseMethod: request.purchaseMethod,
    producerCode: request.producerCode ?? null,
    dealer: dealer && {
      ...dealer,
      contact: {
        name: contact!.name,
        emailAddress: contact!.emailAddress ?? null,
        phoneNumber: contact!.phoneNumber ?? null,
      },
    },
    lienHolder,
    applicant: {
      isCompany: applicant.isCompany ?? false,
      firstOrCompanyName: applicant.firstOrCompanyName,
      lastName: applicant.lastName ?? null,
      addressLine1: applicant.addressLine1,
      addressLine2: applicant.addressLine2 ?? null,
      city: applicant.city,
      postalCode: parsePostalCode(applicant.postalCode)!,
      phoneNumber: applicant.phoneNumber,
      businessPhone: applicant.businessPhone ?? null,
      emailAddress: applicant.emailAddress,
    },
  };
}
