/** How long nobody has known whether a scheduled charge was made. `not begun`: it was surely not made. */
export type UnknownFor = 'not begun' | 'under half a day' | 'half a day' | 'a day';

/**
 * What is done with a scheduled charge of which the processor knows nothing, although it was asked by every key of it.
 *
 *   send             the card is charged
 *   wait             it may still come: it is asked about again, and nothing is sent
 *   never made       it is taken as not made, and is not to be made any more
 *   taxed otherwise  it is taken as not made, and must not be made at its price: a person sees to it
 */
export type Next = 'send' | 'wait' | 'never made' | 'taxed otherwise';

interface Row {
  readonly notOwed: Next;
  readonly taxChanged: Next;
  readonly owed: Next;
}

/**
 * A processor may show a charge late. What was begun is sent again soon, under its own key, which charges once; from
 * half a day on it is only asked about, because after a day an operator may say what became of it. After the day it
 * counts as not made.
 */
const nextOf: Readonly<Record<UnknownFor, Row>> = {
  'not begun': { notOwed: 'never made', taxChanged: 'taxed otherwise', owed: 'send' },
  'under half a day': { notOwed: 'wait', taxChanged: 'wait', owed: 'send' },
  'half a day': { notOwed: 'wait', taxChanged: 'wait', owed: 'wait' },
  'a day': { notOwed: 'never made', taxChanged: 'taxed otherwise', owed: 'send' },
};

/** `isTaxChanged`: asked for only where something may be sent. */
export function sendOrWait(unknownFor: UnknownFor, isOwed: boolean, isTaxChanged: boolean): Next {
  const row = nextOf[unknownFor];
  if (!isOwed) return row.notOwed;
  return isTaxChanged ? row.taxChanged : row.owed;
}
