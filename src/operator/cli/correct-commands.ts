import { cancellationGrounds, cancellationParties } from '../../domain/cancellation/cancellation.ts';
import { type AnyId, type PaymentId, parseId } from '../../domain/ids.ts';
import { formatDollars, sumCents } from '../../domain/money.ts';
import type { OperatorRefusal } from '../../domain/operator/operator-refusal.ts';
import { type RefundRoute, type UsedDays, usedDaysChoices } from '../../domain/refund/refund-plan.ts';
import {
  type SelectionDone,
  type SettleKind,
  settleKinds,
  type WorkKind,
  workKinds,
} from '../../domain/work/needs-person.ts';
import { cancelPolicy, previewCancellation } from '../../flows/cancellation/cancel-policy.ts';
import { declineRequest } from '../../flows/cancellation/decline-request.ts';
import type { AskedFor } from '../../flows/cancellation/draft-cancellation.ts';
import { previewRescission, rescindPolicy } from '../../flows/cancellation/rescind-policy.ts';
import { withdrawCancellation } from '../../flows/cancellation/withdraw-cancellation.ts';
import { moveCharge, writeOffCharge } from '../../flows/card/settle-charge.ts';
import { correctEmailAddress, resendDocuments } from '../../flows/mail/settle-mail.ts';
import { amendPolicy } from '../../flows/policy/amend-policy.ts';
import { linkAddress } from '../../flows/unpaid/link-secret.ts';
import { revokePaymentLink, sendPaymentLink } from '../../flows/unpaid/send-link.ts';
import { retrySelection, settleSelection } from '../../flows/work/settle-selection.ts';
import { retryWork, settleWork } from '../../flows/work/settle-work.ts';
import { readOpenRequest } from '../../store/cancellation/cancellation-request.ts';
import { previewOf } from '../correct-routes.ts';
import { accepted, refuse } from '../kit/accepted.ts';
import type { CancellationPreview } from '../wire/correct.ts';
import { type Answer, type CommandLine, type Commands, misuse, type OpenLine } from './command-kit.ts';
import { choiceOr, flag, option, optionOr, reason, required, requiredChoice, requiredReason, yes } from './options.ts';
import { facts, table } from './table.ts';
import { noticeText } from './tariff-text.ts';

/** Corrections of a sale. The running service carries them out within seconds. */
export function correctCommands(program: Commands): void {
  const policy = program.group('policy', 'policies: look at one, cancel it, mail it');
  addCancelling(policy);
  addAmending(policy);
  addStuckCommands(program.group('stuck', 'what needs attention'));
  addLinkCommands(program.group('payment-link', 'links by which customers pay a refused charge'));
  program
    .group('mail', 'e-mails to customers')
    .add('resend <mailId>', 'send one e-mail again', { reason: requiredReason })
    .run((line, _options, id) => retryOne(line, 'mails', id));
  program
    .group('charge', 'scheduled charges')
    .add('move <paymentId> <date>', 'charge the card on another day, from tomorrow to 60 days ahead', {
      reason: requiredReason,
    })
    .run(async (line, { reason }, id, dueOn) => {
      const paymentId = readId<PaymentId>(id);
      accepted(await moveCharge(atNow(line), line.actor, { paymentId, dueOn, reason }));
      return done('The date of the charge was changed.');
    });
}

const preview = flag('only show what it comes to');

function addCancelling(policy: Commands): void {
  policy
    .add('cancel <policyNumber>', 'cancel a policy, after showing who gives back what', {
      kind: requiredChoice('<kind>', 'flat: everything is refunded; pro-rata: the unused days are', [
        'flat',
        'pro-rata',
      ]),
      on: required('<date>', 'the first day without coverage, as 2026-11-15'),
      by: choiceOr('<party>', 'who asked for it', cancellationParties, cancellationParties[0]),
      ground: choiceOr('<ground>', 'why', cancellationGrounds, 'Other'),
      usedDays: choiceOr('<what>', 'what used days cost and nobody has paid', usedDaysChoices, usedDaysChoices[0]),
      preview,
      reason,
      yes,
    })
    .run((line, { kind, on: cancelledOn, by: requestedBy, ground, usedDays, preview }, policyNumber) =>
      cancel(line, policyNumber, { kind, cancelledOn, requestedBy, ground, usedDays }, preview),
    );

  policy
    .add('withdraw-cancellation <policyNumber>', 'take a cancellation back before its first day without coverage', {
      reason: requiredReason,
    })
    .run(async (line, { reason }, policyNumber) => {
      accepted(await withdrawCancellation(atNow(line), line.actor, { policyNumber, reason }));
      return done('Withdrawn. The policy goes on, and the customer and the seller are told.');
    });

  policy
    .add('write-off <policyNumber>', 'give up what the used days of a cancelled policy cost', {
      reason: requiredReason,
    })
    .run(async (line, { reason }, policyNumber) => {
      accepted(await writeOffCharge(atNow(line), line.actor, { policyNumber, reason }));
      return done('Written off.');
    });

  policy
    .add('accept-request <policyNumber>', 'cancel a policy as its seller has asked, after showing the refund', {
      preview,
      reason,
      yes,
    })
    .run(async (line, { preview }, policyNumber) => {
      const request = await readOpenRequest(line.database, policyNumber);
      if (request === null) return refuse('RequestNotOpen', 'policyNumber');
      const { kind, cancelledOn } = request.terms;
      return cancel(line, policyNumber, { kind, cancelledOn, requestedBy: 'seller', ground: request.ground }, preview);
    });

  policy
    .add('rescind <policyNumber>', 'refund everything to a customer who rescinds within the days of the law', {
      preview,
      yes,
    })
    .run(async (line, { preview }, policyNumber) => {
      const shown = previewOf(accepted(await previewRescission(atNow(line), policyNumber)));
      if (preview) return { json: shown, text: arithmetic(shown) };
      await line.confirm(`${arithmetic(shown)}\n\nRescind policy ${policyNumber}?`);
      return cancelled(
        shown,
        accepted(
          await rescindPolicy(atNow(line), line.actor, { policyNumber, shown: { refundCents: shown.refundCents } }),
        ),
      );
    });

  policy
    .add(
      'decline-request <policyNumber>',
      'decline a cancellation that the seller asked for; the seller is told the reason',
      { reason: requiredReason },
    )
    .run(async (line, { reason }, policyNumber) => {
      accepted(await declineRequest(atNow(line), line.actor, { policyNumber, reason }));
      return done('Declined. The policy goes on, and the seller is told why.');
    });
}

async function cancel(
  line: OpenLine,
  policyNumber: string,
  asked: AskedFor,
  preview: true | undefined,
): Promise<Answer> {
  const now = atNow(line);
  const shown = previewOf(accepted(await previewCancellation(now, policyNumber, asked)));
  if (preview) return { json: shown, text: arithmetic(shown) };
  const { reason } = line.by;
  if (reason.trim() === '') refuse('ReasonRequired', 'reason');
  await line.confirm(`${arithmetic(shown)}\n\nCancel policy ${policyNumber}?`);
  const { refundCents, plan } = shown;
  const order = { ...asked, policyNumber, reason, shown: { refundCents, route: plan.route } };
  return cancelled(shown, accepted(await cancelPolicy(now, line.actor, order)));
}

function cancelled(shown: CancellationPreview, { documentId }: { readonly documentId: string }): Answer {
  const { policyNumber, plan } = shown;
  const when = plan.isDue ? 'is cancelled' : `is cancelled as of ${plan.dueOn}`;
  const text = `${arithmetic(shown)}\n\nPolicy ${policyNumber} ${when}. The notice is on its way to the customer.`;
  return { json: { ...shown, documentId }, text };
}

/** What an amendment may change: option, help, property. An empty text takes an optional fact away. */
const amendmentOptions = [
  ['firstName', 'the first name, or the company’s', 'firstOrCompanyName'],
  ['lastName', 'the last name', 'lastName'],
  ['address', 'the street address', 'addressLine1'],
  ['unit', 'the unit or suite', 'addressLine2'],
  ['city', 'the city', 'city'],
  ['postalCode', 'the postal code, in the seller’s province', 'postalCode'],
  ['phone', 'the phone number', 'phoneNumber'],
  ['otherPhone', 'the other phone number', 'businessPhone'],
  ['email', 'the e-mail address', 'emailAddress'],
  ['lienholder', 'the id of the lienholder', 'lienHolderId'],
  ['vin', 'the VIN, if the price stays the same', 'vin'],
  ['odometer', 'the odometer reading in km, if the price stays the same', 'odometer'],
] as const;

function addAmending(policy: Commands): void {
  const changeable = Object.fromEntries(amendmentOptions.map(([name, what]) => [name, option('<text>', what)]));
  policy
    .add('amend <policyNumber>', 'correct what does not change the price, and mail the amended declarations', {
      ...changeable,
      reason: requiredReason,
    })
    .run(async (line, options: Readonly<Record<string, string | undefined>>, policyNumber) => {
      const { odometer } = options;
      if (odometer !== undefined && !/^\d{1,9}$/.test(odometer)) refuse('AmendmentInvalid', 'odometer');
      const given = amendmentOptions.filter(([name]) => options[name] !== undefined);
      const changes = {
        ...Object.fromEntries(given.map(([name, , property]) => [property, options[name]])),
        ...(odometer !== undefined && { odometer: Number(odometer) }),
      };
      const parts = { ...atNow(line), decodeVin: line.decodeVin };
      const { reason } = line.by;
      const made = accepted(await amendPolicy(parts, line.actor, { policyNumber, reason, changes }));
      const text = `Amendment ${made.number}: ${made.changed.join(', ')}. The amended declarations are on their way to the customer.`;
      return { json: made, text };
    });

  policy
    .add('email <policyNumber> <address>', 'correct the e-mail address of a policy', { reason: requiredReason })
    .run(async ({ database, actor }, { reason }, policyNumber, emailAddress) => {
      const changed = accepted(await correctEmailAddress(database, actor, { policyNumber, emailAddress, reason }));
      return { json: changed, text: `Corrected. ${changed.mailsMoved} e-mails go to the new address.` };
    });

  policy
    .add('resend <policyNumber>', 'send all documents of the policy again', {
      to: option('<address>', 'to this address, this once'),
      reason: requiredReason,
    })
    .run(async ({ database, actor }, { to: toAddress = null, reason }, policyNumber) => {
      const due = accepted(await resendDocuments(database, actor, { policyNumber, toAddress, reason }));
      return { json: due, text: `${due.mails} e-mails are sent within seconds.` };
    });
}

function addLinkCommands(link: Commands): void {
  link
    .add('send <policyNumber>', 'mail the customer a link to pay a refused charge; an earlier link is replaced', {
      chargeOn: option('<date>', 'charge the new card on this day instead of at once, as 2026-11-15'),
      days: optionOr('<count>', 'how many days it can be used', '7'),
      show: flag('print the link, once, instead of mailing it'),
      reason: requiredReason,
    })
    .run(async (line, { chargeOn = null, days, show, reason }, policyNumber) => {
      const asked = { policyNumber, reason, chargeOn, days: Number(days), isShown: show === true };
      const { lastDay, secret } = accepted(
        await sendPaymentLink({ ...atNow(line), linkBox: await line.openLinkBox() }, line.actor, asked),
      );
      const address = secret && linkAddress(line.publicUrl, secret);
      const what = address ?? 'The link is mailed within seconds.';
      return { json: { lastDay, address }, text: `${what}\nIt can be used until ${lastDay}.` };
    });
  link
    .add('revoke <policyNumber>', 'end the link of a policy', { reason: requiredReason })
    .run(async (line, { reason }, policyNumber) => {
      accepted(await revokePaymentLink(atNow(line), line.actor, { policyNumber, reason }));
      return done('The link can not be used any more.');
    });
}

const selection = {
  all: flag('all that need attention, instead of one'),
  cause: optionOr('<words>', 'with --all: those whose cause begins so, such as "unknown"', ''),
  yes,
};

const whereSettled =
  'the number of a cheque or transfer, the processor’s reference, or the place in the mail server’s log';

function addStuckCommands(stuck: Commands): void {
  const again = stuck.group('retry', 'retry it now');
  for (const kind of workKinds) {
    const { noun, id } = workWords[kind];
    again
      .add(`${noun} [${id}]`, `retry a ${noun} now, or all`, { reason: requiredReason, ...selection })
      .run((line, { reason, all, cause }, given) =>
        isForAll(all, given)
          ? actOnAll(line, (cursor) => retrySelection(atNow(line), line.actor, { kind, reason, cause, cursor }))
          : retryOne(line, kind, given),
      );
  }

  const settle = stuck.group('settle', 'record that it was done another way');
  const settling = {
    reason: requiredReason,
    ...selection,
    reference: required('<text>', whereSettled),
  };
  for (const kind of settleKinds) {
    const { noun, id, settled } = workWords[kind];
    settle
      .add(`${noun} [${id}]`, settled, { ...settling, ...settleOptions[kind] })
      .run(async (line, { reason, reference, all, cause, ...how }, given) => {
        const order = { kind, reason, reference, ...how };
        if (isForAll(all, given))
          return actOnAll(line, (cursor) => settleSelection(atNow(line), line.actor, { ...order, cause, cursor }));
        accepted(await settleWork(atNow(line), line.actor, { ...order, id: readId<AnyId>(given) }));
        return done('Recorded.');
      });
  }
}

/** What else is to be said of a kind that is settled. */
const settleOptions = {
  reversals: { on: option('<date>', 'the day on which it was given back, if not today') },
  charges: {
    by: choiceOr(
      '<whom>',
      'whom the customer paid; processor: it did make a charge whose outcome is unknown',
      ['outside', 'processor'],
      'outside',
    ),
  },
  mails: {},
  differences: {},
} satisfies Readonly<Record<SettleKind, object>>;

interface WorkWords<Kind extends WorkKind> {
  readonly noun: string;
  /** What its id is called. */
  readonly id: string;
  /** What a retry says. */
  readonly retried: string;
  /** What it means to settle it; null if it can't be. */
  readonly settled: Kind extends SettleKind ? string : null;
}

const workWords: { readonly [Kind in WorkKind]: WorkWords<Kind> } = {
  reversals: {
    noun: 'reversal',
    id: 'id',
    retried: 'It is retried within seconds.',
    settled: 'it was given back another way, for example by cheque',
  },
  charges: {
    noun: 'charge',
    id: 'paymentId',
    retried: 'The card is charged within a minute.',
    settled: 'it was paid outside, or the processor did make it',
  },
  mails: {
    noun: 'mail',
    id: 'mailId',
    retried: 'The e-mail is sent within seconds.',
    settled: 'the mail has arrived',
  },
  binds: {
    noun: 'bind',
    id: 'applicationId',
    retried: 'It is retried within seconds.',
    settled: null,
  },
  differences: {
    noun: 'difference',
    id: 'id',
    retried: 'It is in a payout file by now.',
    settled: 'it is known how the payout file and the books differ',
  },
};

function isForAll(all: true | undefined, given: string | undefined): boolean {
  if ((all === true) === (given !== undefined)) misuse('Name one, or say --all.');
  return all === true;
}

/** Corrects a selection in portions. */
async function actOnAll(
  line: OpenLine,
  act: (cursor: AnyId | null) => Promise<SelectionDone | OperatorRefusal>,
): Promise<Answer> {
  await line.confirm('Do this for all of them?');
  const counts = { done: 0, refused: 0 };
  for (let cursor: AnyId | null = null; ; ) {
    const portion: SelectionDone = accepted(await act(cursor));
    counts.done += portion.done;
    counts.refused += portion.refused;
    if (portion.nextCursor === null) break;
    cursor = parseId<AnyId>(portion.nextCursor);
  }
  return { json: counts, text: `${counts.done} done, ${counts.refused} left as they were.` };
}

async function retryOne(line: OpenLine, kind: WorkKind, text: string): Promise<Answer> {
  const id = readId<AnyId>(text);
  accepted(await retryWork(atNow(line), line.actor, { kind, id, reason: line.by.reason }));
  return done(workWords[kind].retried);
}

/** Text that is no id is not found. */
function readId<Kind extends AnyId>(text: string): Kind {
  return parseId<Kind>(text) ?? refuse('NotFound', 'id');
}

function done(text: string): Answer {
  return { json: { done: true }, text };
}

function atNow({ database, clock }: CommandLine) {
  return { database, now: clock() };
}

function arithmetic(preview: CancellationPreview): string {
  const lines = table(preview.lines, {
    product: ({ productName }) => productName.en,
    'unused days': { right: ({ daysUnused, daysTotal }) => `${daysUnused} of ${daysTotal}` },
    premium: { right: ({ premiumCents }) => formatDollars(premiumCents) },
    unused: { right: ({ premiumBackCents }) => formatDollars(premiumBackCents) },
    tax: { right: ({ taxCents }) => formatDollars(taxCents) },
    'unused tax': { right: ({ taxBackCents }) => formatDollars(taxBackCents) },
  });
  const sums = facts({
    Policy: `${preview.policyNumber}, ${preview.effectiveDate} to ${preview.expiryDate}`,
    'First day without coverage': preview.cancelledOn,
    Kind: preview.kind,
    ...(preview.requestedBy && { 'Asked for by': `${preview.requestedBy} (${preview.ground})` }),
    ...(preview.noticeRule && { Notice: noticeText({ days: preview.noticeDays!, ...preview.noticeRule }) }),
    Total: formatDollars(preview.totalCents),
    Refund: formatDollars(sumCents(preview.plan.owed.map(({ amountCents }) => amountCents))),
    Kept: formatDollars(preview.keptCents),
    'Given back': refundLines(preview),
  });
  return `${lines}\n\n${sums}`;
}

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
    ...(plan.isDue ? [] : [`it can be withdrawn until ${plan.dueOn}`]),
  ].join('; ');
}

const payers = { Processor: 'by the card processor', Seller: 'by the seller', Operator: 'by you' } as const;
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
