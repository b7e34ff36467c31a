import { type Command, Option } from 'commander';
import { formatDollars } from '../../domain/money/money.ts';
import type { WorkKind } from '../../domain/operator/needs-person.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/refusal.ts';
import type { CancellationKind } from '../../domain/policy/cancellation.ts';
import { isUuid } from '../../domain/text/uuid.ts';
import { cancelPolicy, previewCancellation } from '../../flows/correct/cancel-policy.ts';
import { moveCharge } from '../../flows/correct/correct-charge.ts';
import { correctEmailAddress, resendDocuments } from '../../flows/correct/correct-mail.ts';
import { retryWork, settleWork } from '../../flows/correct/correct-work.ts';
import { previewOf } from '../correct-routes.ts';
import type { CancellationPreview } from '../wire/correct.ts';
import {
  answering,
  type CommandAnswer,
  type CommandLine,
  commandGroup,
  type Doors,
  type ReasonOption,
  withConfirmation,
  withReason,
} from './command-kit.ts';
import { facts, table } from './table.ts';

/** Correcting a sale from a terminal. What is written here is carried out by the running service, within seconds. */
export function correctCommands(program: Command, doors: Doors): void {
  addPolicyCommands(commandGroup(program, 'policy', 'policies: look at one, cancel it, mail it'), doors);
  addStuckCommands(commandGroup(program, 'stuck', 'what needs a person'), doors);
  withReason(
    commandGroup(program, 'mail', 'mails to customers').command('resend <mailId>').description('send one mail again'),
    true,
  ).action(answering<ReasonOption>(doors, retry.mail));
  withReason(
    commandGroup(program, 'charge', 'charges that come later')
      .command('move <paymentId> <date>')
      .description('charge the card on another day, from tomorrow to 60 days ahead'),
    true,
  ).action(
    answering<ReasonOption>(doors, async ({ database, clock, actor }, { reason }, paymentId = '', dueOn = '') =>
      told(
        await byUuid(paymentId, () => moveCharge({ database, now: clock() }, actor, { paymentId, dueOn, reason })),
        `The card is charged on ${dueOn}.`,
      ),
    ),
  );
}

interface CancelOptions extends ReasonOption {
  readonly kind: CancellationKind;
  readonly on: string;
  readonly preview?: true;
}

function addPolicyCommands(policy: Command, doors: Doors): void {
  withConfirmation(
    withReason(
      policy
        .command('cancel <policyNumber>')
        .description('cancel a policy, after showing what it comes to')
        .addOption(
          new Option('--kind <kind>', 'flat: all is given back; pro-rata: the days that are not used')
            .choices(['flat', 'pro-rata'])
            .makeOptionMandatory(),
        )
        .requiredOption('--on <date>', 'the day from which on nothing is covered, as 2026-11-15')
        .option('--preview', 'only show what it would come to'),
    ),
  ).action(
    answering<CancelOptions>(doors, async (line, { kind, on: cancelledOn, preview, reason }, policyNumber = '') => {
      const parts = { database: line.database, now: line.clock() };
      const drafted = await previewCancellation(parts, policyNumber, { kind, cancelledOn });
      if (isOperatorRefusal(drafted)) return drafted;
      const shown = previewOf(drafted);
      if (preview === true) return { json: shown, text: arithmetic(shown) };
      if (reason.trim() === '') return refuseOperator('ReasonRequired', 'reason');
      await line.confirm(`${arithmetic(shown)}\n\nCancel policy ${policyNumber}?`);
      const { refundCents, settlement } = shown;
      const order = { policyNumber, kind, cancelledOn, reason, shown: { refundCents, settlement } };
      const made = await cancelPolicy(parts, line.actor, order);
      if (isOperatorRefusal(made)) return made;
      const text = `${arithmetic(shown)}\n\nPolicy ${policyNumber} is cancelled. The notice is on its way to the customer.`;
      return { json: { ...shown, documentId: made.documentId }, text };
    }),
  );

  withReason(
    policy.command('email <policyNumber> <address>').description('correct where the policy’s mails go'),
    true,
  ).action(
    answering<ReasonOption>(doors, async ({ database, actor }, { reason }, policyNumber = '', emailAddress = '') => {
      const changed = await correctEmailAddress(database, actor, { policyNumber, emailAddress, reason });
      if (isOperatorRefusal(changed)) return changed;
      return { json: changed, text: `Corrected. ${changed.mailsMoved} mails are due to the new address.` };
    }),
  );

  withReason(
    policy
      .command('resend <policyNumber>')
      .description('mail all documents of the policy again')
      .option('--to <address>', 'to this address, this once'),
    true,
  ).action(
    answering<ReasonOption & { to?: string }>(doors, async ({ database, actor }, { reason, to }, policyNumber = '') => {
      const due = await resendDocuments(database, actor, { policyNumber, toAddress: to ?? null, reason });
      return isOperatorRefusal(due) ? due : { json: due, text: `${due.mails} mails are due.` };
    }),
  );
}

type Act = (line: CommandLine, options: ReasonOption, id?: string) => Promise<CommandAnswer>;

const soon = 'It is tried within seconds.';

const retry = {
  reversal: retries('reversals', soon),
  charge: retries('charges', 'The card is charged within a minute.'),
  mail: retries('mails', 'The mail is due.'),
  bind: retries('binds', soon),
} as const;

function retries(kind: WorkKind, text: string): Act {
  return async ({ database, clock, actor }, { reason }, id = '') =>
    told(await byUuid(id, () => retryWork({ database, now: clock() }, actor, { kind, id, reason })), text);
}

function addStuckCommands(stuck: Command, doors: Doors): void {
  const again = commandGroup(stuck, 'retry', 'try it again now');
  for (const [what, id] of [
    ['reversal', 'id'],
    ['charge', 'paymentId'],
    ['mail', 'mailId'],
    ['bind', 'applicationId'],
  ] as const)
    withReason(again.command(`${what} <${id}>`).description(`try a ${what} again now`), true).action(
      answering<ReasonOption>(doors, retry[what]),
    );

  const settle = commandGroup(stuck, 'settle', 'record that it was put right outside');
  const where = ['--reference <text>', 'where to find it: a cheque, a transfer, the processor’s reference'] as const;
  for (const [command, kind, what] of [
    ['reversal <id>', 'reversals', 'it was given back outside'],
    ['charge <paymentId>', 'charges', 'the policy was paid outside'],
  ] as const)
    withReason(settle.command(command).description(what), true)
      .requiredOption(...where)
      .action(
        answering<ReasonOption & { reference: string }>(doors, async ({ database, actor }, options, id = '') =>
          told(await byUuid(id, () => settleWork({ database }, actor, { kind, id, ...options })), settled),
        ),
      );
}

const settled = 'Recorded as settled.';

/** What is no id names nothing. */
function byUuid(id: string, act: () => Promise<OperatorRefusal | null>): Promise<OperatorRefusal | null> {
  return isUuid(id) ? act() : Promise.resolve(refuseOperator('NotFound', 'id'));
}

function told(refusal: OperatorRefusal | null, text: string): CommandAnswer {
  return refusal ?? { json: { done: true }, text };
}

function arithmetic(preview: CancellationPreview): string {
  const lines = table(preview.lines, [
    { title: 'product', of: ({ productName }) => productName.en },
    { title: 'days not used', of: ({ daysUnused, daysTotal }) => `${daysUnused} of ${daysTotal}`, align: 'right' },
    { title: 'premium', of: ({ premiumCents }) => formatDollars(premiumCents), align: 'right' },
    { title: 'back', of: ({ premiumBackCents }) => formatDollars(premiumBackCents), align: 'right' },
    { title: 'tax', of: ({ taxCents }) => formatDollars(taxCents), align: 'right' },
    { title: 'back', of: ({ taxBackCents }) => formatDollars(taxBackCents), align: 'right' },
  ]);
  const sums = facts({
    Policy: `${preview.policyNumber}, ${preview.effectiveDate} to ${preview.expiryDate}`,
    Cancelled: `${preview.cancelledOn}, ${preview.kind}`,
    Total: formatDollars(preview.totalCents),
    Refund: formatDollars(preview.refundCents),
    Kept: formatDollars(preview.keptCents),
    How: how[preview.settlement],
  });
  return `${lines}\n\n${sums}`;
}

const how: Readonly<Record<CancellationPreview['settlement'], string>> = {
  'card-refund': 'refunded to the card',
  'charge-stopped': 'the card was not charged and will not be',
  'loan-cancelled': 'the loan is cancelled at the lender; paid installments are between lender and customer',
  outside: 'outside: whoever took the money gives it back',
  nothing: 'nothing is left to give back',
};
