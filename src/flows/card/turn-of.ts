import type { ApplicationId } from '../../domain/ids.ts';

interface Form {
  readonly payment: { readonly applicationId: ApplicationId };
}

/**
 * Returns the forms whose turn it is this minute: of each application one, then of each another. The minute says with
 * which application it begins and with which form of each, so that every form has its turn, and one application's many
 * forms without a card, as a link may have, delay no other's.
 */
export function turnOf<F extends Form>(
  forms: readonly F[],
  { now, countMax }: { readonly now: Date; readonly countMax: number },
): readonly F[] {
  const begun = Math.floor(now.getTime() / 60_000) * countMax;
  const groups = [...Map.groupBy(forms, ({ payment }) => payment.applicationId).values()];
  const ofEach = Math.floor(countMax / Math.max(groups.length, 1));
  const shifted = groups.map((group, place) =>
    // With more applications than a turn has, each comes once in so many minutes: it begins with its next form then.
    turned(
      group,
      ofEach > 0 ? (begun / countMax) * ofEach : Math.floor((begun + countMax - 1 - place) / groups.length),
    ),
  );
  const turns = turned(shifted, begun);
  const longest = Math.max(0, ...turns.map(({ length }) => length));
  return Array.from({ length: longest }, (_, round) => turns.flatMap((group) => group[round] ?? []))
    .flat()
    .slice(0, countMax);
}

function turned<T>(list: readonly T[], by: number): readonly T[] {
  const from = by % Math.max(list.length, 1);
  return [...list.slice(from), ...list.slice(0, from)];
}
