import { formatDollars, parseDollars } from '../../../domain/money.ts';
import type { AccountSummary, OwedBack } from '../../wire/money.ts';
import { type Answer, type Given, misuse, type OpenLine, type Values } from '../command-kit.ts';
import { command, type Words, yes } from '../command-words.ts';
import { facts, plain, type Shown } from '../table.ts';

const ofPolicy = '/api/policies/:policyNumber';

const amount = {
  text: '--amount <dollars> how much, such as 250 or 249.50',
  read: (text: string): number => parseDollars(Number(text)) ?? misuse(`“${text}” is no amount in dollars.`),
};

/** The console sends what was looked at; here the same amount of the same day is refused. */
const asLookedAt = ['shown.balanceCents', 'shown.netCollectedCents'];

/** Commands by which an operator says what happened to a policy's money. */
export const moneyCommands: readonly Words[] = [
  command('record <policyNumber>', 'record what happened to a policy’s money, after showing what follows', {
    route: `POST ${ofPolicy}/money`,
    needs: 'links',
    options: {
      what: '<what> received or returned: a cheque or transfer; given-back: by hand; refund-returned: one to a card came back; dispute-…: at the card’s bank',
      amountCents: { ...amount, text: `${amount.text}; all of it without it` },
      on: { text: '<date> the day on which it happened, if not today', example: '2026-11-15' },
      reference: 'the number of a cheque or transfer; of a dispute, of the charge or the dispute',
    },
    without: asLookedAt,
    extra: { preview: 'only show what follows', ...yes },
    run: record,
  }),
  command<AccountSummary>('goodwill <policyNumber>', 'refund a part or all of what was paid, without cancelling', {
    route: `POST ${ofPolicy}/goodwill`,
    needs: 'links',
    options: { amountCents: amount },
    without: asLookedAt,
    shows: standingText,
  }),
  command<AccountSummary>('reinstate <policyNumber>', 'undo a cancellation that took effect', {
    route: `POST ${ofPolicy}/reinstatement`,
    needs: 'links',
    shows: (standing) => ['Reinstated. The customer and the seller are told.', standingText(standing)],
  }),
  command<AccountSummary>('void <policyNumber> <entryId>', 'take back what an operator recorded by mistake', {
    route: `POST ${ofPolicy}/entries/:entryId/void`,
    needs: 'links',
    shows: standingText,
  }),
];

/** Shows what would follow and asks, then records it. */
async function record(line: OpenLine, { reason, ...asked }: Values, { flags }: Given): Promise<Answer> {
  const shown = await line.call<AccountSummary>(`POST ${ofPolicy}/money/preview`, asked);
  const text = standingText(shown);
  if (flags.has('preview')) return { json: shown, text };
  await line.confirm(['Afterwards:', text, 'Record it?']);
  const standing = await line.call<AccountSummary>(`POST ${ofPolicy}/money`, { ...asked, reason });
  return { json: standing, text: ['Recorded.', standingText(standing)] };
}

export function standingText({
  balanceCents,
  dueCents,
  moneyStatus,
  owedBack,
  hasCancellation,
}: AccountSummary): Shown {
  return facts({
    Money: plain(moneyStatus),
    Cancelled: hasCancellation ? 'yes' : 'no',
    ...(balanceCents > 0 && { 'The customer owes': formatDollars(balanceCents) }),
    ...(balanceCents > 0 && { 'Due today': formatDollars(dueCents) }),
    ...(balanceCents < 0 && { 'Owed to the customer': formatDollars(-balanceCents) }),
    ...(owedBack.length > 0 && { 'To give back': owedBack.map(owedText).join('; ') }),
  });
}

function owedText({ payer, payee, amountCents, isBegun }: OwedBack): string {
  const way = { Card: 'to the card', Lender: 'to the lender', Customer: 'to the customer' }[payee];
  return `${formatDollars(amountCents)} by the ${payer.toLowerCase()} ${way}${isBegun ? ', under way' : ''}`;
}
