import { type Command, Option } from 'commander';
import { type AnyId, type PaymentId, parseId } from '../../domain/ids.ts';
import { formatDollars } from '../../domain/money/money.ts';
import type { SelectionDone, WorkKind } from '../../domain/operator/needs-person.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import {
  type CancellationGround,
  type CancellationKind,
  type CancellationParty,
  cancellationGrounds,
  cancellationParties,
  type NoticeRule,
} from '../../domain/policy/cancellation.ts';
import { amendPolicy } from '../../flows/correct/amend-policy.ts';
import { cancelPolicy, previewCancellation } from '../../flows/correct/cancel-policy.ts';
import { moveCharge } from '../../flows/correct/correct-charge.ts';
import { correctEmailAddress, resendDocuments } from '../../flows/correct/correct-mail.ts';
import { retrySelection, settleSelection } from '../../flows/correct/correct-selection.ts';
import { retryWork, settleWork } from '../../flows/correct/correct-work.ts';
import { declineRequest } from '../../flows/correct/decline-request.ts';
import type { AskedFor } from '../../flows/correct/draft-cancellation.ts';
import { previewRescission, rescindPolicy } from '../../flows/correct/rescind-policy.ts';
import { linkAddress } from '../../flows/payment-link/link-secret.ts';
import { revokePaymentLink, sendPaymentLink } from '../../flows/payment-link/send-link.ts';
import { readOpenRequest } from '../../store/cancellation-request.ts';
import { previewOf } from '../correct-routes.ts';
import type { CancellationPreview } from '../wire/correct.ts';
import {
  type CommandAnswer,
  CommandFault,
  type CommandLine,
  type CommandParts,
  commandAction,
  commandGroup,
  exitCodes,
  type Prompts,
  type ReasonOption,
  withConfirmation,
  withReason,
} from './command-kit.ts';
import { facts, table } from './table.ts';

/** Corrections of a sale. The running service carries them out within seconds. */
export function correctCommands(program: Command, parts: CommandParts): void {
  addPolicyCommands(commandGroup(program, 'policy', 'policies: look at one, cancel it, mail it'), parts);
  addStuckCommands(commandGroup(program, 'stuck', 'what needs attention'), parts);
  addLinkCommands(commandGroup(program, 'payment-link', 'links by which customers pay a refused charge'), parts);
  const mail = commandGroup(program, 'mail', 'e-mails to customers');
  withReason(mail.command('resend <mailId>').description('send one e-mail again'), true).action(retries(parts).mail);
  withReason(
    commandGroup(program, 'charge', 'scheduled charges')
      .command('move <paymentId> <date>')
      .description('charge the card on another day, from tomorrow to 60 days ahead'),
    true,
  ).action(
    byId<PaymentId>(parts, 'The date of the charge was changed.', (line, { reason }, paymentId, dueOn = '') =>
      moveCharge(atNow(line), line.actor, { paymentId, dueOn, reason }),
    ),
  );
}

/** The options of an amendment: name, help, property. An empty text takes an optional fact away. */
const amendmentOptions = [
  ['first-name', 'the first name, or the company’s', 'firstOrCompanyName'],
  ['last-name', 'the last name', 'lastName'],
  ['address', 'the street address', 'addressLine1'],
  ['unit', 'the unit or suite', 'addressLine2'],
  ['city', 'the city', 'city'],
  ['postal-code', 'the postal code, in the seller’s province', 'postalCode'],
  ['phone', 'the phone number', 'phoneNumber'],
  ['other-phone', 'the other phone number', 'businessPhone'],
  ['email', 'the e-mail address', 'emailAddress'],
  ['lienholder', 'the id of the lienholder', 'lienHolderId'],
  ['vin', 'the VIN, if the price stays the same', 'vin'],
  ['odometer', 'the odometer reading in km, if the price stays the same', 'odometer'],
] as const;

const camelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

interface CancelOptions extends ReasonOption {
  readonly kind: CancellationKind;
  readonly on: string;
  readonly by: CancellationParty;
  readonly ground: CancellationGround;
  readonly preview?: true;
}

function addPolicyCommands(policy: Command, parts: CommandParts): void {
  withConfirmation(
    withReason(
      policy
        .command('cancel <policyNumber>')
        .description('cancel a policy, after showing the refund')
        .addOption(
          new Option('--kind <kind>', 'flat: everything is refunded; pro-rata: the unused days are')
            .choices(['flat', 'pro-rata'])
            .makeOptionMandatory(),
        )
        .requiredOption('--on <date>', 'the first day without coverage, as 2026-11-15')
        .addOption(
          new Option('--by <party>', 'who asked for it').choices(cancellationParties).default(cancellationParties[0]),
        )
        .addOption(new Option('--ground <ground>', 'why').choices(cancellationGrounds).default('Other'))
        .option('--preview', 'only show the refund'),
    ),
  ).action(
    commandAction<CancelOptions>(parts, (line, options, policyNumber = '') => {
      const { kind, on: cancelledOn, by: requestedBy, ground } = options;
      return cancel(line, policyNumber, { kind, cancelledOn, requestedBy, ground }, options);
    }),
  );

  withConfirmation(
    withReason(
      policy
        .command('accept-request <policyNumber>')
        .description('cancel a policy as its seller has asked, after showing the refund')
        .option('--preview', 'only show the refund'),
    ),
  ).action(
    commandAction<ReasonOption & { preview?: true }>(parts, async (line, options, policyNumber = '') => {
      const request = await readOpenRequest(line.database, policyNumber);
      if (request === null) return refuseOperator('RequestNotOpen', 'policyNumber');
      const { kind, cancelledOn } = request.terms;
      return cancel(line, policyNumber, { kind, cancelledOn, requestedBy: 'seller', ground: request.ground }, options);
    }),
  );

  withConfirmation(
    policy
      .command('rescind <policyNumber>')
      .description('refund everything to a customer who rescinds within the days of the law')
      .option('--preview', 'only show the refund'),
  ).action(
    commandAction<{ preview?: true }>(parts, async (line, { preview }, policyNumber = '') => {
      const drafted = await previewRescission(atNow(line), policyNumber);
      if (isOperatorRefusal(drafted)) return drafted;
      const shown = previewOf(drafted);
      if (preview === true) return { json: shown, text: arithmetic(shown) };
      await line.confirm(`${arithmetic(shown)}\n\nRescind policy ${policyNumber}?`);
      return cancelled(shown, await rescindPolicy(atNow(line), line.actor, { policyNumber, shown }));
    }),
  );

  withReason(
    policy
      .command('decline-request <policyNumber>')
      .description('decline a cancellation that the seller asked for; the seller is told the reason'),
    true,
  ).action(
    commandAction<ReasonOption>(parts, async ({ database, actor }, { reason }, policyNumber = '') => {
      const refusal = await declineRequest(database, actor, { policyNumber, reason });
      return refusal ?? { json: { done: true }, text: 'Declined. The policy goes on, and the seller is told why.' };
    }),
  );

  withReason(
    amendmentOptions.reduce(
      (command, [name, what]) => command.option(`--${name} <text>`, what),
      policy
        .command('amend <policyNumber>')
        .description('correct what does not change the price, and mail the amended declarations'),
    ),
    true,
  ).action(
    commandAction<ReasonOption & Readonly<Record<string, string>>>(parts, async (line, options, policyNumber = '') => {
      const { reason, odometer, ...texts } = options;
      const given = amendmentOptions.flatMap(([name, , property]) => {
        const value = texts[camelCase(name)];
        return value === undefined ? [] : [[property, value]];
      });
      const changes = { ...Object.fromEntries(given), ...(odometer !== undefined && { odometer: Number(odometer) }) };
      if (odometer !== undefined && !/^\d{1,9}$/.test(odometer)) return refuseOperator('AmendmentInvalid', 'odometer');
      const made = await amendPolicy({ ...atNow(line), decodeVin: line.decodeVin }, line.actor, {
        policyNumber,
        reason,
        changes,
      });
      if (isOperatorRefusal(made)) return made;
      const text = `Amendment ${made.number}: ${made.changed.join(', ')}. The amended declarations are on their way to the customer.`;
      return { json: made, text };
    }),
  );

  withReason(
    policy.command('email <policyNumber> <address>').description('correct the e-mail address of a policy'),
    true,
  ).action(
    commandAction<ReasonOption>(
      parts,
      async ({ database, actor }, { reason }, policyNumber = '', emailAddress = '') => {
        const changed = await correctEmailAddress(database, actor, { policyNumber, emailAddress, reason });
        if (isOperatorRefusal(changed)) return changed;
        return { json: changed, text: `Corrected. ${changed.mailsMoved} e-mails go to the new address.` };
      },
    ),
  );

  withReason(
    policy
      .command('resend <policyNumber>')
      .description('send all documents of the policy again')
      .option('--to <address>', 'to this address, this once'),
    true,
  ).action(
    commandAction<ReasonOption & { to?: string }>(
      parts,
      async ({ database, actor }, { reason, to }, policyNumber = '') => {
        const due = await resendDocuments(database, actor, { policyNumber, toAddress: to ?? null, reason });
        return isOperatorRefusal(due) ? due : { json: due, text: `${due.mails} e-mails are sent within seconds.` };
      },
    ),
  );
}

async function cancel(
  line: CommandLine & Prompts,
  policyNumber: string,
  asked: AskedFor,
  { preview, reason }: ReasonOption & { readonly preview?: true },
): Promise<CommandAnswer> {
  const now = atNow(line);
  const drafted = await previewCancellation(now, policyNumber, asked);
  if (isOperatorRefusal(drafted)) return drafted;
  const shown = previewOf(drafted);
  if (preview === true) return { json: shown, text: arithmetic(shown) };
  if (reason.trim() === '') return refuseOperator('ReasonRequired', 'reason');
  await line.confirm(`${arithmetic(shown)}\n\nCancel policy ${policyNumber}?`);
  const { refundCents, settlement } = shown;
  const made = await cancelPolicy(now, line.actor, {
    ...asked,
    policyNumber,
    reason,
    shown: { refundCents, settlement },
  });
  return cancelled(shown, made);
}

function cancelled(shown: CancellationPreview, made: { readonly documentId: string } | OperatorRefusal): CommandAnswer {
  if (isOperatorRefusal(made)) return made;
  const text = `${arithmetic(shown)}\n\nPolicy ${shown.policyNumber} is cancelled. The notice is on its way to the customer.`;
  return { json: { ...shown, documentId: made.documentId }, text };
}

interface LinkOptions extends ReasonOption {
  readonly chargeOn?: string;
  readonly days: string;
  readonly show?: true;
}

function addLinkCommands(link: Command, parts: CommandParts): void {
  withReason(
    link
      .command('send <policyNumber>')
      .description('mail the customer a link to pay a refused charge; an earlier link is replaced')
      .option('--charge-on <date>', 'charge the new card on this day instead of at once, as 2026-11-15')
      .option('--days <count>', 'how many days it can be used', '7')
      .option('--show', 'print the link, once, instead of mailing it'),
    true,
  ).action(
    commandAction<LinkOptions>(parts, async (line, { chargeOn = null, days, show, reason }, policyNumber = '') => {
      const asked = { policyNumber, reason, chargeOn, days: Number(days), isShown: show === true };
      const sent = await sendPaymentLink(atNow(line), line.actor, asked);
      if (isOperatorRefusal(sent)) return sent;
      const { lastDay, secret } = sent;
      const address = secret && linkAddress(line.publicUrl, secret);
      const what = address ?? 'The link is mailed within seconds.';
      return { json: { lastDay, address }, text: `${what}\nIt can be used until ${lastDay}.` };
    }),
  );
  withReason(link.command('revoke <policyNumber>').description('end the link of a policy'), true).action(
    commandAction<ReasonOption>(parts, async (line, { reason }, policyNumber = '') => {
      const refusal = await revokePaymentLink(atNow(line), line.actor, { policyNumber, reason });
      return refusal ?? { json: { done: true }, text: 'The link can not be used any more.' };
    }),
  );
}

function addStuckCommands(stuck: Command, parts: CommandParts): void {
  const again = commandGroup(stuck, 'retry', 'retry it now');
  const retry = retries(parts);
  for (const [what, id, kind] of [
    ['reversal', 'id', 'reversals'],
    ['charge', 'paymentId', 'charges'],
    ['mail', 'mailId', 'mails'],
    ['bind', 'applicationId', 'binds'],
    ['difference', 'id', 'differences'],
  ] as const)
    withSelection(withReason(again.command(`${what} [${id}]`).description(`retry a ${what} now, or all`), true)).action(
      oneOrAll(parts, retry[what], (line, { reason, cause }, cursor) =>
        retrySelection(atNow(line), line.actor, { kind, reason, cause, cursor }),
      ),
    );

  const settle = commandGroup(stuck, 'settle', 'record that it was settled another way');
  const where = [
    '--reference <text>',
    'the number of a cheque or transfer, the processor’s reference, or the place in the mail server’s log',
  ] as const;
  const settled = 'Recorded as settled.';
  for (const [command, kind, what] of [
    ['reversal [id]', 'reversals', 'it was refunded another way'],
    ['charge [paymentId]', 'charges', 'the policy was paid another way'],
    ['mail [mailId]', 'mails', 'the mail has arrived'],
    ['difference [id]', 'differences', 'it is known how the settlement file and the books differ'],
  ] as const)
    withSelection(withReason(settle.command(command).description(what), true))
      .requiredOption(...where)
      .action(
        oneOrAll<SettleOptions>(
          parts,
          byId<AnyId, SettleOptions>(parts, settled, ({ database, actor }, { reason, reference }, id) =>
            settleWork({ database }, actor, { kind, id, reason, reference }),
          ),
          (line, { reason, reference, cause }, cursor) =>
            settleSelection(atNow(line), line.actor, { kind, reason, reference, cause, cursor }),
        ),
      );
}

interface SelectionOptions extends ReasonOption {
  readonly all?: true;
  readonly cause: string;
}

function withSelection(command: Command): Command {
  return withConfirmation(
    command
      .option('--all', 'all that need attention, instead of one')
      .option('--cause <words>', 'with --all: those whose cause begins so, such as "unknown"', ''),
  );
}

/** The action of a command on one id, or with `--all` on a selection, which is corrected in portions. */
function oneOrAll<Options extends ReasonOption = ReasonOption>(
  parts: CommandParts,
  one: ReturnType<typeof commandAction>,
  act: (
    line: CommandLine,
    options: Options & SelectionOptions,
    cursor: AnyId | null,
  ) => Promise<SelectionDone | OperatorRefusal>,
): ReturnType<typeof commandAction> {
  const all = commandAction<Options & SelectionOptions>(parts, async (line, options) => {
    await line.confirm('Do this for all of them?');
    const counts = { done: 0, refused: 0 };
    for (let cursor: AnyId | null = null; ; ) {
      const portion = await act(line, options, cursor);
      if (isOperatorRefusal(portion)) return portion;
      counts.done += portion.done;
      counts.refused += portion.refused;
      if (portion.nextCursor === null) break;
      cursor = parseId<AnyId>(portion.nextCursor);
    }
    return { json: counts, text: `${counts.done} done, ${counts.refused} left as they were.` };
  });
  return (...given) => {
    const command = given.at(-1) as Command;
    const isAll = command.opts<SelectionOptions>().all === true;
    if (isAll === command.args.length > 0) throw new CommandFault('Name one, or say --all.', exitCodes.usage);
    return isAll ? all(...given) : one(...given);
  };
}

interface SettleOptions extends ReasonOption {
  readonly reference: string;
}

function retries(parts: CommandParts) {
  const soon = 'It is retried within seconds.';
  const retry = (kind: WorkKind, done: string) =>
    byId<AnyId>(parts, done, (line, { reason }, id) => retryWork(atNow(line), line.actor, { kind, id, reason }));
  return {
    reversal: retry('reversals', soon),
    charge: retry('charges', 'The card is charged within a minute.'),
    mail: retry('mails', 'The e-mail is sent within seconds.'),
    bind: retry('binds', soon),
    difference: retry('differences', 'It is in a settlement file by now.'),
  };
}

type Act<Kind, Options> = (
  line: CommandLine,
  options: Options,
  id: Kind,
  more?: string,
) => Promise<OperatorRefusal | null>;

/** The action of a command on an id. Text that is no id is not found. */
function byId<Kind extends AnyId, Options extends object = ReasonOption>(
  parts: CommandParts,
  done: string,
  act: Act<Kind, Options>,
) {
  return commandAction<Options>(parts, async (line, options, text = '', more) => {
    const id = parseId<Kind>(text);
    const refusal = id === null ? refuseOperator('NotFound', 'id') : await act(line, options, id, more);
    return refusal ?? { json: { done: true }, text: done };
  });
}

function atNow({ database, clock }: CommandLine) {
  return { database, now: clock() };
}

function arithmetic(preview: CancellationPreview): string {
  const lines = table(preview.lines, [
    { title: 'product', of: ({ productName }) => productName.en },
    { title: 'unused days', of: ({ daysUnused, daysTotal }) => `${daysUnused} of ${daysTotal}`, align: 'right' },
    { title: 'premium', of: ({ premiumCents }) => formatDollars(premiumCents), align: 'right' },
    { title: 'refund', of: ({ premiumBackCents }) => formatDollars(premiumBackCents), align: 'right' },
    { title: 'tax', of: ({ taxCents }) => formatDollars(taxCents), align: 'right' },
    { title: 'tax refund', of: ({ taxBackCents }) => formatDollars(taxBackCents), align: 'right' },
  ]);
  const sums = facts({
    Policy: `${preview.policyNumber}, ${preview.effectiveDate} to ${preview.expiryDate}`,
    'First day without coverage': preview.cancelledOn,
    Kind: preview.kind,
    ...(preview.requestedBy && { 'Asked for by': `${preview.requestedBy} (${preview.ground})` }),
    ...(preview.noticeRule && { Notice: noticeText(preview.noticeDays!, preview.noticeRule) }),
    Total: formatDollars(preview.totalCents),
    Refund: formatDollars(preview.refundCents),
    Kept: formatDollars(preview.keptCents),
    Settlement: how[preview.settlement],
  });
  return `${lines}\n\n${sums}`;
}

function noticeText(days: number, { basis, isSample }: NoticeRule): string {
  return `${days} days, ${basis}${isSample ? ' (not checked)' : ''}`;
}

const how: Readonly<Record<CancellationPreview['settlement'], string>> = {
  'card-refund': 'refunded to the card',
  'charge-stopped': 'the card was not charged and will not be',
  'loan-cancelled': 'the loan is cancelled at the lender; paid installments are between lender and customer',
  outside: 'whoever took the payment refunds it',
  nothing: 'there is nothing to refund',
};
