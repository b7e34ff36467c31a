import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import type { BindForm } from '../../src/domain/bind/judge-bind.ts';
import { addDays } from '../../src/domain/calendar.ts';
import type { BindParts, BindResult } from '../../src/flows/bind/bind.ts';
import { IssueRefused } from '../../src/flows/points.ts';
import { nothingLent } from '../../src/ports/lender.ts';
import { refusedBy } from '../../src/ports/outcome.ts';
import type { Database } from '../../src/store/database.ts';
import { brokenPromises, readBooks } from '../kit/invariants/bind-books.ts';
import { type BindHarness, cardForm, dieAt, freezeAt, loanForm, openBindHarness } from '../kit/sale/bind-harness.ts';
import { authorizedPayment } from '../kit/sale/binding.ts';
import { type Choice, openSaleClient, type Started } from '../kit/sale/paying.ts';
import { clockAt, inDatabase, noon, noonDay } from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';
import { startTestService } from '../kit/service/service.ts';

/*
 * Would the checks of the other files notice? Each story is told twice: with the bind as it is, when every promise must
 * be kept, and with one of its safeguards taken out, when the same checks must find a promise broken.
 */
let databaseUrl: string;
let harness: BindHarness;
const today: Sale[] = [];
const tomorrow: Sale[] = [];

interface Sale {
  readonly choice: Choice;
  readonly payment: Started;
}

before(async () => {
  databaseUrl = await cloneDatabase();
  harness = await openBindHarness(databaseUrl);
  const service = await startTestService({ environment: { DATABASE_URL: databaseUrl }, clock: clockAt(noon).clock });
  const saleClient = await openSaleClient(service);
  for (let count = 0; count < 16; count += 1) {
    const choice = (await saleClient.quote()).choose('Replacement', 2);
    today.push({ choice, payment: await authorizedPayment(saleClient, choice) });
  }
  for (let count = 0; count < 2; count += 1) {
    const choice = (await saleClient.quote({ effectiveDate: addDays(noonDay, 1) })).choose('Replacement', 2);
    tomorrow.push({ choice, payment: await authorizedPayment(saleClient, choice) });
  }
  await service.close(); // This also stops its jobs.
});

type Break = (parts: BindParts) => Partial<BindParts>;

/** Null when the bind died. */
const bindOrDie = (asked: Parameters<BindHarness['bind']>[0], parts: Partial<BindParts>): Promise<BindResult | null> =>
  harness.bind(asked, parts).catch(() => null);

/** Time passes and the jobs run until nothing changes any more; then the books are read. */
async function judge({ applicationId }: Choice, parts: Partial<BindParts>): Promise<readonly string[]> {
  for (let turn = 0; turn < 3; turn += 1) {
    await harness.letTimePass();
    await harness.runJobs(parts);
  }
  return brokenPromises(await readBooks(databaseUrl, applicationId));
}

interface Story {
  readonly safeguard: string;
  /** What goes wrong without it. */
  readonly breaks: string;
  readonly take: Break;
  readonly tell: (parts: Partial<BindParts>) => Promise<readonly string[]>;
}

/** Statements of the store by name, done in another way or not at all. */
function without(database: Database, statementName: string, instead: (text: string) => string | null): Database {
  type Query = string | { readonly name?: string; readonly text: string; readonly values: unknown[] };
  const changed = <Target extends Pick<Database, 'query'>>(sender: Target): Target =>
    new Proxy(sender, {
      get: (target, property) => {
        // A transaction sends its statements by a connection of its own.
        if (property === 'connect') return async () => changed(await database.connect());
        if (property !== 'query') return Reflect.get(target, property, target);
        return async (query: Query) => {
          if (typeof query === 'string' || query.name !== statementName) return target.query(query as string);
          const text = instead(query.text);
          return text === null ? { rows: [], rowCount: 1 } : target.query({ text, values: query.values });
        };
      },
    });
  return changed(database);
}

const nextMorning = '2026-11-16T15:00:00Z';

const stories: readonly Story[] = [
  {
    safeguard: 'the intent is committed before the card is charged',
    breaks: 'that is 0 times in the books',
    take: ({ database }) => ({ database: without(database, 'intend_bind_step', () => null) }),
    tell: async (parts) => {
      const { choice, payment } = today.pop()!;
      await bindOrDie({ form: cardForm(choice, payment) }, { ...parts, failpoint: dieAt('after charge') });
      return judge(choice, parts);
    },
  },
  {
    safeguard: 'a charge goes under a key that never changes',
    breaks: 'that is 0 times in the books',
    take: ({ cards }) => {
      let calls = 0;
      return {
        cards: {
          ...cards,
          chargeSavedCard: (request, context) => {
            calls += 1;
            return cards.chargeSavedCard({ ...request, key: `${request.key}-${calls}` }, context);
          },
        },
      };
    },
    tell: async (parts) => {
      const { choice, payment } = tomorrow.pop()!;
      const asked = { form: cardForm(choice, payment), now: nextMorning };
      await bindOrDie(asked, { ...parts, failpoint: dieAt('after charge') });
      await harness.letTimePass();
      await bindOrDie(asked, parts);
      return judge(choice, parts);
    },
  },
  {
    safeguard: 'whoever takes over asks the lender, and closes the number, before another loan is written',
    breaks: '2 active loans instead of 1',
    take: ({ lender }) => ({
      lender: {
        ...lender,
        find: async () => ({ kind: 'done', value: null }),
        cancel: async () => ({ kind: 'done', value: nothingLent }),
      },
    }),
    tell: async (parts) => {
      const { choice } = today.pop()!;
      await bindOrDie({ form: loanForm(choice) }, { ...parts, failpoint: dieAt('after loan') });
      await harness.letTimePass();
      await bindOrDie({ form: loanForm(choice) }, parts);
      return judge(choice, parts);
    },
  },
  {
    safeguard: 'an unknown outcome is not a no',
    breaks: 'that is 0 times in the books',
    take: ({ cards }) => ({
      cards: {
        ...cards,
        capture: async (request, context) => {
          const outcome = await cards.capture(request, context);
          return outcome.kind === 'unknown' ? refusedBy('issuer', 'declined') : outcome;
        },
      },
    }),
    tell: async (parts) => {
      const { choice, payment } = today.pop()!;
      await bindOrDie({ form: cardForm(choice, payment), fault: 'CardPaymentReplyLost' }, parts);
      return judge(choice, parts);
    },
  },
  {
    safeguard: 'only the holder of the claim can give a bind up',
    breaks: '0 active loans instead of 1',
    take: ({ database }) => ({
      database: without(database, 'give_up_bind', (text) =>
        text.replace("AND owner = $2 AND state = 'running'", 'AND $2::uuid IS NOT NULL'),
      ),
    }),
    tell: async (parts) => {
      const { choice } = today.pop()!;
      const form = loanForm(choice);
      const late = await freezeAt(
        { ...harness, bind: (asked, at) => harness.bind(asked, { ...parts, ...at }) },
        'before issue',
        { form },
        refuseToIssue,
      );
      await harness.letTimePass();
      await bindOrDie({ form }, parts);
      await late.wake();
      return judge(choice, parts);
    },
  },
  {
    safeguard: 'money is given back until the processor says that it has',
    breaks: '0 by the processor',
    take: ({ cards }) => ({ cards: { ...cards, refund: async () => ({ kind: 'done', value: undefined }) } }),
    tell: async (parts) => {
      const { choice, payment } = today.pop()!;
      await bindOrDie({ form: cardForm(choice, payment) }, { ...parts, failpoint: refuseToIssue });
      return judge(choice, parts);
    },
  },
  {
    safeguard: 'the claim is one row that only one attempt can hold',
    breaks: '2 active loans instead of 1',
    take: ({ database }) => ({
      // A second attempt gets a claim of its own, and what it finds stray is nobody's business.
      database: without(
        without(database, 'claim_bind', (text) => text.replace("WHERE bind.state = 'released'", 'WHERE true')),
        'reverse_stray',
        () => null,
      ),
    }),
    tell: async (parts) => {
      const { choice } = today.pop()!;
      const form: BindForm = loanForm(choice);
      const at = parts;
      const one = await freezeAt(
        { ...harness, bind: (asked, changes) => harness.bind(asked, { ...at, ...changes }) },
        'before claim',
        { form },
      );
      const two = await freezeAt(
        { ...harness, bind: (asked, changes) => harness.bind(asked, { ...at, ...changes }) },
        'before issue',
        { form },
      );
      await one.wake();
      await two.wake();
      return judge(choice, parts);
    },
  },
];

async function refuseToIssue(point: string): Promise<void> {
  if (point === 'before issue') throw new IssueRefused();
}

for (const { safeguard, breaks, take, tell } of stories) {
  test(`${safeguard}: with it every promise is kept, without it: ${breaks}`, async () => {
    assert.deepEqual(await tell({}), []);
    const broken = await tell(take(harness.parts));
    assert.ok(
      broken.some((what) => what.includes(breaks)),
      broken.join('; '),
    );
  });
}

test('an abandoned bind that can’t be finished does not keep the job from the others', async () => {
  const [bad, good] = [today.pop()!, today.pop()!];
  for (const { choice, payment } of [bad, good])
    await bindOrDie({ form: cardForm(choice, payment) }, { failpoint: dieAt('after charge') });
  await inDatabase(
    databaseUrl,
    `UPDATE bind SET agreed = jsonb_set(agreed::jsonb, '{productTypes}', '["NOT-QUOTED"]') WHERE application_id = $1`,
    [bad.choice.applicationId],
  );
  for (let turn = 0; turn < 2; turn += 1) {
    await harness.letTimePass();
    await assert.rejects(harness.runJobs({}), /agreed on what was not quoted/);
  }
  assert.equal((await readBooks(databaseUrl, good.choice.applicationId)).policies.length, 1);
});
