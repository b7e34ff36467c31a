import { bind as operation } from '@northbind/contract/bind.ts';
import type { AnswerOf, BodyOf } from '@northbind/contract/operation.ts';
import type { BindForm } from '../domain/bind/judge-bind.ts';
import { type ApplicationId, parseId } from '../domain/ids.ts';
import { toDollars } from '../domain/money.ts';
import type { Policy } from '../domain/policy/policy.ts';
import { type BindParts, type Bound, bind } from '../flows/bind/bind.ts';
import { wireCard, wireLoan } from '../flows/policy/wire-payment.ts';
import { ok, refused, valid } from './kit/answer.ts';
import type { AddOperationWithFaults, Partly } from './kit/operation-route.ts';
import { type FormFault, makeReader } from './kit/read-request.ts';
import { type ReadPaidForm, readPaidForm, wasSent } from './payment-blocks.ts';

export function addBind(add: AddOperationWithFaults, parts: BindParts): void {
  add(operation, async (call) => {
    const { seller, today, now, requestId, fault, judgedBy } = call;
    const read = readForm(call.body, call.formFaults, call.request);
    if (!read.ok) return refused(read.faults);
    const result = await bind(parts, { seller, today, now, form: read.form, judgedBy }, { requestId, fault });
    switch (result.kind) {
      case 'bound':
        return ok(wireBound(result.bound));
      case 'replayed':
        return ok(wirePolicy(result.policy, result.documentDownloadId));
      case 'refused':
        return refused(result.refusals);
    }
  });
}

const readBody = makeReader(operation.request.body, 'json');

/** Reads a bind as the call does, for the page of a sale link: the same faults, by the same names. */
export function readBind(sent: object): ReadPaidForm<BindForm> {
  const { value, faults } = readBody(sent);
  return readForm(value as Partly<Body>, faults, { body: sent });
}

type Body = BodyOf<typeof operation>;

function readForm(
  body: Partly<Body>,
  formFaults: readonly FormFault[],
  request: Parameters<typeof wasSent>[0],
): ReadPaidForm<BindForm> {
  const read = readPaidForm<Body>(body, formFaults);
  if (!read.ok) return read;
  const { form } = read;
  const applicationId = parseId<ApplicationId>(form.applicationId);
  if (applicationId === null) return { ok: false, faults: [{ code: 'ApplicationNotFound', field: 'applicationId' }] };
  return {
    ok: true,
    form: {
      applicationId,
      revision: form.revision ?? null,
      coverageCategory: form.coverageCategory,
      paymentTermInYears: form.paymentTermInYears,
      selectedProducts: form.selectedProducts,
      paymentMethod: form.paymentMethod,
      paymentReference: form.paymentReference ?? null,
      hasFinancing: wasSent(request, 'financing'),
      financing: form.financing ?? null,
      hasCardPayment: wasSent(request, 'cardPayment'),
      paymentId: parseId(body.cardPayment?.paymentId ?? ''),
      acknowledgements: form.acknowledgements ?? [],
    },
  };
}

type BindAnswer = AnswerOf<typeof operation>;

function wirePolicy(policy: Policy, documentDownloadId: string): BindAnswer {
  return {
    ...valid,
    applicationId: policy.applicationId,
    policyNumber: policy.policyNumber,
    effectiveDate: policy.effectiveDate,
    expiryDate: policy.expiryDate,
    totalWithTax: toDollars(policy.totalWithTaxCents),
    documentDownloadId,
    financing: null,
    financingLetterDownloadId: null,
    cardPayment: null,
  };
}

function wireBound({ policy, documents, cardAt }: Bound): BindAnswer {
  return {
    ...wirePolicy(policy, documents.declaration!),
    financing: wireLoan(policy),
    financingLetterDownloadId: documents['financing-letter'] ?? null,
    cardPayment: wireCard(policy, documents.receipt, cardAt),
  };
}
