import { bind as operation } from '@northbind/contract/bind.ts';
import type { AnswerOf } from '@northbind/contract/operation.ts';
import type { BindForm } from '../domain/bind/judge-bind.ts';
import { parseId } from '../domain/ids.ts';
import { toDollars } from '../domain/money.ts';
import { paymentMethodRules } from '../domain/payment-method.ts';
import type { Policy } from '../domain/policy/policy.ts';
import { type BindParts, type Bound, bind } from '../flows/bind/bind.ts';
import { wireCard, wireLoan } from '../flows/policy/wire-payment.ts';
import { ok, refused, valid } from './kit/answer.ts';
import type { AddOperationWithFaults, FaultyCall } from './kit/operation-route.ts';
import { type FormFault, makeReader } from './kit/read-request.ts';
import { faultsOutsideOtherBlocks, wasSent } from './payment-blocks.ts';

export function addBind(add: AddOperationWithFaults, parts: BindParts): void {
  add(operation, async (call) => {
    const { seller, today, now, body, formFaults, requestId, fault, judgedBy } = call;
    const faults = faultsOutsideOtherBlocks(formFaults, body.paymentMethod);
    if (faults.length > 0) return refused(faults);
    const asked = { seller, today, now, form: formOf(call), judgedBy };
    const result = await bind(parts, asked, { requestId, fault });
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

const read = makeReader(operation.request.body, 'json');

/** Reads a bind as the call does, for the page of a sale link: the same faults, by the same names. */
export function readBind(sent: object): { readonly form: BindForm; readonly faults: readonly FormFault[] } {
  const { value, faults } = read(sent);
  const body = value as ReadBody['body'];
  return {
    form: formOf({ body, request: { body: sent } }),
    faults: faultsOutsideOtherBlocks(faults, body.paymentMethod),
  };
}

interface ReadBody extends Pick<FaultyCall<typeof operation>, 'body'> {
  /** As it was sent. */
  readonly request: Parameters<typeof wasSent>[0];
}

function formOf({ body, request }: ReadBody): BindForm {
  const isFinanced = paymentMethodRules[body.paymentMethod!].block === 'financing';
  return {
    applicationId: parseId(body.applicationId!),
    revision: body.revision ?? null,
    coverageCategory: body.coverageCategory!,
    paymentTermInYears: body.paymentTermInYears!,
    selectedProducts: body.selectedProducts as readonly string[],
    paymentMethod: body.paymentMethod!,
    paymentReference: body.paymentReference ?? null,
    hasFinancing: wasSent(request, 'financing'),
    financing: isFinanced ? ((body.financing ?? null) as BindForm['financing']) : null,
    hasCardPayment: wasSent(request, 'cardPayment'),
    paymentId: parseId(body.cardPayment?.paymentId ?? ''),
    acknowledgements: (body.acknowledgements ?? []) as BindForm['acknowledgements'],
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
