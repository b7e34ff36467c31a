import { addDays } from '../../domain/calendar.ts';
import type { UsedDays } from '../../domain/cancellation/used-days.ts';
import { formatDollars, sumCents } from '../../domain/money.ts';
import type { RefundRoute } from '../../domain/refund/refund-plan.ts';
import type { CancellationPreview } from '../wire/correct.ts';
import { facts, plain, type Shown, table } from './table.ts';
import { noticeText } from './tariff-text.ts';

export function cancellationText(preview: CancellationPreview): Shown {
  const lines = table(preview.lines, {
    product: ({ productName }) => productName.en,
    'unused days': { right: ({ daysUnused, daysTotal }) => `${daysUnused} of ${daysTotal}` },
    premium: 'premiumCents',
    unused: 'premiumBackCents',
    tax: 'taxCents',
    'unused tax': 'taxBackCents',
  });
  const sums = facts({
    Policy: `${preview.policyNumber}, ${preview.effectiveDate} to ${preview.expiryDate}`,
    'First day without cover': preview.cancelledOn,
    Kind: preview.givesEverythingBack ? `${preview.kind}: ${fullRefund}` : preview.kind,
    ...(preview.requestedBy && { 'Requested by': `${preview.requestedBy} (${plain(preview.ground)})` }),
    ...(preview.noticeRule && { Notice: noticeText({ days: preview.noticeDays!, ...preview.noticeRule }) }),
    Total: formatDollars(preview.totalCents),
    Refund: formatDollars(sumCents(preview.plan.owed.map(({ amountCents }) => amountCents))),
    Kept: formatDollars(preview.keptCents),
    Refunded: refundLines(preview),
  });
  return [lines, sums];
}

export const fullRefund = 'no day of cover stays paid, the whole price is given back or not charged';

/** Who gives back what to whom and when, and what becomes of what nobody has paid, as the plan says. */
function refundLines({ plan, usedDays, unpaidCents, ground }: CancellationPreview): string {
  const when = plan.isDue ? '' : ` on ${plan.dueOn}`;
  const owed = plan.owed.map(
    ({ payer, payee, amountCents }) => `${formatDollars(amountCents)} ${payers[payer]} ${payees[payee]}${when}`,
  );
  const unpaid = `${formatDollars(unpaidCents)} for used days`;
  return [
    how[plan.route],
    ...(plan.chargedFirstOn === null ? [] : [`the card is charged first, on ${plan.chargedFirstOn}`]),
    ...owed,
    ...(plan.writtenOffCents > 0 ? [`${unpaid} is written off`] : []),
    ...(plan.stillOwedCents > 0 ? [`${unpaid} stays owed by the customer`] : []),
    ...(!plan.isDue && unpaidCents > 0 ? [`if unpaid, ${unpaid} ${unpaidLater[usedDays]} on ${plan.dueOn}`] : []),
    ...(!plan.isDue && ground === 'NonPayment' ? ['payment before that day withdraws the cancellation'] : []),
    ...(plan.isDue ? [] : [`it can be withdrawn until ${addDays(plan.dueOn, -1)}`]),
  ].join('; ');
}

const payers = {
  Processor: 'by the card processor',
  Seller: 'by the seller',
  Operator: 'by you',
  Lender: 'by the lender',
} as const;
const payees = { Card: 'to the card', Lender: 'to the loan', Customer: 'to the customer' } as const;
const unpaidLater = { 'write-off': 'is written off', owe: 'stays owed' } as const satisfies Record<UsedDays, string>;

const how: Readonly<Record<RefundRoute, string>> = {
  card: 'to the card',
  'not charged': 'nothing was collected',
  'ask first': 'it is not known yet whether the card was charged: it is asked, and what was taken is given back',
  loan: 'to the loan first, the rest to the customer',
  seller: 'the seller took the payment and gives it back',
  operator: 'it was paid outside, and you give it back',
  nothing: 'there is nothing to give back',
};
