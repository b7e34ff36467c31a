import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { afterwards } from '../../kit/processes/afterwards.ts';
import { cloneDatabase } from '../../kit/service/database.ts';
import { type Lane, openLane } from './lane.ts';
import { scenarioNamed } from './scenarios.ts';
import { controlTime } from './scheduler.ts';
import { followMoves } from './search.ts';

/* Schedules that the search found to break the promise, and that must never break it again. */
let lane: Lane;

before(async () => {
  lane = await openLane(await cloneDatabase());
  afterwards(lane.close);
  afterwards(controlTime());
});

const found = [
  {
    description:
      'a saved card that was charged on an instance whose day had come is not kept beside the later charge of another',
    scenario: 'saved-card-clock-behind',
    moves: ['partner stands still before "charge" for 11 s'],
  },
  {
    description:
      'a part that another instance gave back while this one stood still after looking is not given back twice',
    scenario: 'part-refund-two-jobs',
    moves: ['reversal job: ask', 'reversal job stands still before "reverse" for 130 s'],
  },
  {
    description: 'a late charge of a saved card whose carrier died is the one that pays when its day has come',
    scenario: 'saved-card-clock-behind',
    moves: [
      'partner: charge, no answer, acts late',
      'partner dies before "ask", and 31 s pass',
      'repeat: begins',
      'finishing job: begins',
    ],
  },
  {
    description: 'what used days cost stays to be collected when a charge turns out never made',
    scenario: 'unclear-used-days',
    moves: [],
  },
  {
    description: 'what was paid by cheque after the cancellation took effect is in the books as owed back',
    scenario: 'unclear-paid-outside',
    moves: ['other operator: begins'],
  },
  {
    description: 'no cheque is taken for a charge that was sent anew and may come late',
    scenario: 'unclear-paid-outside',
    moves: ['charge job: begins', 'charge job: charge, no answer, acts late'],
  },
  {
    description: 'a charge that is about to be sent anew is not sent after a cheque was taken for it',
    scenario: 'unclear-paid-outside',
    moves: ['charge job: begins', 'charge job stands still before "send charge anew" for 130 s', 'operator: begins'],
  },
  {
    description: 'a run that stood still for longer than a day sends nothing when it wakes',
    scenario: 'late-charge-cancelled',
    moves: ['charge job stands still before "charge" for 90000 s', 'asking job: begins'],
  },
  {
    description: 'a customer whose policy was cancelled while the card was refused is not asked to pay',
    scenario: 'late-charge-cancelled',
    moves: ['charge job: ask', 'operator: begins', 'operator: commit', 'charge job: charge, refused'],
  },
  {
    description: 'a charge that was taken, not sent, and cancelled meanwhile is stopped',
    scenario: 'refused-retried-cancelled',
    moves: ['charge job: ask', 'charge job stands still before "ask" for 130 s'],
  },
  {
    description: 'a charge that began before midnight is given back when the cancellation took effect after it',
    scenario: 'link-cancelled-ahead',
    moves: ['customer stands still before "charge" for 130 s'],
  },
  ...(['owe', 'write-off'] as const).map((usedDays) => ({
    description: `a card that is taken while the cancellation for non-payment waits for its lock is seen by it: ${usedDays}`,
    scenario: `given-card-swept-${usedDays}`,
    moves: [
      'sweep: decide card payment',
      'effect job: begins',
      'effect job: put cancellation into effect or effect job: postpone cancellation',
      'charge job: begins',
    ],
  })),
  {
    description:
      'a card that was given in time and is charged after the last day of the notice withdraws the cancellation',
    scenario: 'given-card-confirmed-owe',
    moves: [
      'customer: charge',
      'effect job: begins',
      'effect job: put cancellation into effect or effect job: postpone cancellation',
    ],
  },
  {
    description: 'a charge of the last day whose answer was lost is known before the cancellation takes effect',
    scenario: 'given-card-confirmed-write-off',
    moves: [
      'customer: charge, done, the answer lost',
      'effect job: begins',
      'effect job: put cancellation into effect or effect job: postpone cancellation',
    ],
  },
  {
    description: 'a refund that a job begins while an operator records it as made by cheque is not made twice',
    scenario: 'refund-by-hand',
    moves: ['operator: read account', 'reversal job: begins'],
  },
];

for (const { description, scenario, moves } of found) {
  test(description, async () => {
    const { broken, story } = await followMoves({ lane, scenario: scenarioNamed(scenario), plant: null }, moves);
    assert.deepEqual(broken, [], story.join('\n'));
  });
}
