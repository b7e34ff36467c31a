import {
  type RetryKind,
  retryKinds,
  type SelectionDone,
  type SettleKind,
  settleKinds,
  type WorkKind,
} from '../../../domain/work/needs-person.ts';
import { type Answer, misuse, type OpenLine, type Values } from '../command-kit.ts';
import { command, group, type OptionWords, type Words, yes } from '../command-words.ts';
import { stuckList } from './sales.ts';

interface WorkWords<Kind extends WorkKind> {
  readonly noun: string;
  readonly id: string;
  /** What a retry says; null if it can't be. */
  readonly retried: Kind extends RetryKind ? string : null;
  /** What it means to settle it; null if it can't be. */
  readonly settled: Kind extends SettleKind ? string : null;
}

const workWords: { readonly [Kind in WorkKind]: WorkWords<Kind> } = {
  reversals: {
    noun: 'reversal',
    id: 'id',
    retried: 'It is retried within seconds.',
    settled: 'it was refunded another way, for example by cheque',
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
  linkMails: {
    noun: 'link-mail',
    id: 'linkId',
    retried: 'The e-mail is sent within seconds.',
    settled: 'the customer has the address of the link',
  },
  letters: {
    noun: 'letter',
    id: 'purchaseId',
    retried: 'The e-mail is sent within seconds.',
    settled: 'the customer knows that nothing was bought',
  },
  binds: { noun: 'bind', id: 'applicationId', retried: 'It is retried within seconds.', settled: null },
  differences: {
    noun: 'difference',
    id: 'id',
    retried: null,
    settled: 'it is clear why the other party and the books differ',
  },
};

/** They move no money. */
const areMails: readonly WorkKind[] = ['mails', 'linkMails', 'letters'];

/** What is said only of one kind when it is settled. */
const settledBy: Readonly<Partial<Record<SettleKind, Readonly<Record<string, string | OptionWords>>>>> = {
  reversals: { on: '<date> the day on which it was given back, if not today' },
  charges: {
    by: {
      text: '<whom> whom the customer paid; processor: it did make a charge whose outcome is unknown',
      fallback: 'outside',
    },
  },
};

function working<Kind extends WorkKind>(
  act: 'retry' | 'settle',
  kind: Kind,
  { about, done, options = {} }: { readonly about: string; readonly done: string; readonly options?: Words['options'] },
): Words {
  const { noun, id } = workWords[kind];
  const route = `POST /api/work/:kind/${act}`;
  return command(`${noun} [${id}]`, about, {
    route,
    // What is recorded of money may make the customer owe it, who then gets a link.
    ...(act === 'settle' && !areMails.includes(kind) && { needs: 'links' as const }),
    args: { [id]: 'id' },
    fixed: { kind },
    offers: ['reason', 'failure', ...Object.keys(options)],
    options: { ...options, failure: '<failure> with --all: only those that failed so, such as unknown' },
    extra: { all: 'all that need attention, instead of one', ...yes },
    run: async (line, { failure, id: one, ...values }, { flags }) => {
      if (flags.has('all') === (one !== undefined)) misuse('Name one, or say --all.');
      if (flags.has('all')) return actOnAll(line, route, { ...values, failure });
      const sent = await line.call(`POST /api/work/:kind/:id/${act}`, { ...values, id: one });
      return { json: sent, text: done };
    },
  });
}

async function actOnAll(line: OpenLine, route: string, values: Values): Promise<Answer> {
  await line.confirm('Do this for all of them?');
  const counts = { done: 0, refused: 0 };
  for (let cursor: string | undefined; ; ) {
    const portion = await line.call<SelectionDone>(route, { ...values, cursor });
    counts.done += portion.done;
    counts.refused += portion.refused;
    line.progress(counts.done + counts.refused, 0);
    if (portion.nextCursor === null) break;
    cursor = portion.nextCursor;
  }
  return { json: counts, text: `${counts.done} done, ${counts.refused} left as they were.` };
}

export const stuckWords = group('stuck', 'what needs attention', [
  stuckList,
  group(
    'retry',
    'retry it now',
    retryKinds.map((kind) => {
      const { noun, retried } = workWords[kind];
      return working('retry', kind, { about: `retry a ${noun} now, or all`, done: retried });
    }),
  ),
  group(
    'settle',
    'record that it was done another way',
    settleKinds.map((kind) =>
      working('settle', kind, {
        about: workWords[kind].settled,
        done: 'Recorded.',
        options: {
          reference:
            'the number of a cheque or transfer, the processor’s reference, or the place in the mail server’s log',
          ...settledBy[kind],
        },
      }),
    ),
  ),
]);

export const mailWords = group('mail', 'e-mails to customers', [
  command('resend <mailId>', 'send one e-mail again', {
    route: 'POST /api/work/:kind/:id/retry',
    args: { mailId: 'id' },
    fixed: { kind: 'mails' },
    shows: () => workWords.mails.retried,
  }),
]);

export const chargeWords = group('charge', 'scheduled charges', [
  command('move <paymentId> <date>', 'charge the card on another day, from tomorrow to 60 days ahead', {
    route: 'PUT /api/due-charges/:paymentId/date',
    args: { date: 'dueOn' },
    shows: () => 'The date of the charge was changed.',
  }),
]);
