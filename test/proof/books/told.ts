import { recordDispute } from '../../../src/sandbox/card-processor/disputes.ts';
import { recordDispute as tellInSandbox } from '../../../src/sandbox/record-money.ts';
import type { Lane, Sale } from '../interleavings/lane.ts';
import { onDay, policyNumberOf } from '../interleavings/money-actors.ts';
import { givesGoodwill, type Recording, records, reinstates, voids } from '../interleavings/report-actors.ts';
import type { Part } from '../interleavings/schedule.ts';
import { pickFrom } from '../kit/chance.ts';
import { days, type Life, type Told } from './life.ts';

/*
 * What people and banks say of a policy's money: disputes, cheques that bounce, payments in parts and of another day,
 * refunds by hand, goodwill, reinstatements; and what is said by mistake and taken back.
 */

type Sold = Pick<Life, 'way' | 'charge'> & { readonly cancelledOn: number | null };
type Story = (random: () => number, sold: Sold) => readonly Told[];

/** About every second sale that is paid by card has a story, and some have two. */
export function toldOf(random: () => number, sold: Sold): readonly Told[] {
  const { way, charge, cancelledOn } = sold;
  // An operator who reports money that was never with us is told so.
  if (!way.endsWith('card')) return random() < 0.05 ? [at(2, says({ kind: 'received', cents: 10_000 }))] : [];
  const isUnpaid = way === 'later card' && charge === 'refused';
  const cancelled = cancelledOn === null ? [] : [byHand, byHand, reinstated, cameBack];
  const told = isUnpaid ? [inParts, bounced, bounced, slip, twice] : [disputed, disputed, tooMuch, goodwill, mistaken];
  const pick = pickFrom(random);
  const stories = Array.from({ length: Math.floor(random() * 1.3 + 0.6) }, () => pick([...told, ...cancelled]));
  // A dispute that was taken back by mistake would be a difference from the processor's own ledger.
  const isDisputed = stories.includes(disputed);
  return stories.filter((story) => !isDisputed || story !== mistaken).flatMap((story) => story(random, sold));
}

/** A bank takes a charge back, and decides or not; a person may learn of it in the wrong order. */
const disputed: Story = (random) => {
  const pick = pickFrom(random);
  const opened = pick([2, 3, 10, 45, 100]);
  const decided = later(opened, pick([1, 2, 3]));
  const by = random() < 0.1 ? 'sandbox' : 'operator';
  const outcomes = pick([['Won'], ['Lost'], ['Lost', 'Won'], []] as const);
  const endings = outcomes.map((outcome, place) => at(later(decided, place), disputes(outcome, by)));
  const paid = outcomes.length === 1 && random() < 0.5 ? [at(401, says({ kind: 'received' }))] : [];
  return [at(opened, disputes('Opened', by)), ...endings, ...paid];
};

/** A part by cheque, and the rest days later; each on a day before the one on which it is recorded. */
const inParts: Story = (random) => [
  at(2, says({ kind: 'received', cents: 5_000 + Math.floor(random() * 20_000), on: 1 })),
  ...(random() < 0.8 ? [at(10, says({ kind: 'received', on: pickFrom(random)([2, 9]) }))] : []),
];

const bounced: Story = (random) => {
  const part = random() < 0.3 ? { cents: 10_000 } : {};
  const again = random() < 0.5 ? [at(100, says({ kind: 'received' }))] : [];
  return [at(3, says({ kind: 'received' })), at(45, says({ kind: 'returned', ...part })), ...again];
};

/** Ten times too much, taken back, and said right. */
const slip: Story = () => [
  at(2, says({ kind: 'received', cents: 1_000_000 })),
  at(2, voids('operator', 2, 'payment')),
  at(3, says({ kind: 'received', on: 2 })),
];

/** Two operators record one cheque; one of them takes it back, or the second is given back. */
const twice: Story = (random) => [
  at(3, says({ kind: 'received', cents: 60_000 })),
  at(3, says({ kind: 'received', cents: 60_000 })),
  ...(random() < 0.6 ? [at(10, voids('operator', 10, 'payment'))] : []),
  at(45, says({ kind: 'received' })),
];

/** A cheque comes beside the charge. It is given back by a person, and may bounce after that. */
const tooMuch: Story = (random) => [
  at(3, says({ kind: 'received', cents: 25_000 })),
  ...(random() < 0.4 ? [at(10, says({ kind: 'returned' }))] : []),
];

const goodwill: Story = (random) => {
  const day = pickFrom(random)([2, 10, 46]);
  return [at(day, givesGoodwill('operator', day, 1_000 + Math.floor(random() * 20_000)))];
};

/** What is to go to the card is given back by cheque, in parts or taken back again. */
const byHand: Story = (random, { cancelledOn }) => {
  const day = days.find((one) => one >= (cancelledOn ?? 0)) ?? 401;
  const given = says({ kind: 'given-back', ...(random() < 0.3 && { cents: 5_000 }) });
  return [at(day, given), ...(random() < 0.3 ? [at(day, voids('operator', day, 'refund'))] : [])];
};

/** The card's bank sends the refund back, and a person pays it by cheque, or not yet. */
const cameBack: Story = (random, { cancelledOn }) => {
  const day = later(days.find((one) => one >= (cancelledOn ?? 0)) ?? 401, 1);
  const paid = random() < 0.6 ? [at(later(day, 1), says({ kind: 'given-back' }))] : [];
  return [at(day, says({ kind: 'refund-returned' })), ...paid];
};

/** The customer pays again what was given back, and the cancellation is undone. */
const reinstated: Story = (_, { cancelledOn }) => {
  const day = later(days.find((one) => one >= (cancelledOn ?? 0)) ?? 401, 1);
  return [at(day, says({ kind: 'received', cents: 250_000 })), at(day, reinstates('operator', day))];
};

/** What has not happened is recorded and taken back: a dispute, a payment, a refund of nothing. */
const mistaken: Story = (random) => {
  const pick = pickFrom(random);
  const day = pick([2, 10, 46]);
  const [kind, entry] = pick([
    ['dispute-opened', 'dispute-opened'],
    ['received', 'payment'],
    ['returned', 'payment-returned'],
  ] as const);
  return [
    at(day, says({ kind, ...(kind === 'received' && { cents: 40_000 }) })),
    at(day, voids('operator', day, entry)),
    at(day, says({ kind: 'given-back' })),
  ];
};

/** Happens on the day on which it is said. */
type OnItsDay = (day: number) => Part;

const says =
  (recording: Recording): OnItsDay =>
  (day) =>
    records('operator', day, recording);

function at(day: number, part: Part | OnItsDay): Told {
  return { day, part: typeof part === 'function' ? part(day) : part };
}

function later(day: number, places: number): number {
  return days[Math.min(days.indexOf(day as never) + places, days.length - 1)]!;
}

/**
 * A dispute that the processor has on record: told by the sandbox's own route, or read there by an operator. What the
 * service refuses to take has not happened.
 */
const disputes =
  (outcome: 'Opened' | 'Won' | 'Lost', by: 'sandbox' | 'operator'): OnItsDay =>
  (day) => ({
    name: 'bank',
    play: async (parts, sale, lane) => {
      const now = onDay(lane, day);
      if (by === 'operator') {
        const kind = ({ Opened: 'dispute-opened', Won: 'dispute-won', Lost: 'dispute-lost' } as const)[outcome];
        const told = await records('operator', day, { kind }).play(parts, sale, lane);
        if (told.what === 'done') await tellProcessor(lane, { sale, outcome, now });
        return told;
      }
      const policyNumber = await policyNumberOf(lane, sale);
      const recordThere = async ({ key }: { readonly key: string }) => {
        const judged = await recordDispute(lane.database, { orderKey: key, outcome }, now);
        if (!judged.ok) throw new Error(`The processor said ${judged.reason} of a dispute.`);
        return { kind: 'done', value: judged.value } as const;
      };
      const answer = await tellInSandbox({ ...parts, clock: () => now, recordDispute: recordThere }, lane.seller, {
        policyNumber,
        outcome,
        now,
        requestId: 'books',
      });
      const what = answer.kind === 'refused-as-operator' ? answer.refusal.code : answer.kind;
      return { who: 'bank', what };
    },
  });

async function tellProcessor(
  { database }: Lane,
  { sale, outcome, now }: { readonly sale: Sale; readonly outcome: 'Opened' | 'Won' | 'Lost'; readonly now: Date },
): Promise<void> {
  const { rows } = await database.query<{ orderKey: string }>({
    name: 'find_disputed',
    text: `SELECT charge.party_key AS "orderKey"
           FROM ledger_entry AS entry
           JOIN ledger_entry AS charge ON charge.id = entry.payment_entry_id
           WHERE entry.application_id = $1 AND entry.kind LIKE 'dispute-%'
           ORDER BY entry.id DESC LIMIT 1`,
    values: [sale.applicationId],
  });
  const { orderKey } = rows[0]!;
  const judged = await recordDispute(database, { orderKey, outcome }, now);
  if (!judged.ok) throw new Error(`The processor said ${judged.reason} of a dispute of ${orderKey}.`);
}
