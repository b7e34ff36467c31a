import { compareLedgers, type OurMoney, type TheirMoney } from '../../domain/books/ledger-comparison.ts';
import type { PayoutParty } from '../../domain/books/payout-line.ts';
import type { ApplicationId } from '../../domain/ids.ts';
import { keysAskedMax } from '../../ports/card-processor.ts';
import type { CallContext, Outcome } from '../../ports/outcome.ts';
import {
  type KeyToAsk,
  readChargeKeys,
  readLoanKeys,
  readMoment,
  readOurCharges,
  readOurLoans,
  readUnderWay,
  writeLedgerDifferences,
} from '../../store/books/ledger-comparison.ts';
import type { Tx } from '../../store/database.ts';
import type { Parts } from '../parts.ts';
import { hasParty } from '../payment-party.ts';

export type CompareLedgersParts = Parts<'database' | 'cards' | 'lender' | 'log'>;

/** How many days after its money moved a sale is compared. */
const daysBack = 3;

/**
 * Asks processor and lender what they took and gave back, by their own books, for the sales whose money moved in the
 * last days, and compares it with ours. A difference needs a person, until a later comparison agrees. `part`: the sales
 * of this hour of the day; null: all. Returns how many differences are new.
 */
export async function compareWithParties(
  parts: CompareLedgersParts,
  part: number | null,
  signal?: AbortSignal,
): Promise<number> {
  const { cards, database, lender } = parts;
  const context: CallContext = { requestId: 'compare-ledgers', fault: null };
  let found = 0;
  if (hasParty(parts, 'card'))
    found += await compareParty(parts, signal, {
      party: 'processor',
      keys: await readChargeKeys(database, { party: 'processor', days: daysBack, part, processor: cards.name }),
      ask: (keys) => askProcessor(cards, keys, context),
      readOurs: readOurCharges,
    });
  if (hasParty(parts, 'loan')) {
    const keys = await readLoanKeys(database, { party: 'lender', days: daysBack, part });
    const stray = new Set(keys.filter(({ isOfPolicy }) => !isOfPolicy).map(({ key }) => key));
    found += await compareParty(parts, signal, {
      party: 'lender',
      keys,
      ask: (asked) => askLender(lender, { policyNumbers: asked, stray }, context),
      readOurs: readOurLoans,
    });
  }
  return found;
}

interface Answer {
  readonly told: readonly Omit<TheirMoney, 'applicationId'>[];
  readonly unanswered: readonly string[];
}

interface Compared {
  readonly party: PayoutParty;
  readonly keys: readonly KeyToAsk[];
  readonly ask: (keys: readonly string[]) => Promise<Outcome<Answer>>;
  readonly readOurs: (
    tx: Tx,
    asked: { readonly applicationIds: readonly ApplicationId[] },
  ) => Promise<readonly OurMoney[]>;
}

async function compareParty(
  { database, log }: CompareLedgersParts,
  signal: AbortSignal | undefined,
  { party, keys, ask, readOurs }: Compared,
): Promise<number> {
  let found = 0;
  for (const portion of portionsOf(keys)) {
    if (signal?.aborted) break;
    const since = await readMoment(database);
    const answer = await ask(portion.map(({ key }) => key));
    if (answer.kind !== 'done') {
      // The rest would fail as well; these sales are asked about for some days.
      const cause = answer.kind === 'refused' ? answer.reason : answer.cause;
      log.warn('ledger not compared', { party, cause });
      break;
    }
    const saleOf = new Map(portion.map(({ key, applicationId }) => [key, applicationId]));
    const applicationIds = [...new Set(saleOf.values())];
    const ours = await readOurs(database, { applicationIds });
    // Asked last: what began or was recorded since the party answered is seen here.
    const underWay = new Set(await readUnderWay(database, { applicationIds, since }));
    const isQuiet = (one: Pick<OurMoney, 'applicationId'>): boolean => !underWay.has(one.applicationId);
    const theirs = answer.value.told.flatMap((one) => {
      const applicationId = saleOf.get(one.key);
      return applicationId === undefined ? [] : [{ ...one, applicationId }];
    });
    const { differences, compared } = compareLedgers(
      ours.filter(isQuiet),
      theirs.filter(isQuiet),
      new Set(answer.value.unanswered),
    );
    found += await writeLedgerDifferences(database, { party, differences, compared });
    if (differences.length > 0) log.warn('ledger differs', { party, differences: differences.length });
  }
  return found;
}

async function askProcessor(
  cards: CompareLedgersParts['cards'],
  keys: readonly string[],
  context: CallContext,
): Promise<Outcome<Answer>> {
  const listed = await cards.listCharges(keys, context);
  if (listed.kind !== 'done') return listed;
  const { charges, unanswered } = listed.value;
  const told = charges.map(({ refundedCents: givenBackCents, ...charge }) => ({ ...charge, givenBackCents }));
  return { kind: 'done', value: { told, unanswered } };
}

/** `stray`: numbers of which no policy came. When their loan is ended, nothing was lent. */
async function askLender(
  lender: CompareLedgersParts['lender'],
  { policyNumbers, stray }: { readonly policyNumbers: readonly string[]; readonly stray: ReadonlySet<string> },
  context: CallContext,
): Promise<Outcome<Answer>> {
  const listed = await lender.listLoans(policyNumbers, context);
  if (listed.kind !== 'done') return listed;
  const { loans, unanswered } = listed.value;
  const told = loans.map(({ policyNumber: key, advancedCents, status, cancelled }) => ({
    key,
    reference: key,
    takenCents: stray.has(key) && status === 'Cancelled' ? 0 : advancedCents,
    givenBackCents: cancelled?.toLoanCents ?? 0,
    disputedCents: null,
  }));
  return { kind: 'done', value: { told, unanswered } };
}

/** All keys of a sale are asked about at once, as far as they fit: its charges are compared together. */
function portionsOf(keys: readonly KeyToAsk[]): readonly (readonly KeyToAsk[])[] {
  const portions: KeyToAsk[][] = [];
  for (const ofSale of Map.groupBy(keys, ({ applicationId }) => applicationId).values()) {
    const last = portions.at(-1);
    const asked = ofSale.slice(-keysAskedMax);
    if (last === undefined || last.length + asked.length > keysAskedMax) portions.push([...asked]);
    else last.push(...asked);
  }
  return portions;
}
