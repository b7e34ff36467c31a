import { bind as operation } from '@northbind/contract/bind.ts';
import { messageFor } from '@northbind/contract/errors.ts';
import type { AnswerOf } from '@northbind/contract/operation.ts';
import type { BindForm } from '../domain/bind/judge-bind.ts';
import { parseId } from '../domain/ids.ts';
import { toDollars } from '../domain/money.ts';
import { type PaymentBlock, paymentBlocks, paymentMethodRules } from '../domain/payment-method.ts';
import type { Policy } from '../domain/policy/policy.ts';
import { type BindParts, type Bound, bind } from '../flows/bind/bind.ts';
import { wireCard, wireLoan } from '../flows/policy/wire-payment.ts';
import { type Language, ok, refused, valid } from './kit/answer.ts';
import type { AddOperationWithFaults, FaultyCall } from './kit/operation-route.ts';
import type { FormFault } from './kit/read-request.ts';

type Body = FaultyCall<typeof operation>['body'];

/** A block that does not go with the payment method is refused as a block, whatever is wrong inside it. */
export function addBind(add: AddOperationWithFaults, parts: BindParts): void {
  add(operation, async ({ seller, today, now, body, formFaults, language, requestId, fault }) => {
    const faults = formFaults.filter((one) => counts(one, body));
    if (faults.length > 0) return refused(faults);
    const asked = { seller, today, now, form: formOf(body, formFaults) };
    const result = await bind(parts, asked, { requestId, fault });
    switch (result.kind) {
      case 'bound':
        return ok({ ...wireBound(result.bound), errors: warningsOf(result.bound.policy, asked.form, language) });
      case 'replayed':
        return ok({
          ...wirePolicy(result.policy, result.documentDownloadId),
          errors: warningsOf(result.policy, asked.form, language),
        });
      case 'refused':
        return refused(result.refusals);
    }
  });
}

function counts({ field }: FormFault, { paymentMethod }: Body): boolean {
  if (paymentMethod === undefined) return true;
  const block = paymentBlocks.find((one) => isIn(one, field));
  return block === undefined || block === paymentMethodRules[paymentMethod].block;
}

function isIn(block: PaymentBlock, field: string): boolean {
  return field === block || field.startsWith(`${block}.`);
}

function formOf(body: Body, formFaults: readonly FormFault[]): BindForm {
  const wasSent = (block: PaymentBlock): boolean =>
    body[block] !== undefined || formFaults.some(({ field }) => isIn(block, field));
  const isFinanced = paymentMethodRules[body.paymentMethod!].block === 'financing';
  return {
    applicationId: parseId(body.applicationId!),
    coverageCategory: body.coverageCategory!,
    paymentTermInYears: body.paymentTermInYears!,
    selectedProducts: body.selectedProducts as readonly string[],
    paymentMethod: body.paymentMethod!,
    paymentReference: body.paymentReference ?? null,
    hasFinancing: wasSent('financing'),
    financing: isFinanced ? ((body.financing ?? null) as BindForm['financing']) : null,
    hasCardPayment: wasSent('cardPayment'),
    paymentId: parseId(body.cardPayment?.paymentId ?? ''),
    acknowledgements: (body.acknowledgements ?? []) as BindForm['acknowledgements'],
  };
}

type BindAnswer = AnswerOf<typeof operation>;

/** A repeat that brings another payment reference would else be believed to have corrected it. */
function warningsOf({ payment }: Policy, { paymentReference }: BindForm, language: Language): BindAnswer['errors'] {
  const kept = 'reference' in payment ? payment.reference : null;
  if (paymentReference === null || paymentReference.trim() === kept?.trim()) return [];
  const code = 'PaymentReferenceIgnored';
  return [{ code, field: 'paymentReference', message: messageFor(code, language) }];
}

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
