import type { ApplicationId } from '../ids.ts';
import type { Cents } from '../money.ts';

/*
 * What a party says by its own books that it took and gave back for a sale, beside what ours have. A difference is a
 * fact of the party that we do not have, or one of ours that it does not: a person finds out which.
 */

/**
 * What of the money may differ. `disputed`: what a card's bank holds back or has taken back for good. `back twice`: a charge
 * was refunded and disputed as well, for more than it was: the customer has it twice, and a person has to claim it from
 * the processor.
 */
export const ledgerDifferenceKinds = ['taken', 'given back', 'disputed', 'back twice'] as const;
export type LedgerDifferenceKind = (typeof ledgerDifferenceKinds)[number];

/** What our books have of a party's charge or loan. */
export interface OurMoney {
  readonly applicationId: ApplicationId;
  /** What the party calls it: the processor's reference of a charge, the policy number of a loan. */
  readonly reference: string;
  /** The party was asked under this key. */
  readonly key: string;
  readonly takenCents: Cents;
  readonly givenBackCents: Cents;
  /** What of that came back to the party. Its books may go on telling the refund as made, or not tell it any more. */
  readonly cameBackCents: Cents;
  readonly disputedCents: Cents;
  /** What a person has given back of it another way, as far as that was owed: the party does not know of it. */
  readonly byHandCents: Cents;
}

/** What the party says of it. */
export interface TheirMoney extends Omit<OurMoney, 'disputedCents' | 'cameBackCents' | 'byHandCents'> {
  /** Null: the party does not tell it. */
  readonly disputedCents: Cents | null;
}

export interface LedgerDifference {
  readonly applicationId: ApplicationId;
  readonly kind: LedgerDifferenceKind;
  readonly reference: string;
  readonly bookedCents: Cents;
  readonly toldCents: Cents;
}

/** Where both agree on everything about a reference, an earlier difference about it has gone. */
export interface LedgerComparison {
  readonly differences: readonly LedgerDifference[];
  /** What both were compared for. */
  readonly compared: readonly Pick<LedgerDifference, 'kind' | 'reference'>[];
}

/** Compares what was answered. A key of which the party said nothing is compared another day. */
export function compareLedgers(
  ours: readonly OurMoney[],
  theirs: readonly TheirMoney[],
  unanswered: ReadonlySet<string>,
): LedgerComparison {
  const told = new Map(theirs.map((one) => [placeOf(one), one]));
  const known = ours.filter((one) => told.has(placeOf(one)) || !unanswered.has(one.key));
  const booked = new Map(known.map((one) => [placeOf(one), one]));
  const both = [...new Set([...booked.keys(), ...told.keys()])].flatMap((place) => {
    const [our, their] = [booked.get(place), told.get(place)];
    const { applicationId, reference } = (our ?? their)!;
    // What was taken without our knowing and is given back again is over.
    const undoneCents = our === undefined ? their!.givenBackCents : cameBackAsTold(our, their);
    const ourBackCents = our === undefined ? 0 : our.givenBackCents - our.cameBackCents;
    const takenCents = our?.takenCents ?? 0;
    const disputedCents = their?.disputedCents ?? our?.disputedCents ?? 0;
    const backCents = (their?.givenBackCents ?? 0) - undoneCents + disputedCents + (our?.byHandCents ?? 0);
    const amounts = [
      ['taken', takenCents, (their?.takenCents ?? 0) - (our === undefined ? undoneCents : 0)],
      ['given back', ourBackCents, (their?.givenBackCents ?? 0) - undoneCents],
      ['disputed', our?.disputedCents ?? 0, their === undefined ? 0 : their.disputedCents],
      ['back twice', takenCents, disputedCents > 0 ? Math.max(backCents, takenCents) : takenCents],
    ] as const;
    return amounts.flatMap(([kind, bookedCents, toldCents]) =>
      toldCents === null ? [] : [{ applicationId, kind, reference, bookedCents, toldCents }],
    );
  });
  return {
    differences: both.filter(({ bookedCents, toldCents }) => bookedCents !== toldCents),
    compared: both.map(({ kind, reference }) => ({ kind, reference })),
  };
}

/** What came back, where the party still tells the whole refund. */
function cameBackAsTold({ givenBackCents, cameBackCents }: OurMoney, their: TheirMoney | undefined): Cents {
  return their?.givenBackCents === givenBackCents ? cameBackCents : 0;
}

const placeOf = ({ applicationId, reference }: Pick<OurMoney, 'applicationId' | 'reference'>): string =>
  `${applicationId} ${reference}`;
