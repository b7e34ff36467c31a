import { type BindForm, type BindRequest, type JudgedBind, judgeBind } from '../../domain/bind/judge-bind.ts';
import type { PlainDate } from '../../domain/calendar.ts';
import type { CardPayment } from '../../domain/card/card-payment.ts';
import type { Acknowledgement } from '../../domain/disclosure/paper.ts';
import type { Seller } from '../../domain/partner/seller.ts';
import { type Refusal, refusal, unless } from '../../domain/refusal.ts';
import type { Sale } from '../../store/quote/sale.ts';
import { otherProcessor } from '../card/cards-of.ts';
import { firstRefusals } from '../first-refusals.ts';
import { judgeParties } from '../partner/judge-parties.ts';
import type { Parts } from '../parts.ts';
import { judgePaymentParty } from '../payment-party.ts';
import { isRevised } from '../quote/choose-coverage.ts';
import { judgeTax } from '../tax/judge-tax.ts';
import { judgePapers } from './judge-papers.ts';

export type JudgeParts = Parts<'database' | 'reference' | 'cards' | 'lender' | 'isProduction' | 'samples'>;

export interface JudgeAsked {
  readonly seller: Seller;
  readonly today: PlainDate;
  readonly now: Date;
  readonly form: BindForm;
}

/** What the form names, as it was found. */
export interface Found {
  readonly sale: Sale;
  readonly payment: CardPayment | null;
}

/** A complete bind, and what the customer has acknowledged for it. */
export interface JudgedBindWithPapers {
  readonly ok: true;
  readonly request: BindRequest;
  readonly acknowledgements: readonly Acknowledgement[];
}

export type Judged = JudgedBindWithPapers | Extract<JudgedBind, { readonly ok: false }>;

/**
 * Says whether a bind may start: the complete request, or why not. The order of the checks is the contract's, and
 * partners rely on it.
 */
export async function judgeWholeBind(parts: JudgeParts, asked: JudgeAsked, { sale, payment }: Found): Promise<Judged> {
  const { seller, today, now, form } = asked;
  const judged = judgeBind(form, { seller, today, now, quoted: sale, payment });
  // A faulty choice is refused before its tax and its papers are looked at.
  const products = judged.ok ? judged.request.selection.products : [];
  const { coverageCategory, revision } = form;
  const paidOn = payment?.chargeDate ?? today;
  let acknowledgements: readonly Acknowledgement[] = [];
  const refusals = await firstRefusals([
    () => unless(!isRevised(sale, revision), 'QuoteRevised', 'revision'),
    () => judgePaymentParty(parts, seller, form.paymentMethod),
    () => (judged.ok ? [] : judged.refusals),
    () => judgeTax(parts.reference().tariffs, { seller, quoted: sale, coverageCategory, products, paidOn, field: '' }),
    () => judgeParties(parts.reference(), { seller, quoted: sale, today }),
    async () => {
      if (!judged.ok) return [];
      const papers = await judgePapers(parts, { seller, today, now, quoted: sale, form, request: judged.request });
      acknowledgements = papers.acknowledgements;
      return papers.refusals;
    },
    () => judgeProcessor(parts, payment),
  ]);
  if (refusals.length > 0) return { ok: false, refusals };
  // What is refused here stands among the refusals.
  return judged.ok ? { ...judged, acknowledgements } : judged;
}

/** A hold or card of another processor can't be used: the customer has to pay again. */
function judgeProcessor({ cards }: Parts<'cards'>, payment: CardPayment | null): readonly Refusal[] {
  if (payment === null || otherProcessor(cards, payment.processor) === null) return [];
  return [refusal('CardPaymentExpired', 'cardPayment.paymentId')];
}
