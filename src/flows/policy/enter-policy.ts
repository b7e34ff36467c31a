import { randomUUID } from 'node:crypto';
import type { PlainDate } from '../../domain/calendar.ts';
import type { ApplicationId, PaymentId } from '../../domain/ids.ts';
import { languages } from '../../domain/language.ts';
import { luhnDigit } from '../../domain/luhn.ts';
import { formatDollars, parseDollars } from '../../domain/money.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { type PaymentMethod, paymentMethodRules } from '../../domain/payment-method.ts';
import { parseQuote, type QuoteForm } from '../../domain/quote/parse-quote.ts';
import { priceQuote } from '../../domain/quote/price-quote.ts';
import type { Quote } from '../../domain/quote/quote.ts';
import { type Selection, selectCoverage } from '../../domain/quote/selection.ts';
import type { CoverageCategory } from '../../domain/quote/vocabulary.ts';
import { bookForQuote } from '../../domain/tariff/book-for-quote.ts';
import type { VehicleConfiguration } from '../../domain/vehicle/vehicle.ts';
import { applyPattern } from '../../domain/vehicle/vin-pattern.ts';
import { type Agreed, abandonBind, claimBind, recordIntent } from '../../store/bind/bind.ts';
import { decideCardPayment, insertCardPayment, readCardPayment } from '../../store/card/card-payment.ts';
import type { Tx } from '../../store/database.ts';
import { readNumbersIssued } from '../../store/policy/policy-number.ts';
import { insertApplication } from '../../store/quote/application.ts';
import { readSale, type Sale } from '../../store/quote/sale.ts';
import { readDealers } from '../../store/reference/dealers.ts';
import { type ReferenceVersion, readReferenceVersion } from '../../store/reference/keeper.ts';
import { readLicences } from '../../store/reference/licences.ts';
import { readLienHolders } from '../../store/reference/lien-holders.ts';
import { readSellers } from '../../store/reference/sellers.ts';
import { readTariffs } from '../../store/reference/tariffs.ts';
import { readVinPatterns } from '../../store/reference/vin-patterns.ts';
import { correctOnRecord } from '../operator/correction.ts';
import type { Parts } from '../parts.ts';
import { cityIndex } from '../quote/quote.ts';
import { wireVehicle } from './wire-vehicle.ts';

/*
 * Enters a policy that a restore to an earlier point has forgotten, from the partner's record of its quote and bind, and
 * the printed declaration.
 *
 * Nothing is issued here. What is written is what an instance leaves that dies in the middle of this bind: quote, card
 * payment and a claim under the old number. Who finishes abandoned binds asks the processor or the lender whether the
 * money moved, and issues the policy as any other; if it did not move, there is no policy, and the quote is open again.
 */

/** What the partner has on record. */
export interface ForgottenPolicy {
  /** The client id of the seller's integration. */
  readonly integration: string;
  readonly seller: string;
  readonly policyNumber: string;
  readonly applicationId: ApplicationId;
  readonly boundOn: PlainDate;
  readonly coverageCategory: CoverageCategory;
  readonly paymentTermInYears: number;
  readonly selectedProducts: readonly string[];
  readonly paymentMethod: PaymentMethod;
  readonly paymentReference?: string | undefined;
  /** The total is in dollars, as on the declaration. */
  readonly totalWithTax: number;
  readonly cardPayment?: ForgottenCard | undefined;
  readonly financing?: ForgottenLoan | undefined;
  /** If the quote was forgotten, too. */
  readonly quotedOn?: PlainDate | undefined;
  readonly quote?: ForgottenQuote | undefined;
}

export interface ForgottenCard {
  readonly paymentId: PaymentId;
  /** Its adapter's name, such as `moneris`. */
  readonly processor: string;
  /** What the processor calls the hold. */
  readonly reference: string;
  readonly maskedCardNumber: string;
  readonly cardType: string;
}

export interface ForgottenLoan {
  readonly loanTermInMonths: number;
  readonly downPayment: number;
  readonly firstInstallmentDate: PlainDate;
}

/** The request as it was sent, with the vehicle as it was answered: its VIN can be several. */
export interface ForgottenQuote extends Omit<QuoteForm, 'applicationId' | 'vehicleConfigurationId'> {
  readonly vehicle: ForgottenVehicle;
}

type VehicleFact = 'trim' | 'bodyClass' | 'driveType' | 'fuelType' | 'engine';

/** Facts are named in the words of the answer, in either language. What is left out may be anything. */
export type ForgottenVehicle = { readonly vin: string } & {
  readonly [Fact in VehicleFact]?: string | null | undefined;
};

export type EnterParts = Parts<'database' | 'now' | 'decodeVin'>;

export interface Entered {
  readonly policyNumber: string;
  readonly applicationId: ApplicationId;
}

export async function enterPolicy(
  parts: EnterParts,
  actor: Actor,
  { reason, forgotten }: { readonly reason: string; readonly forgotten: ForgottenPolicy },
): Promise<Entered | OperatorRefusal> {
  const { policyNumber, applicationId, boundOn, paymentMethod } = forgotten;
  const entered = correctOnRecord(parts.database, { actor, reason }, async (tx) => {
    const refusal = await enter(parts, tx, forgotten);
    if (refusal !== null) throw new NotEntered(refusal);
    const facts = { policyNumber, boundOn, paymentMethod };
    const result = { policyNumber, applicationId };
    return { action: 'enter policy', subject: policyNumber, facts, applicationId, result };
  });
  return entered.catch((error: unknown) => {
    if (error instanceof NotEntered) return error.refusal;
    throw error;
  });
}

/** Takes back what was written before the refusal. */
class NotEntered extends Error {
  readonly refusal: OperatorRefusal;

  constructor(refusal: OperatorRefusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

async function enter(parts: EnterParts, tx: Tx, policy: ForgottenPolicy): Promise<OperatorRefusal | null> {
  const judgedBy = await readReferenceVersion(tx);
  const sellers = await readSellers(tx);
  const integration = sellers.integrationByClientId.get(policy.integration);
  const seller = integration && sellers.find(integration, policy.seller);
  if (seller == null) return refuseOperator('NotFound', 'seller');
  const refusal = judgePayment(policy) ?? (await judgeNumber(tx, policy.policyNumber));
  if (refusal !== null) return refusal;

  const sale = await findSale(parts, tx, { policy, seller, judgedBy });
  if (isOperatorRefusal(sale)) return sale;
  if (sale.bound !== null || sale.claim !== 'none') return refuseOperator('SaleTaken', 'applicationId');
  const chosen = selectCoverage(sale.options, { ...policy, series: sale.series });
  if (!chosen.ok) return refuseOperator('QuoteRefused', chosen.refusals[0]!.field, { code: chosen.refusals[0]!.code });
  const { selection } = chosen;
  if (selection.totalWithTaxCents !== parseDollars(policy.totalWithTax))
    return refuseOperator('TotalDiffers', 'totalWithTax', {
      totalWithTax: formatDollars(selection.totalWithTaxCents),
    });
  const card = policy.cardPayment;
  if (card !== undefined && !(await enterCard(parts, tx, { policy, seller, selection, judgedBy }, card)))
    return refuseOperator('CardPaymentSpent', 'cardPayment.paymentId');
  return leaveClaim(tx, sale, agreedOf(policy, selection), { policyNumber: policy.policyNumber, judgedBy });
}

/** The blocks that belong to the payment method, and no other. */
function judgePayment({ paymentMethod, cardPayment, financing }: ForgottenPolicy): OperatorRefusal | null {
  const { block } = paymentMethodRules[paymentMethod];
  const isComplete =
    (cardPayment !== undefined) === (block === 'cardPayment') && (financing !== undefined) === (block === 'financing');
  return isComplete ? null : refuseOperator('PaymentIncomplete', 'paymentMethod');
}

async function judgeNumber(tx: Tx, policyNumber: string): Promise<OperatorRefusal | null> {
  const [, digits = '', check = ''] = /^NB(\d{8})(\d)$/.exec(policyNumber) ?? [];
  const { last, isTaken } = await readNumbersIssued(tx, { policyNumber });
  if (isTaken) return refuseOperator('PolicyNumberTaken', 'policyNumber');
  const wasIssued = digits !== '' && Number(check) === luhnDigit(digits) && Number(digits) <= last;
  return wasIssued ? null : refuseOperator('PolicyNumberNotIssued', 'policyNumber');
}

interface Entering {
  readonly policy: ForgottenPolicy;
  readonly seller: Seller;
  readonly judgedBy: ReferenceVersion;
}

/** The quote as it is there or, if it was forgotten, as it was made on its day. */
async function findSale(parts: EnterParts, tx: Tx, entering: Entering): Promise<Sale | OperatorRefusal> {
  const { policy, seller, judgedBy } = entering;
  const { applicationId } = policy;
  const known = await readSale(tx, seller.id, applicationId);
  if (known !== null) return known;
  const { quote: asked, quotedOn } = policy;
  if (asked === undefined || quotedOn === undefined) return refuseOperator('QuoteForgotten', 'quote');
  const quote = await quoteAnew(parts, tx, { seller, asked, quotedOn });
  if (isOperatorRefusal(quote)) return quote;
  await insertApplication(tx, seller.id, quote, judgedBy, applicationId);
  return (await readSale(tx, seller.id, applicationId)) ?? refuseOperator('SaleTaken', 'applicationId');
}

interface QuoteToMake {
  readonly seller: Seller;
  readonly asked: ForgottenQuote;
  readonly quotedOn: PlainDate;
}

/** Quotes by the prices, taxes and licences of that day. */
async function quoteAnew(
  parts: EnterParts,
  tx: Tx,
  { seller, asked, quotedOn }: QuoteToMake,
): Promise<Quote | OperatorRefusal> {
  const { vehicle: named, ...form } = asked;
  const vehicle = await findVehicle(parts, tx, named);
  if (vehicle === null) return refuseOperator('VehicleUnclear', 'quote.vehicle');
  const dealers = (await readDealers(tx)).linkedTo(seller.id);
  const lookup = {
    vehicle,
    sellerId: seller.id,
    effectiveDate: asked.effectiveDate ?? quotedOn,
    odometer: null,
    purchaseMethod: null,
  };
  const parsed = parseQuote({ ...form, vehicleConfigurationId: named.vin }, [], {
    seller,
    today: quotedOn,
    effectiveDateDays,
    cities: cityIndex,
    licences: await readLicences(tx),
    dealer: dealers.find(({ id }) => id === asked.dealerId) ?? null,
    lienHolder: (await readLienHolders(tx)).byId.get(asked.lienHolderId ?? '') ?? null,
    lookup,
  });
  if (!parsed.ok) {
    const [first] = parsed.faults.refusals;
    return refuseOperator('QuoteRefused', `quote.${first?.field ?? ''}`, first && { code: first.code });
  }
  const { pricing, inputs } = parsed.request;
  const tariffs = await readTariffs(tx);
  const { taxTable } = tariffs;
  const book = bookForQuote(tariffs, { today: quotedOn, effectiveDate: pricing.effectiveDate });
  if (book === null || taxTable === null) return refuseOperator('QuoteRefused', 'quotedOn');
  const priced = priceQuote(book, taxTable, pricing);
  if (!priced.ok) return refuseOperator('QuoteRefused', 'quote.vehicle', { code: priced.refusal.code });
  const { series, effectiveDate } = pricing;
  const versions = { rateBookVersion: book.version, taxTableVersion: taxTable.version };
  return { series, effectiveDate, quotedOn, inputs, options: priced.options, ...versions };
}

/** Whatever the setting was on that day: it was sold. */
const effectiveDateDays = 365;

async function findVehicle(
  { decodeVin }: EnterParts,
  tx: Tx,
  { vin, ...facts }: ForgottenVehicle,
): Promise<VehicleConfiguration | null> {
  const patterns = (await readVinPatterns(tx)).matching(vin);
  const all = patterns.reduce((before, pattern) => applyPattern(pattern, vin, before), decodeVin(vin));
  const isNamed = (one: VehicleConfiguration): boolean =>
    languages.some((language) => {
      const said = wireVehicle(one, language);
      return Object.entries(facts).every(([fact, value]) => said[fact as VehicleFact] === value);
    });
  const [found = null, ...others] = all.filter(isNamed);
  return others.length === 0 ? found : null;
}

/** The card payment as a confirm would have left it. Returns false if it was used otherwise. */
async function enterCard(
  { now }: EnterParts,
  tx: Tx,
  { policy, seller, selection, judgedBy }: Entering & { readonly selection: Selection },
  { paymentId: id, processor, reference: processorReference, maskedCardNumber, cardType }: ForgottenCard,
): Promise<boolean> {
  const { applicationId, coverageCategory, paymentTermInYears, boundOn: chargeDate } = policy;
  const totalCents = selection.totalWithTaxCents;
  const known = await readCardPayment(tx, { sellerId: seller.id, applicationId, id });
  if (known === null)
    await insertCardPayment(
      tx,
      {
        id,
        applicationId,
        sellerId: seller.id,
        processor,
        // Nobody has a ticket of this hash any more.
        ticketHash: Buffer.from(randomUUID()),
        ticketExpiresAt: now,
        coverageCategory,
        paymentTermInYears,
        productTypes: selection.products.map(({ productType }) => productType),
        totalCents,
        holdCents: totalCents,
        chargeDate,
        startedAt: now,
        isByLink: false,
        isOfPage: false,
      },
      judgedBy,
    );
  const decision = { status: 'Authorized', processorReference, cardToken: null, maskedCardNumber, cardType } as const;
  const payment = await decideCardPayment(tx, id, { ...decision, expiresAt: now }, now);
  return payment.status === 'Authorized' && payment.totalCents === totalCents;
}

function agreedOf(policy: ForgottenPolicy, selection: Selection): Agreed {
  const { financing, cardPayment } = policy;
  return {
    coverageCategory: policy.coverageCategory,
    paymentTermInYears: policy.paymentTermInYears,
    productTypes: selection.products.map(({ productType }) => productType),
    paymentMethod: policy.paymentMethod,
    paymentReference: policy.paymentReference ?? null,
    paymentId: cardPayment?.paymentId ?? null,
    financing:
      financing === undefined
        ? null
        : {
            loanTermInMonths: financing.loanTermInMonths,
            downPaymentCents: parseDollars(financing.downPayment) ?? 0,
            firstInstallmentDate: financing.firstInstallmentDate,
          },
    boundOn: policy.boundOn,
    acknowledgements: [],
    isEntered: true,
  };
}

/** The claim of an instance that died while it waited for the processor or the lender. */
async function leaveClaim(
  tx: Tx,
  sale: Sale,
  agreed: Agreed,
  { policyNumber, judgedBy }: { readonly policyNumber: string; readonly judgedBy: ReferenceVersion },
): Promise<OperatorRefusal | null> {
  const claim = await claimBind(tx, sale, randomUUID(), agreed, judgedBy, policyNumber);
  if (claim === null) return refuseOperator('SaleTaken', 'applicationId');
  if (agreed.paymentId !== null) await recordIntent(tx, claim, 'charging');
  else if (agreed.financing !== null) await recordIntent(tx, claim, 'lending');
  await abandonBind(tx, claim, { failure: 'interrupted', cause: 'entered after a restore' });
  return null;
}
