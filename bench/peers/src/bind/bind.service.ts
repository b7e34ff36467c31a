import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type BindForm, judgeBind } from '../../../../src/domain/bind/judge-bind.ts';
import { addYears } from '../../../../src/domain/calendar.ts';
import { lastDayOf } from '../../../../src/domain/cancellation/cancellation.ts';
import type { ApplicationId } from '../../../../src/domain/ids.ts';
import { toDollars } from '../../../../src/domain/money.ts';
import type { Seller } from '../../../../src/domain/partner/seller.ts';
import type { Policy } from '../../../../src/domain/policy/policy.ts';
import type { QuoteInputs } from '../../../../src/domain/quote/quote.ts';
import type { Selection } from '../../../../src/domain/quote/selection.ts';
import type { Series } from '../../../../src/domain/quote/vocabulary.ts';
import { type PriceList, unpackPrices } from '../../../../src/store/quote/price-list.ts';
import { toDate, todayIn, toMoment } from '../dates.js';
import { refused } from '../envelope.js';
import { type Application, Prisma } from '../generated/client.js';
import { PrismaService } from '../prisma.service.js';
import type { CallingSeller } from '../seller.guard.js';
import type { BindRequest } from './bind-request.js';

/**
 * A bind by reference moves no money, so one transaction is enough; the primary key of `bind` lets only one through. It
 * writes the rows that the service writes: bind, policy, declaration, mail and two of the audit; those of the books it
 * leaves out.
 */
@Injectable()
export class BindService {
  constructor(private readonly prisma: PrismaService) {}

  async bind(request: BindRequest, seller: CallingSeller) {
    try {
      return await this.prisma.$transaction((tx) => this.bindOnce(tx, request, seller));
    } catch (error) {
      const isTaken = error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
      throw isTaken ? refused([{ code: 'BindInProgress', field: '' }]) : error;
    }
  }

  private async bindOnce(tx: Prisma.TransactionClient, request: BindRequest, seller: CallingSeller) {
    const application = await tx.application.findFirst({
      where: { id: request.applicationId, sellerId: seller.id },
      include: { policy: { include: { documents: { where: { kind: 'declaration' } } } } },
    });
    if (application === null) throw refused([{ code: 'ApplicationNotFound', field: 'applicationId' }]);
    if (application.policy !== null)
      return answerOf(application.policy.snapshot as unknown as Policy, application.policy.documents[0]!.id);

    const today = todayIn(seller.province);
    const judged = judgeBind(formOf(request), {
      seller: seller as unknown as Seller,
      today,
      now: new Date(),
      quoted: {
        series: application.series as Series,
        effectiveDate: toDate(application.effectiveDate),
        options: unpackPrices(application.options as unknown as PriceList),
      },
      payment: null,
    });
    if (!judged.ok) throw refused(judged.refusals);

    const [drawn] = await tx.$queryRaw<{ number: string }[]>`SELECT next_policy_number() AS number`;
    const policy = policyOf({
      request,
      seller,
      application,
      selection: judged.request.selection,
      today,
      number: drawn!.number,
    });
    const documentId = randomUUID();
    await this.write(tx, policy, seller.id, documentId);
    return answerOf(policy, documentId);
  }

  private async write(tx: Prisma.TransactionClient, policy: Policy, sellerId: string, documentId: string) {
    const { applicationId, policyNumber } = policy;
    const agreed = {
      coverageCategory: policy.coverageCategory,
      paymentTermInYears: policy.paymentTermInYears,
      productTypes: policy.products.map(({ productType }) => productType),
      paymentMethod: 'REF',
      boundOn: policy.boundOn,
    };
    await tx.bind.create({
      data: {
        applicationId,
        policyNumber,
        agreed,
        state: 'bound',
        step: 'claimed',
        owner: randomUUID(),
        leaseUntil: new Date(),
      },
    });
    await tx.policy.create({
      data: {
        policyNumber,
        applicationId,
        sellerId,
        paymentMethod: 'REF',
        effectiveDate: toMoment(policy.effectiveDate),
        expiryDate: toMoment(policy.expiryDate),
        coverEndsOn: toMoment(lastDayOf(policy)),
        totalCents: policy.totalWithTaxCents,
        reference: 'reference' in policy.payment ? policy.payment.reference : null,
        snapshot: policy as unknown as Prisma.InputJsonObject,
        documents: { create: { id: documentId, sellerId, kind: 'declaration' } },
        mails: {
          create: {
            sellerId,
            kind: 'policy',
            toAddress: policy.inputs.applicant.emailAddress,
            documentIds: [documentId],
          },
        },
      },
      select: { policyNumber: true },
    });
    await tx.audit.createMany({
      data: [
        { applicationId, event: 'bind began', facts: { attempt: 1, policyNumber, agreed } },
        { applicationId, event: 'policy issued', facts: { attempt: 1, policyNumber, paymentMethod: 'REF' } },
      ],
    });
  }
}

function formOf({ paymentReference, ...request }: BindRequest): BindForm {
  const withoutBlocks = { hasFinancing: false, financing: null, hasCardPayment: false, paymentId: null } as const;
  const acknowledgements: BindForm['acknowledgements'] = [];
  const applicationId = request.applicationId as ApplicationId;
  const asWritten = { revision: null, paymentReference: paymentReference ?? null };
  return { ...request, applicationId, ...asWritten, acknowledgements, ...withoutBlocks };
}

interface Deal {
  readonly request: BindRequest;
  readonly seller: CallingSeller;
  readonly application: Application;
  readonly selection: Selection;
  readonly today: string;
  readonly number: string;
}

function policyOf({ request, seller, application, selection, today, number }: Deal): Policy {
  const effectiveDate = toDate(application.effectiveDate);
  return {
    policyNumber: number,
    applicationId: application.id as ApplicationId,
    seller: { name: seller.name, province: seller.province as Policy['seller']['province'] },
    series: application.series as Series,
    coverageCategory: request.coverageCategory,
    paymentTermInYears: request.paymentTermInYears,
    boundOn: today,
    effectiveDate,
    expiryDate: addYears(effectiveDate, request.paymentTermInYears),
    inputs: application.inputs as unknown as QuoteInputs,
    ...selection,
    payment: { method: 'REF', reference: request.paymentReference ?? null },
  };
}

function answerOf(policy: Policy, documentDownloadId: string) {
  return {
    isValid: true,
    errors: [],
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
