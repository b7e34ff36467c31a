import type { CancellationRequestFacts } from '../cancellation/cancellation-request.ts';
import type { ActFacts, SaleHistory } from '../history/sale-history.ts';
import type { Role } from '../operator/operator.ts';
import type { Applicant, QuoteInputs } from '../quote/quote.ts';
import type { StuckRow } from '../work/needs-person.ts';

/*
 * What a viewer sees of a customer: enough to tell two people apart, not enough to reach one. Names, e-mail addresses,
 * phone numbers, street addresses and free text, such as a reason or a reference, which may contain a name, are masked.
 * City, the first half of the postal code, the VIN, a card's last digits and a loan's number stay. What can't be masked
 * (documents, mails, exports) is closed to viewers by the role of its route, in src/operator.
 */
export function seesPeople(role: Role): boolean {
  return role !== 'viewer';
}

const hidden = '•••';

/** `Jean Tremblay` → `J••• T•••` */
export function maskName(name: string): string {
  return name
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => firstOf(word) + hidden)
    .join(' ');
}

/** `jean@exemple.ca` → `j•••@•••.ca` */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf('@');
  if (at < 1) return hidden;
  return `${firstOf(address)}${hidden}@${hidden}${/\.[^.@]*$/.exec(address.slice(at))?.[0] ?? ''}`;
}

/** `416-555-0142` → `•••42` */
export function maskPhone(number: string): string {
  return hidden + number.replace(/\D/g, '').slice(-2);
}

/** Mail servers often repeat the address that they refuse. */
export function maskAddressesIn(text: string): string {
  return text.replace(/[^\s<>"'(),;:@]+@[^\s<>"'(),;:@]+/g, maskEmail);
}

/** Masks the rows of the lists. */
export function maskRow<Row extends PersonRow>(row: Row): Row {
  return {
    ...row,
    applicantName: maskName(row.applicantName),
    ...(row.emailAddress !== undefined && { emailAddress: maskEmail(row.emailAddress) }),
    ...(row.reference && { reference: hidden }),
  };
}

interface PersonRow {
  readonly applicantName: string;
  readonly emailAddress?: string;
  readonly reference?: string | null;
}

/** Masks whom a sale link is for, and what was typed to find it again. */
export function maskLink<Row extends { readonly partnerReference: string | null; readonly customerName: string }>(
  row: Row,
): Row {
  return { ...row, partnerReference: row.partnerReference && hidden, customerName: maskName(row.customerName) };
}

export function maskHistory(history: SaleHistory): SaleHistory {
  const { quote, bind, policy, dueCharge, cancellation, cancellationRequest } = history;
  return {
    ...history,
    sale: maskRow(history.sale),
    needs: history.needs.map(maskStuck),
    quote: { ...quote, ...maskInputs(quote) },
    revisions: history.revisions.map(maskRow),
    mails: history.mails.map((mail) => ({ ...maskCauses(mail), to: maskEmail(mail.to) })),
    bind: bind && { ...maskCauses(bind), agreed: maskFacts(bind.agreed) },
    policy: policy && {
      ...policy,
      reference: policy.reference && hidden,
      inputs: maskInputs(policy.inputs),
      acknowledgements: policy.acknowledgements.map((one) => ({
        kind: maskWord(one.kind),
        version: maskWord(one.version),
        downloadId: one.downloadId,
        acknowledgedAt: one.acknowledgedAt,
      })),
    },
    papers: history.papers.map((one) => ({ ...one, kind: maskWord(one.kind), version: maskWord(one.version) })),
    amendments: history.amendments.map((one) => ({ ...one, reason: hidden })),
    entries: history.entries.map((entry) => ({ ...entry, reference: entry.reference && hidden })),
    reversals: history.reversals.map((one) => maskSettled(maskCauses(one))),
    dueCharge: dueCharge && maskCauses(dueCharge),
    cancellation: cancellation && { ...cancellation, reason: hidden },
    cancellationRequest: cancellationRequest && maskRequest(cancellationRequest),
    acts: history.acts.map(maskAct),
    timeLine: history.timeLine.map((entry) => ({ ...entry, facts: maskFacts(entry.facts) })),
  };
}

/** Masks a row of what needs attention. */
export function maskStuck(row: StuckRow): StuckRow {
  const { customer, request, cause } = row;
  return {
    ...row,
    cause: cause && (request === null ? maskAddressesIn(cause) : hidden),
    customer: customer && {
      ...customer,
      name: maskName(customer.name),
      phoneNumber: maskPhone(customer.phoneNumber),
    },
    request: request && maskRequest(request),
  };
}

function maskRequest(request: CancellationRequestFacts): CancellationRequestFacts {
  return {
    ...request,
    note: request.note && hidden,
    decisionReason: request.decisionReason && hidden,
  };
}

function maskInputs<Inputs extends QuoteInputs>(inputs: Inputs): Inputs {
  const { applicant, dealer, partnerReference, primaryInsurer } = inputs;
  return {
    ...inputs,
    partnerReference: partnerReference && hidden,
    primaryInsurer: primaryInsurer && { ...primaryInsurer, policyNumber: hidden },
    applicant: maskApplicant(applicant),
    dealer: dealer && {
      ...dealer,
      contact: {
        name: maskName(dealer.contact.name),
        emailAddress: dealer.contact.emailAddress && maskEmail(dealer.contact.emailAddress),
        phoneNumber: dealer.contact.phoneNumber && maskPhone(dealer.contact.phoneNumber),
      },
    },
  };
}

function maskApplicant(applicant: Applicant): Applicant {
  return {
    ...applicant,
    firstOrCompanyName: maskName(applicant.firstOrCompanyName),
    lastName: applicant.lastName && maskName(applicant.lastName),
    addressLine1: hidden,
    addressLine2: applicant.addressLine2 && hidden,
    postalCode: `${applicant.postalCode.slice(0, 3)} ${hidden}`,
    phoneNumber: maskPhone(applicant.phoneNumber),
    businessPhone: applicant.businessPhone && maskPhone(applicant.businessPhone),
    emailAddress: maskEmail(applicant.emailAddress),
  };
}

/** What a party gave as a cause may repeat an address. */
function maskCauses<Caused extends { readonly lastCause?: string | null; readonly unclearCause?: string | null }>(
  caused: Caused,
): Caused {
  const { lastCause, unclearCause } = caused;
  return {
    ...caused,
    ...(lastCause && { lastCause: maskAddressesIn(lastCause) }),
    ...(unclearCause && { unclearCause: maskAddressesIn(unclearCause) }),
  };
}

export function maskSettled<Settled extends { readonly settledReference: string | null }>(settled: Settled): Settled {
  return { ...settled, settledReference: settled.settledReference && hidden };
}

function maskAct(act: ActFacts): ActFacts {
  return { ...act, reason: hidden, facts: maskFacts(act.facts) };
}

/**
 * Keeps only facts that can't name a person: numbers, flags, and single words, such as ids and dates, unless the fact
 * is called a name, address, phone or reference.
 */
function maskFacts(facts: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [name, maskFact(name, value)]));
}

function maskFact(name: string, value: unknown): unknown {
  if (typeof value === 'string') return isSafeToShow(name, value) ? value : hidden;
  if (Array.isArray(value)) return value.map((one) => maskFact(name, one));
  if (typeof value === 'object' && value !== null) return maskFacts(value as Readonly<Record<string, unknown>>);
  return value;
}

function isSafeToShow(name: string, value: string): boolean {
  return name === 'actorName' || (isWord(value) && !/name|mail|address|phone|reference/i.test(name));
}

function isWord(value: string): boolean {
  return /^[\w.:+-]*$/.test(value);
}

function maskWord(value: string): string {
  return isWord(value) ? value : hidden;
}

function firstOf(text: string): string {
  return String.fromCodePoint(text.codePointAt(0) ?? 0x2022);
}
