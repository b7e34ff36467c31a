import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import type { UsedDays } from '../../../src/domain/cancellation/used-days.ts';
import { type Books, booksSql } from '../../kit/invariants/bind-books.ts';
import { afterwards } from '../../kit/processes/afterwards.ts';
import { randomOf } from '../../kit/processes/random.ts';
import { cloneDatabase } from '../../kit/service/database.ts';
import { judge } from './judge.ts';
import { type Lane, openLane, type Sale } from './lane.ts';
import { cancels, chargeJob, confirmsCard, effectJob, givesCardByLink } from './money-actors.ts';
import { after, partsAlone, refused } from './preparations.ts';
import { bringToAnEnd } from './quiet.ts';
import type { Part } from './schedule.ts';

/*
 * A customer gives a card on the last day of a notice, and it is confirmed in the moment in which the cancellation
 * takes effect. Nothing orders the two but chance: each has a connection of its own.
 */
const triesOfEach = 100;
const [noticeDay, lastDay] = [1, 31];
const random = randomOf(20261119);

let lane: Lane;

before(async () => {
  lane = await openLane(await cloneDatabase());
  afterwards(lane.close);
});

/** Of a card that is given on the last day. */
const given = (usedDays: UsedDays) =>
  after(
    refused('for good'),
    cancels('operator', {
      kind: 'pro-rata',
      on: lastDay,
      day: noticeDay,
      usedDays,
      requestedBy: 'insurer',
      ground: 'NonPayment',
    }),
    givesCardByLink('customer', lastDay - 1),
  );

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A processor takes some milliseconds. */
async function play({ name, play: act }: Part, sale: Sale, delayMs: number): Promise<string> {
  await pause(delayMs);
  const own = partsAlone(lane);
  const capture: typeof own.cards.capture = async (...asked) => {
    await pause(random() * 20);
    return own.cards.capture(...asked);
  };
  const { what } = await act({ ...own, cards: { ...own.cards, capture } }, sale, lane);
  return `${name}: ${what}`;
}

async function meet(usedDays: UsedDays): Promise<{ readonly books: Books; readonly broken: readonly string[] }> {
  const sale = await given(usedDays)(lane);
  const said = await Promise.all([
    play(confirmsCard('customer', lastDay - 1), sale, random() * 8),
    play(effectJob('effect job', lastDay), sale, random() * 16),
    play(chargeJob('charge job', lastDay), sale, random() * 24),
  ]);
  const { cards, lender, database } = partsAlone(lane);
  const day = await bringToAnEnd(lane, { cards, lender, database, sale, lastDay });
  const { rows } = await lane.database.query<{ books: Books }>(booksSql, [sale.applicationId]);
  const broken = await judge(lane, { sale, results: [], day });
  return { books: rows[0]!.books, broken: broken.map((one) => `${said.join(', ')}: ${one}`) };
}

for (const usedDays of ['owe', 'write-off'] as const) {
  test(`no money is kept for no cover, in ${triesOfEach} tries in which used days are to ${usedDays}`, async (t) => {
    let keptForNoCover = 0;
    let withdrawn = 0;
    const faults: string[] = [];
    for (let count = 0; count < triesOfEach; count += 1) {
      const { books, broken } = await meet(usedDays);
      const keptCents = books.charges.reduce((sum, { cents, refundedCents }) => sum + cents - refundedCents, 0);
      if (books.cancellation?.isInEffect === true && keptCents > 0) keptForNoCover += 1;
      withdrawn += books.withdrawn.length;
      faults.push(...broken);
    }
    t.diagnostic(`${keptForNoCover} kept for no cover, ${withdrawn} withdrawn`);
    assert.deepEqual([keptForNoCover, faults], [0, []]);
  });
}
