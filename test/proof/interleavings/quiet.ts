import { finishBinds } from '../../../src/flows/bind/finish-binds.ts';
import { reverseDue } from '../../../src/flows/refund/give-back.ts';
import { chargeDue } from '../../../src/flows/charge-due.ts';
import { sweepCardPayments } from '../../../src/flows/sweep-card-payments.ts';
import { type OwnParts, partsOf } from './actor-parts.ts';
import type { Lane, Sale } from './lane.ts';
import { ageRows } from './time.ts';

/** More turns than any good schedule needs: what is open after them stays open. */
const turnsMax = 6;
const dayMs = 24 * 60 * 60_000;
const daySeconds = dayMs / 1_000;

/**
 * What happens without further requests: the jobs go on, the parties are well, time passes. Two days later every hold
 * that no policy came of has been let go.
 */
export async function bringToAnEnd(lane: Lane, { sale, ...own }: Ending): Promise<void> {
  const parts = partsOf(lane, own);
  const chargeDay = Date.parse(`${sale.chargeDate}T17:00:00Z`);
  for (let turn = 0; turn < turnsMax; turn += 1) {
    await ageRows(lane, daySeconds / 2);
    await finishBinds(parts);
    await reverseDue(parts);
    await chargeDue(parts, [lane.seller], new Date(chargeDay + turn * dayMs));
    await sweepCardPayments(parts, new Date(lane.now.getTime() + (3 + turn) * dayMs));
    if (!(await isOpen(lane))) return;
  }
}

interface Ending extends OwnParts {
  readonly sale: Sale;
}

async function isOpen({ database }: Lane): Promise<boolean> {
  const { rows } = await database.query<{ open: boolean }>({
    name: 'is_anything_open',
    text: `SELECT EXISTS (SELECT FROM bind WHERE state = 'running')
               OR EXISTS (SELECT FROM reversal WHERE state = 'due')
               OR EXISTS (SELECT FROM due_charge WHERE state IN ('due', 'charging'))
               OR EXISTS (SELECT FROM card_payment WHERE status IN ('Authorized', 'Lapsing')) AS open`,
  });
  return rows[0]!.open;
}
