/**
 * The public data name trims of the United States. Where a maker sells under other names in Canada, the trim of a VIN's
 * pattern may be one that the car never had there: a CX-5 "Preferred", an Elantra "SEL". By make, the trims that are
 * sold in Canada, too, from the makers' price lists.
 */
const CANADIAN_TRIMS: Readonly<Record<string, RegExp>> = {
  Hyundai: /^(Essential|Preferred|Luxury|Ultimate|Urban|Trend|XRT|N|N[ -]Line|GLS?|L|LE|Sport)\b/,
  Mazda: /^(GX|GS|GT|GSP|Signature|Kuro|Suna|Meridian|Sport Design|MAZDASPEED)\b/i,
  Subaru: /^(Convenience|Premier|Sport|Wilderness|Onyx|STI|GT|RS|Sport-tech|tS)\b/i,
  Volkswagen: /^(Trendline|Comfortline|Highline|Execline|R-Line|GLI|GTI|Autobahn|R|Pro|Peak)\b/,
  // These makers use the same names in both countries, but for a few.
  Acura: /^(?!Advance\b)/,
  Genesis: /^(?!(Standard|Select)\b)/,
  Honda: /^(?!Elite\b)/,
  Kia: /^(?!(S|LXS|Light)$|SX-Prestige\b)/,
};

/** Before it, names in the two countries were more alike, and few such cars are insured. */
const YEAR_FROM = 2015;

/**
 * Whether a customer in Canada may not know the vehicle by one of these trims. Beside them it is then offered without
 * one, so that nobody has to choose a trim that the car does not have.
 */
export function mayBeOtherMarkets(make: string, year: number, trims: readonly (string | null)[]): boolean {
  const sold = CANADIAN_TRIMS[make];
  if (sold === undefined || year < YEAR_FROM) return false;
  return trims.some((trim) => trim !== null && !sold.test(trim));
}
