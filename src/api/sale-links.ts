import type { AnswerOf, BodyOf } from '@northbind/contract/operation.ts';
import * as contract from '@northbind/contract/sale-links.ts';
import { type PlainDate, parseDate } from '../domain/calendar.ts';
import { parseUuid } from '../domain/ids.ts';
import { toDollars } from '../domain/money.ts';
import type { IdempotentCallParts, KeepAnswer } from '../flows/call/idempotent-call.ts';
import * as flows from '../flows/sale-link/sale-links.ts';
import { type Answer, done, ok, refused, valid } from './kit/answer.ts';
import { answerOnce } from './kit/idempotency.ts';
import type { AddOperation, Call } from './kit/operation-route.ts';

/** The operations on sale links, which share their parts. */
export function addSaleLinks(add: AddOperation, parts: flows.SaleLinkParts & IdempotentCallParts): void {
  add(contract.createSaleLink, (call) =>
    answerOnce(parts, 'createSaleLink', call, (keep) => create(parts, call, keep)),
  );
  add(contract.saleLink, async (call) => {
    const found = await flows.findSaleLink(parts, call, parseUuid(call.params.id));
    return 'code' in found ? refused([found]) : ok({ ...valid, ...wireLink(found) });
  });
  add(contract.saleLinks, async (call) => {
    const { partnerReference = null, status = null, limit = defaultLimit, cursor = null } = call.query;
    const page = await flows.pageOfSaleLinks(parts, call, { partnerReference, status, limit, cursor });
    if ('code' in page) return refused([page]);
    return ok({ ...valid, saleLinks: page.saleLinks.map(wireLink), nextCursor: page.nextCursor });
  });
  add(contract.withdrawSaleLink, async (call) => {
    const refusal = await flows.withdrawLink(parts, call, parseUuid(call.params.id));
    return refusal === null ? done : refused([refusal]);
  });
}

const defaultLimit = 25;

type Created = AnswerOf<typeof contract.createSaleLink>;

async function create(
  parts: flows.SaleLinkParts,
  call: Call<typeof contract.createSaleLink>,
  keep: KeepAnswer | null,
): Promise<Answer<Created>> {
  const made = await flows.createSaleLink(
    parts,
    call,
    readLink(call.body),
    keep && ((tx, link) => keep(tx, JSON.stringify({ ...valid, ...wireLink(link) }))),
  );
  return 'id' in made ? ok({ ...valid, ...wireLink(made) }) : refused(made);
}

function readLink(body: BodyOf<typeof contract.createSaleLink>): flows.NewLink {
  const { vin, odometer, purchaseMethod, effectiveDate, applicant, language, partnerReference } = body;
  const { paymentMethods = null, downPayment = null, validUntil } = body;
  return {
    known: {
      ...(vin !== undefined && { vin }),
      ...(odometer !== undefined && { odometer }),
      ...(purchaseMethod !== undefined && { purchaseMethod }),
      ...(effectiveDate !== undefined && { effectiveDate: effectiveDate as PlainDate }),
      ...(applicant !== undefined && { applicant }),
    },
    language: language ?? null,
    partnerReference: partnerReference ?? null,
    paymentMethods,
    downPayment,
    validUntil: validUntil === undefined ? null : parseDate(validUntil),
  };
}

/** The properties are in the order of the schema: kept under a key, the answer is sent as it is. */
function wireLink({ createdAt, ...link }: flows.ShownSaleLink) {
  const { id, url, status, validUntil, partnerReference, downPaymentCents, applicationId, policyNumber } = link;
  return {
    id,
    url,
    status,
    createdAt: createdAt.toISOString(),
    validUntil,
    partnerReference,
    downPayment: toDollars(downPaymentCents),
    applicationId,
    policyNumber,
  };
}
