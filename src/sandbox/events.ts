import type { AnswerOf, BodyOf } from '@northbind/contract/operation.ts';
import type { sandboxEvents as operation } from '@northbind/contract/sandbox-events.ts';
import { addDays, type Clock, type PlainDate } from '../domain/calendar.ts';
import type { ApplicationId, DocumentId } from '../domain/ids.ts';
import { type Seller, todayOf } from '../domain/partner/seller.ts';
import type { PolicyView } from '../domain/policy/policy-view.ts';
import { samplePolicy } from '../domain/policy/sample-policy.ts';
import { type PublishEventsParts, publishEvents } from '../flows/event/publish-events.ts';
import { writeEvent } from '../flows/event/record-event.ts';
import { newId } from '../flows/new-id.ts';
import { insertEvent, readPublished, withSequence } from '../store/event/event.ts';
import { listPolicies } from '../store/policy/policy-view.ts';

type Answer = AnswerOf<typeof operation>;

export interface SandboxEventsParts extends PublishEventsParts {
  readonly clock: Clock;
}

/** Handles POST /sandbox/events: a sample event, about the seller's latest policy or a made-up one. */
export async function makeSampleEvent(
  parts: SandboxEventsParts,
  seller: Seller,
  { type }: BodyOf<typeof operation>,
): Promise<{ readonly kind: 'ok'; readonly value: Answer }> {
  const now = parts.clock();
  const today = todayOf(seller, now);
  const [latest] = await listPolicies(parts.database, [{ sellerId: seller.id, today }], latestOnly);
  const view = latest ?? madeUpPolicy(seller, today, now);
  const facts = factsOf(type, today);
  const { rows } = await parts.database.query<{ asOf: string }>('SELECT rfc3339(now()) AS "asOf"');
  const event = writeEvent({ type, sellerId: seller.id, view: { ...view, ...rows[0] }, facts });
  await insertEvent(parts.database, event);
  await publishEvents(parts);
  const published = await readPublished(parts.database, { id: event.id });
  if (published === null) throw new Error(`The event ${event.id} was not published.`);
  const told = withSequence(published) as Answer['event'];
  return { kind: 'ok', value: { isValid: true, errors: [], event: told } };
}

/** What the policy itself does not tell. */
function factsOf(type: BodyOf<typeof operation>['type'], today: PlainDate): object {
  switch (type) {
    case 'payment.refused':
      return { nextAttemptOn: addDays(today, 3) };
    case 'entry.voided':
      return { voided: { type: 'payment.received', amount: 250, on: today } };
    default:
      return {};
  }
}

const latestOnly = {
  partnerReference: null,
  vin: null,
  status: null,
  moneyStatus: null,
  boundFrom: null,
  boundTo: null,
  boundWithin: null,
  after: null,
  limit: 1,
};

/** Nothing of its applicant, nor of the dealer, is in an event. */
function madeUpPolicy(seller: Seller, today: PlainDate, now: Date): PolicyView {
  const sample = samplePolicy('en', today);
  const product = {
    productType: 'REPLACEMENT',
    productName: { en: 'Replacement cover (sample)', fr: 'Garantie de remplacement (exemple)' },
    premiumCents: 100_000,
    taxCents: 0,
    totalWithTaxCents: 100_000,
    isOptional: false,
    coverageTermInYears: 3,
  };
  return {
    seller: seller.username,
    policy: {
      ...sample,
      policyNumber: 'NB000000000',
      applicationId: newId<ApplicationId>(),
      seller: { name: seller.name, province: seller.province },
      series: seller.series[0]!,
      expiryDate: `${Number(today.slice(0, 4)) + 3}-01-01`,
      inputs: {
        ...sample.inputs,
        language: null,
        vehicle: {
          vin: '1HGCM82633A004352',
          year: 2024,
          make: 'Honda',
          model: 'Accord',
          trim: null,
          bodyClass: null,
          driveType: null,
          fuelType: null,
          engine: null,
          vehicleType: 'Passenger Car',
          gvwrKg: null,
        },
      },
      products: [product],
      premiumCents: product.premiumCents,
      taxCents: product.taxCents,
      totalWithTaxCents: product.totalWithTaxCents,
      payment: { method: 'REF', reference: 'SAMPLE' },
    },
    status: 'InForce',
    moneyStatus: 'CollectedByPartner',
    paymentReference: 'SAMPLE',
    boundAt: now.toISOString(),
    asOf: now.toISOString(),
    cardAt: null,
    documents: [{ downloadId: newId<DocumentId>(), kind: 'declaration', createdAt: now.toISOString() }],
    cancellation: null,
    amountDueCents: 0,
    refunds: [],
    amendmentCount: 0,
  };
}
