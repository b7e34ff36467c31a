import { cancellationParties } from '../../../domain/cancellation/cancellation-cause.ts';
import { usedDaysChoices } from '../../../domain/cancellation/used-days.ts';
import { todayOf } from '../../../domain/partner/seller.ts';
import { readAccount } from '../../../store/account/account.ts';
import { readOpenRequest } from '../../../store/cancellation/cancellation-request.ts';
import { refuse } from '../../kit/accepted.ts';
import type * as wire from '../../wire/correct.ts';
import type { EnteredAnswer } from '../../wire/enter.ts';
import { cancellationText } from '../cancellation-text.ts';
import { type Answer, type Given, misuse, type OpenLine, readJsonFile, type Values } from '../command-kit.ts';
import { command, group, type Words, yes } from '../command-words.ts';
import { moneyCommands } from './money.ts';
import { policyLists } from './sales.ts';

const ofPolicy = '/api/policies/:policyNumber';
const preview = 'only show what it comes to';

/** Shows what it comes to and asks, then does it as it was shown. */
async function cancel(
  line: OpenLine,
  what: 'cancellation' | 'rescission',
  { reason, requestId, ...asked }: Values,
  { flags }: Given,
): Promise<Answer> {
  const shown = await line.call<wire.CancellationPreview>(`POST ${ofPolicy}/${what}/preview`, asked);
  const text = cancellationText(shown);
  if (flags.has('preview')) return { json: shown, text };
  const isCancelled = what === 'cancellation';
  if (isCancelled && String(reason ?? '').trim() === '') refuse('ReasonRequired', 'reason');
  const { policyNumber, refundCents, plan } = shown;
  await line.confirm([text, `${isCancelled ? 'Cancel' : 'Rescind'} policy ${policyNumber}?`]);
  const made = await line.call<wire.CancellationAnswer>(`POST ${ofPolicy}/${what}`, {
    ...asked,
    'shown.refundCents': refundCents,
    ...(isCancelled && { reason, 'shown.route': plan.route, ...(requestId !== undefined && { requestId }) }),
  });
  const when = plan.isDue ? 'is cancelled' : `is cancelled as of ${plan.dueOn}`;
  return { json: made, text: [text, `Policy ${policyNumber} ${when}. The notice is on its way to the customer.`] };
}

/** A preview without a day and a kind: today, and what is usual then. */
async function asToday(line: OpenLine, values: Values, { flags }: Given): Promise<Values> {
  if (values.kind !== undefined && values.cancelledOn !== undefined) return values;
  if (!flags.has('preview')) misuse('Say --kind and --on; with --preview alone it is shown for today.');
  const found = await readAccount(line.database, String(values.policyNumber));
  const { policy, seller } = found ?? refuse('NotFound', 'policyNumber');
  const cancelledOn = values.cancelledOn ?? todayOf(seller, line.clock());
  const kind = values.kind ?? (String(cancelledOn) < policy.effectiveDate ? 'flat' : 'pro-rata');
  return { ...values, kind, cancelledOn };
}

const notShown = ['shown.refundCents', 'shown.route'];
const notAsked = [...notShown, 'requestId'];
const lateReason = { reason: { text: 'why; recorded with who did it', isRequired: false } };

const cancelling: readonly Words[] = [
  command('cancel <policyNumber>', 'cancel a policy, after showing who gives back what', {
    route: `POST ${ofPolicy}/cancellation`,
    needs: 'links',
    options: {
      kind: { text: '<kind> flat: everything is refunded; pro-rata: the unused days are', isRequired: false },
      cancelledOn: {
        text: '--on <date> the first day without cover, as 2026-11-15; a preview is for today without it',
        isRequired: false,
      },
      requestedBy: { text: '--by <party> who asked for it', fallback: cancellationParties[0] },
      ground: { text: '<ground> why', fallback: 'Other' },
      usedDays: { text: '<what> what used days cost and nobody has paid', fallback: usedDaysChoices[0] },
      ...lateReason,
    },
    without: notAsked,
    extra: { preview, ...yes },
    run: async (line, values, given) => cancel(line, 'cancellation', await asToday(line, values, given), given),
  }),
  reasonedAct('withdraw-cancellation', 'withdraw a cancellation before its first day without cover', {
    path: '/cancellation/withdraw',
    done: 'Withdrawn. The policy goes on, and the customer and the seller are told.',
  }),
  reasonedAct('write-off', 'write off what is owed on a policy that was cancelled or has expired', {
    path: '/write-off',
    done: 'Written off.',
  }),
  command('accept-request <policyNumber>', 'cancel a policy as its seller has asked, after showing the refund', {
    route: `POST ${ofPolicy}/cancellation/decline`,
    needs: 'links',
    options: lateReason,
    without: ['requestId'],
    extra: { preview, ...yes },
    run: async (line, values, given) => {
      const request = await readOpenRequest(line.database, { policyNumber: String(values.policyNumber) });
      const { id: requestId, terms, ground } = request ?? refuse('RequestNotOpen', 'policyNumber');
      const { kind, cancelledOn } = terms;
      const asked = { ...values, kind, cancelledOn, requestedBy: 'seller', ground, requestId };
      return cancel(line, 'cancellation', asked, given);
    },
  }),
  command('rescind <policyNumber>', 'refund everything to a customer who rescinds within the time that the law gives', {
    route: `POST ${ofPolicy}/rescission`,
    needs: 'links',
    without: notShown,
    extra: { preview, ...yes },
    run: (line, values, given) => cancel(line, 'rescission', values, given),
  }),
  command(
    'decline-request <policyNumber>',
    'decline a cancellation that the seller asked for; the seller is told the reason',
    {
      route: `POST ${ofPolicy}/cancellation/decline`,
      options: { requestId: '--request <id> only if this request is open still' },
      shows: () => 'Declined. The policy goes on, and the seller is told why.',
    },
  ),
];

function reasonedAct(verb: string, about: string, { path, done }: { readonly path: string; readonly done: string }) {
  return command(`${verb} <policyNumber>`, about, { route: `POST ${ofPolicy}${path}`, shows: () => done });
}

const entering = command<EnteredAnswer>(
  'enter <file>',
  'enter a policy that a restore has forgotten, under its number',
  {
    route: 'POST /api/policies',
    args: { file: { property: 'document', read: readJsonFile } },
    shows: ({ policyNumber }) =>
      `Entered. Once the processor or the lender has said that it has the money, ${policyNumber} is issued again: see npx northbind policy show ${policyNumber} in a minute.`,
  },
);

const amending: readonly Words[] = [
  command<wire.AmendmentMade>(
    'amend <policyNumber>',
    'correct what does not change the price, and mail the amended declarations',
    {
      route: `POST ${ofPolicy}/amendment`,
      options: {
        'changes.firstOrCompanyName': '--first-name the first name, or the company’s',
        'changes.lastName': 'the last name',
        'changes.addressLine1': '--address the street address',
        'changes.addressLine2': '--unit the unit or suite',
        'changes.city': 'the city',
        'changes.postalCode': 'the postal code, in the seller’s province',
        'changes.phoneNumber': '--phone the phone number',
        'changes.businessPhone': '--other-phone the other phone number',
        'changes.emailAddress': '--email the e-mail address',
        'changes.lienHolderId': '--lienholder the id of the lienholder',
        'changes.vin': 'the VIN, if the price stays the same',
        'changes.odometer': 'the odometer reading in km, if the price stays the same',
      },
      shows: ({ number, changed }) =>
        `Amendment ${number}: ${changed.join(', ')}. The amended declarations are on their way to the customer.`,
    },
  ),
  command<wire.EmailAddressChanged>('email <policyNumber> <address>', 'correct the e-mail address of a policy', {
    route: `PUT ${ofPolicy}/email-address`,
    args: { address: 'emailAddress' },
    shows: ({ mailsMoved }) => `Corrected. ${mailsMoved} e-mails go to the new address.`,
  }),
  command<{ readonly mails: number }>('resend <policyNumber>', 'send all documents of the policy again', {
    route: `POST ${ofPolicy}/documents/resend`,
    options: { toAddress: '--to <address> to this address, this once' },
    shows: ({ mails }) => `${mails} e-mails are sent within seconds.`,
  }),
];

export const policyWords = group('policy', 'policies: look at one, cancel it, record its money, mail it', [
  ...policyLists,
  ...cancelling,
  ...moneyCommands,
  ...amending,
  entering,
]);

export const linkWords = group('payment-link', 'links by which customers pay a refused charge', [
  command<wire.PaymentLinkSent>(
    'send <policyNumber>',
    'mail the customer a link to pay a refused charge; an earlier link is replaced',
    {
      route: `POST ${ofPolicy}/payment-link`,
      needs: 'links',
      options: {
        chargeOn: '<date> charge the new card on this day instead of at once, as 2026-11-15',
        days: { text: '<count> how many days it can be used', fallback: '7' },
        isShown: '--show print the link, once, instead of mailing it',
      },
      shows: ({ lastDay, address }) =>
        `${address ?? 'The link is mailed within seconds.'}\nIt can be used until ${lastDay}.`,
    },
  ),
  command('revoke <policyNumber>', 'end the link of a policy', {
    route: `POST ${ofPolicy}/payment-link/revoke`,
    shows: () => 'The link can not be used any more.',
  }),
]);
