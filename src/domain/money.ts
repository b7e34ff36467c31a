/** Money is an integer count of cents. A float never holds an amount: it only appears on the wire, as cents / 100. */
export type Cents = number;

/**
 * A share of an amount in parts per million: 9.975 % is 99,750. Tax rates and factors are this, so products stay exact
 * integers.
 */
export type PartsPerMillion = number;

const million = 1_000_000n;

/**
 * Rounds half away from zero to the cent: the rule of the Excise Tax Act (section 165.2) for GST and HST, of Revenu Québec
 * for QST, alone or together with GST at 14.975 %, and ours for the other taxes and for premiums. BigInt, because a premium
 * in cents times a million can pass 2^53.
 */
export function shareOf(amountCents: Cents, parts: PartsPerMillion): Cents {
  const scaled = BigInt(amountCents) * BigInt(parts);
  const half = scaled < 0n ? -million / 2n : million / 2n;
  return Number((scaled + half) / million);
}

export function sumCents(amounts: Iterable<Cents>): Cents {
  let total = 0;
  for (const amount of amounts) total += amount;
  return total;
}

/** The wire form: dollars as a number with at most two decimals. */
export function toDollars(amountCents: Cents): number {
  return amountCents / 100;
}

/** Writes an amount for a message: `1234.50`. */
export function formatDollars(amountCents: Cents): string {
  return toDollars(amountCents).toFixed(2);
}

/** Up to here doubles lie so close that two amounts in cents are never the same one; no sale comes near. */
const readableCentsMax = 1_000_000_000_000;

/**
 * Dollars off the wire to cents, or null when the number has more than two decimals or is no amount at all. Exact: the
 * JSON text 0.29 and the division 29 / 100 give the same nearest double, while 0.291 gives no whole cents' double.
 */
export function parseDollars(dollars: number): Cents | null {
  const cents = Math.round(dollars * 100) + 0; // + 0 turns -0 into 0
  if (!Number.isSafeInteger(cents) || Math.abs(cents) > readableCentsMax) return null;
  return toDollars(cents) === dollars ? cents : null;
}
