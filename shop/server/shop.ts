import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Acknowledgement,
  type BankAccount,
  type ErrorItem,
  type FinancingOption,
  type Language,
  NoResultError,
  type Northbind,
  type Quote,
  RefusedError,
} from '@northbind/sdk';
import type {
  Asked,
  BindForm,
  CardOutcome,
  Choice,
  DisclosureView,
  LoanWishes,
  PaymentTerms,
  Prices,
  SaleView,
  Selection,
  ShopFacts,
  StartedCard,
} from '../shop-api.ts';
import type { Purchases } from './binder.ts';
import { type Form, part, readApplicant, readAsked, readDealerContact, readLanguage, text } from './read-form.ts';
import { acknowledgedKinds, acknowledgementsFor, disclosureViews, type Sale, viewOf } from './sale.ts';
import { type Sales, StaleSaleError } from './sale-store.ts';
import { fault, refusedBy, ShopError } from './shop-error.ts';

export interface ShopParts {
  readonly terms: ShopTerms;
  readonly northbind: Northbind;
  readonly store: Sales;
  readonly purchases: Purchases;
  /** Prices a vehicle before the customer says who they are; null: the service is asked for quotes alone. */
  readonly indicate: IndicatePrice | null;
}

/** Indicates a price without obligation: nothing is written, and no price is held. */
export type IndicatePrice = (
  vehicle: Omit<Asked, 'vin'> & Pick<Choice, 'vehicleConfigurationId' | 'series'>,
  language: Language,
) => Promise<Prices>;

/** The terms on which the shop is run: as a partner's own, or as the page of a sale link. */
export interface ShopTerms
  extends Pick<
    ShopFacts,
    'isSandbox' | 'validUntil' | 'brand' | 'payee' | 'downPayment' | 'taxes' | 'mayStartOver' | 'writesInAnyCase'
  > {
  readonly clock: () => Date;
  /** The date in the seller's province. */
  readonly today: () => string | Promise<string>;
  /** The last day on which a customer who buys on a day may change their mind. */
  readonly rescindableUntil: (bought: Bought) => string;
  /** A part of those that the seller has. */
  readonly paymentMethods: readonly PaymentTerms['paymentMethod'][];
  readonly producerCode: string | null;
  readonly partnerReference: string | null;
}

interface Bought {
  readonly boughtOn: string;
  /** The codes of the products. */
  readonly products: readonly string[];
  /** The kinds of the papers that the customer has ticked. */
  readonly acknowledged: readonly string[];
}

/**
 * The steps of a sale, in the order in which a customer takes them. Every step works on the session's own sale, as its
 * page shows it.
 */
export class Shop {
  readonly #parts: ShopParts;

  constructor(parts: ShopParts) {
    this.#parts = parts;
  }

  async facts(): Promise<ShopFacts> {
    const { terms, northbind, indicate } = this.#parts;
    const { isSandbox, validUntil, brand, payee, downPayment, taxes, mayStartOver, writesInAnyCase } = terms;
    const { province, series, paymentMethods, limits } = await northbind.seller.get();
    return {
      isSandbox,
      validUntil,
      brand,
      payee,
      downPayment,
      taxes,
      showsIndication: indicate !== null,
      mayStartOver,
      writesInAnyCase,
      today: await terms.today(),
      province,
      effectiveDateDays: limits.effectiveDateDays,
      series,
      paymentMethods: terms.paymentMethods.filter((method) => paymentMethods.includes(method)),
    };
  }

  view(sale: Sale): SaleView {
    return viewOf(sale, this.#parts.purchases.isRunning(sale));
  }

  async drawVin(): Promise<{ vin: string }> {
    const { northbind, terms } = this.#parts;
    if (!terms.isSandbox) throw new ShopError(404, 'NotFound');
    const [year] = (await terms.today()).split('-');
    return { vin: (await northbind.testVin(Number(year) - 2)).vin };
  }

  async lookUp(sale: Sale, form: Form): Promise<SaleView> {
    const asked = readAsked(form);
    const language = readLanguage(form);
    const { odometer, ...rest } = asked;
    // The look-up could do without the kilometres; the quote, some pages later, can not.
    const faults = Number.isNaN(odometer)
      ? [fault(typeof form.odometer === 'string' ? 'OdometerInvalid' : 'OdometerRequired', 'odometer')]
      : [];
    const query = faults.length === 0 ? asked : rest;
    const vehicles = await this.#parts.northbind.vehicles.lookUp(query, { language }).catch((error: unknown) => {
      if (error instanceof NoResultError) throw refusedBy([...faults, fault('VinNotResolved', 'vin')]);
      if (error instanceof RefusedError) throw refusedBy([...faults, ...error.errors]);
      throw error;
    });
    if (faults.length > 0) throw refusedBy(faults);
    if (vehicles.length === 0) throw new ShopError(422, 'NothingEligible', 'vin');
    // Ids are valid only for this look-up, so an earlier choice and quote are dropped.
    return this.#change(sale, { asked, vehicles, choice: null, quote: null, selection: null, ...unpaid });
  }

  async choose(sale: Sale, form: Form): Promise<SaleView> {
    const vehicle = sale.vehicles.find(({ id }) => id === form.vehicleConfigurationId);
    const isPlus = form.series === 'Plus';
    const lienHolder = part(form.lienHolder);
    const choice: Choice = {
      vehicleConfigurationId: vehicle?.id ?? '',
      series: isPlus ? 'Plus' : 'Prime',
      dealerId: isPlus ? text(form.dealerId) : null,
      dealerContact: isPlus ? readDealerContact(part(form.dealerContact)) : null,
      lienHolder: text(lienHolder.id) === '' ? null : { id: text(lienHolder.id), name: text(lienHolder.name) },
    };
    const faults = faultsOfChoice(choice, sale.asked);
    if (faults.length > 0) throw refusedBy(faults);
    return this.#change(sale, { choice, quote: null, selection: null, ...unpaid });
  }

  /** Indicates prices by the vehicle alone. */
  async indicate({ asked, choice }: Sale, language: Language): Promise<Prices> {
    const { indicate } = this.#parts;
    if (indicate === null) throw new ShopError(404, 'NotFound');
    if (asked === null || choice === null) throw new ShopError(409, 'ChangedElsewhere');
    const { vin: _, ...vehicle } = asked;
    const { vehicleConfigurationId, series } = choice;
    return indicate({ ...vehicle, vehicleConfigurationId, series }, language);
  }

  async quote(sale: Sale, form: Form): Promise<SaleView> {
    const { northbind, terms } = this.#parts;
    const { asked, choice, applicationId } = sale;
    if (asked === null || choice === null) throw new ShopError(409, 'ChangedElsewhere');
    const applicant = readApplicant(form);
    const kept = await this.#save(sale, { applicant }); // So that a refusal does not lose what was typed.
    const { vin: _, ...vehicle } = asked;
    const { lienHolder, ...rest } = choice;
    const request = {
      ...vehicle,
      ...rest,
      lienHolderId: lienHolder?.id ?? null,
      producerCode: terms.producerCode,
      partnerReference: terms.partnerReference,
      applicant,
      language: readLanguage(form), // Of the papers, the mail and the card form.
    };
    const options = { language: request.language };
    const quote = await (applicationId === null
      ? northbind.quotes.create(request, options)
      : northbind.quotes.revise(applicationId, request, options));
    return this.#change(kept, { quote, applicationId: quote.applicationId, ...unpaid });
  }

  /** Kept here, so that a reload, a crash or a refused card does not change what is paid for. */
  select(sale: Sale, selection: Selection): Promise<SaleView> {
    this.#quoted(sale);
    return this.#change(sale, { selection, ...unpaid });
  }

  async financing(sale: Sale, wishes: LoanWishes): Promise<readonly FinancingOption[]> {
    this.#judgeMethod('PFF');
    this.#judgeDownPayment(wishes, 'downPayment');
    const { financing } = this.#parts.northbind;
    return (await this.#asShown(sale, (shown) => financing.quote({ ...shown, ...wishes }))).options;
  }

  /** What the customer must be given before agreeing. Asked for anew each time: the texts may have changed. */
  async disclose(sale: Sale, terms: PaymentTerms, language: Language): Promise<readonly DisclosureView[]> {
    const { paymentMethod } = terms;
    this.#judgeMethod(paymentMethod);
    const financing = terms.paymentMethod === 'PFF' ? terms.loan : null;
    if (financing !== null) this.#judgeDownPayment(financing, 'financing.downPayment');
    const { disclosures: papers } = this.#parts.northbind;
    const disclosures = await this.#asShown(sale, (shown) =>
      papers.list({ ...shown, paymentMethod, financing }, { language }),
    );
    return this.#saveTicks(sale, { disclosed: { terms, disclosures } });
  }

  /** The time is the server's: it is the proof of when the customer agreed. */
  async tick(sale: Sale, downloadId: string, isTicked: boolean): Promise<readonly DisclosureView[]> {
    if (!disclosureViews(sale).some((one) => one.downloadId === downloadId)) throw new ShopError(404, 'NotFound');
    const others = sale.ticks.filter((tick) => tick.downloadId !== downloadId);
    const tick = { downloadId, acknowledgedAt: this.#parts.terms.clock().toISOString() };
    return this.#saveTicks(sale, { ticks: (isTicked ? [...others, tick] : others).slice(-ticksMax) });
  }

  async startCard(sale: Sale, chargeDate: string): Promise<StartedCard> {
    this.#judgeMethod('CC');
    const { cardPayments } = this.#parts.northbind;
    const started = await this.#asShown(sale, (shown) => cardPayments.start({ ...shown, chargeDate }));
    const { paymentId, ticket, checkoutJsUrl, checkoutGlobal, environment, expiresAt } = started;
    const card = { paymentId, chargeDate: started.chargeDate, authorized: null };
    const opened = { ticket, checkoutJsUrl, checkoutGlobal, environment, expiresAt };
    return { ticket: opened, sale: await this.#change(sale, { card }) };
  }

  /**
   * The page sends the ticket back, because the server must not store it. The shop has stored which payment it belongs
   * to. The status can be `Pending` for a moment after the card was sent; the server asks again, as the customer may
   * have left the page.
   */
  async confirmCard(sale: Sale, ticket: string): Promise<CardOutcome> {
    const { card } = sale;
    const { applicationId } = this.#quoted(sale);
    if (card === null) throw new ShopError(409, 'ChangedElsewhere');
    const { paymentId } = card;
    for (let asked = 1; ; asked += 1) {
      const { status, message, maskedCardNumber, cardType } = await this.#parts.northbind.cardPayments.confirm({
        applicationId,
        paymentId,
        ticket,
      });
      if (status === 'Authorized') {
        const authorized = { number: maskedCardNumber ?? '', brand: cardType ?? '' };
        return { status, sale: this.view(await this.#save(sale, { card: { ...card, authorized } })) };
      }
      if (status !== 'Pending' || asked === asksMax) return { status, message };
      await sleep(pauseMs);
    }
  }

  async bind(shown: Sale, form: BindForm): Promise<SaleView> {
    if (shown.progress.state !== 'shopping') return this.view(shown); // A second click.
    const selected = this.#selected(shown);
    const { purchases, terms } = this.#parts;
    // The customer is only told: that is no reason to keep anybody from buying.
    const today = await Promise.resolve(terms.today()).catch(() => null);
    const bought = { products: selected.selectedProducts, acknowledged: acknowledgedKinds(shown) };
    const sale = { ...shown, rescindableUntil: today && terms.rescindableUntil({ boughtOn: today, ...bought }) };
    this.#judgeMethod(form.paymentMethod);
    if (form.paymentMethod === 'PFF') {
      this.#judgeDownPayment(form.loan, 'financing.downPayment');
      const { bankAccount, ...terms } = form;
      const request = { ...selected, acknowledgements: this.#acknowledged(sale, terms) };
      const financing = { ...terms.loan, bankAccount };
      return this.view(await purchases.begin(sale, { ...request, paymentMethod: 'PFF', financing }));
    }
    if (!sale.card?.authorized) throw new ShopError(422, 'CardPaymentNotAuthorized');
    const { paymentId } = sale.card;
    const request = { ...selected, acknowledgements: this.#acknowledged(sale, form) };
    return this.view(await purchases.begin(sale, { ...request, paymentMethod: 'CC', cardPayment: { paymentId } }));
  }

  /** The page shows no other; its calls are judged as well. */
  #judgeMethod(method: PaymentTerms['paymentMethod']): void {
    if (!this.#parts.terms.paymentMethods.includes(method))
      throw new ShopError(422, 'PaymentMethodNotAvailableForSeller');
  }

  /** One that nobody is there to collect would be cover for less than its price. */
  #judgeDownPayment({ downPayment }: LoanWishes, field: string): void {
    const agreed = this.#parts.terms.downPayment;
    if (Number.isNaN(downPayment) || (agreed !== null && agreed !== downPayment))
      throw new ShopError(422, 'DownPaymentInvalid', field);
  }

  /** The shop asks for them whether or not the service requires them of this seller. */
  #acknowledged(sale: Sale, terms: PaymentTerms): readonly Acknowledgement[] {
    const acknowledgements = acknowledgementsFor(sale, terms);
    if (acknowledgements === null) throw new ShopError(422, 'AcknowledgementRequired', 'acknowledgements');
    return acknowledgements;
  }

  async resumeBind(sale: Sale, bankAccount: BankAccount): Promise<SaleView> {
    return this.view(await this.#parts.purchases.resume(sale, bankAccount));
  }

  /** Is refused while a bind is open: another sale of the same vehicle could become a second policy. */
  async startOver(sale: Sale): Promise<SaleView> {
    if (!this.#parts.terms.mayStartOver) throw new ShopError(404, 'NotFound');
    if (sale.progress.state === 'binding') throw new ShopError(409, 'StillBinding');
    return this.view(await this.#parts.store.start(sale.session));
  }

  /** Makes a change that the customer has to see before any other request. */
  async #change(sale: Sale, change: Partial<Sale>): Promise<SaleView> {
    return this.view(await this.#save(sale, { ...change, edition: sale.edition + 1 }));
  }

  async #save(sale: Sale, change: Partial<Sale>): Promise<Sale> {
    const progress = { state: 'shopping', errors: [] } as const; // What was refused before has been read.
    return this.#parts.store.save({ ...this.#shopping(await this.#latest(sale)), ...change, progress });
  }

  /** Leaves what was refused before: the page shows it beside the disclosures. */
  async #saveTicks(
    sale: Sale,
    change: Pick<Sale, 'disclosed'> | Pick<Sale, 'ticks'>,
  ): Promise<readonly DisclosureView[]> {
    return disclosureViews(await this.#parts.store.save({ ...this.#shopping(await this.#latest(sale)), ...change }));
  }

  /** The same purchase with what was saved while a step waited for the service, such as a tick. */
  async #latest({ id, session, edition }: Sale): Promise<Sale> {
    const latest = await this.#parts.store.current(session);
    if (latest.id !== id || latest.edition !== edition) throw new StaleSaleError();
    return latest;
  }

  #shopping(sale: Sale): Sale {
    if (sale.progress.state === 'shopping') return sale;
    throw new ShopError(409, 'ChangedElsewhere'); // The page shows how it is now: being bought, or bought.
  }

  #quoted(sale: Sale): Quote {
    const { quote } = this.#shopping(sale);
    if (quote === null) throw new ShopError(409, 'ChangedElsewhere');
    return quote;
  }

  /** Sends the revision that the page shows: the service sells no other. */
  #selected(sale: Sale): Shown {
    const { applicationId, revision } = this.#quoted(sale);
    if (sale.selection === null) throw new ShopError(409, 'ChangedElsewhere');
    return { applicationId, revision, ...sale.selection };
  }

  /** A quote that somebody has revised since is shown again, with its own price, person and day, before it is paid. */
  async #asShown<T>(sale: Sale, send: (shown: Shown) => Promise<T>): Promise<T> {
    try {
      return await send(this.#selected(sale));
    } catch (error) {
      if (!(error instanceof RefusedError) || !error.errors.some(({ code }) => code === 'QuoteRevised')) throw error;
      await this.#showRevised(sale);
      throw new ShopError(409, 'ChangedElsewhere');
    }
  }

  async #showRevised(sale: Sale): Promise<void> {
    const { northbind } = this.#parts;
    const { applicationId } = this.#quoted(sale);
    const { partnerReference: _, language: __, ...quote } = await northbind.applications.get(applicationId);
    if (quote.status !== 'Quoted') return; // It is being bought, or was.
    const { vehicle, effectiveDate, series, applicant } = quote;
    await this.#change(sale, {
      quote,
      selection: null,
      asked: sale.asked && { ...sale.asked, vin: vehicle.vin, effectiveDate },
      vehicles: [vehicle],
      choice: sale.choice && { ...sale.choice, series, vehicleConfigurationId: vehicle.id },
      applicant: {
        ...applicant,
        lastName: applicant.lastName ?? '',
        addressLine2: applicant.addressLine2 ?? '',
        businessPhone: applicant.businessPhone ?? '',
      },
      ...unpaid,
    });
  }
}

/** The service would refuse them at the quote, one page later; here the customer still sees the fields. */
function faultsOfChoice(
  { vehicleConfigurationId, series, dealerId, dealerContact, lienHolder }: Choice,
  asked: Sale['asked'],
): readonly ErrorItem[] {
  const isPlus = series === 'Plus';
  const isReachable = Boolean(dealerContact?.emailAddress || dealerContact?.phoneNumber);
  return [
    ...(vehicleConfigurationId === '' ? [fault('VehicleConfigurationIdRequired', 'vehicleConfigurationId')] : []),
    ...(asked?.purchaseMethod !== 'Cash' && lienHolder === null ? [fault('LienHolderRequired', 'lienHolderId')] : []),
    ...(isPlus && dealerId === '' ? [fault('DealerIdRequired', 'dealerId')] : []),
    ...(isPlus && !dealerContact?.name ? [fault('NameRequired', 'dealerContact.name')] : []),
    ...(isPlus && !isReachable ? [fault('DealerContactRequired', 'dealerContact')] : []),
  ];
}

type Shown = Selection & Pick<Quote, 'applicationId' | 'revision'>;

/** A card and disclosures are for one choice. */
const unpaid = { card: null, disclosed: null } as const;

// Six seconds in all. If the processor takes longer, the authorization lapses.
const asksMax = 5;
const pauseMs = 1_500;

// A bind may have so many. The oldest are of choices that the customer has left.
const ticksMax = 50;
