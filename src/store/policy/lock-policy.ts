import type { ApplicationId } from '../../domain/ids.ts';
import type { Tx } from '../database.ts';
import { write } from '../statement.ts';

/*
 * The one lock of what becomes of a policy and its money after the sale, for whoever decides about it: a cancellation,
 * its day and its withdrawal, a card that is given, a charge that was made or refused, money that is given back, an
 * amendment. The policy's row comes first, whoever comes: a card that is given meanwhile brings a charge of its own,
 * and a lock of the charges alone would not have it. Then its charges and what is to be given back, as a job takes one
 * without asking: none is begun until the transaction ends, and one that was begun before is seen as under way.
 */

/** Call it before reading the policy. */
export async function lockPolicy(tx: Tx, policyNumber: string): Promise<void> {
  await lockRow(tx, { policyNumber });
  await lockWork(tx, policyNumber);
}

/** The same, of the policy of a sale. Does nothing where none is issued. */
export async function lockPolicyOfSale(tx: Tx, applicationId: ApplicationId): Promise<void> {
  const policyNumber = await lockRowOfSale(tx, { applicationId });
  if (policyNumber !== null) await lockWork(tx, policyNumber);
}

async function lockWork(tx: Tx, policyNumber: string): Promise<void> {
  await lockCharges(tx, { policyNumber });
  await lockReversals(tx, { policyNumber });
}

const lockRow = write.runs<[{ readonly policyNumber: string }]>(
  'lock_policy',
  'SELECT FROM policy WHERE policy_number = :policyNumber FOR NO KEY UPDATE',
);

const lockRowOfSale = write.firstValue<string, [{ readonly applicationId: ApplicationId }]>(
  'lock_policy_of_sale',
  'SELECT policy_number FROM policy WHERE application_id = :applicationId FOR NO KEY UPDATE',
);

const lockCharges = write.runs<[{ readonly policyNumber: string }]>(
  'lock_charges_of_policy',
  'SELECT FROM due_charge WHERE policy_number = :policyNumber ORDER BY card_payment_id FOR UPDATE',
);

const lockReversals = write.runs<[{ readonly policyNumber: string }]>(
  'lock_reversals_of_policy',
  'SELECT FROM reversal WHERE policy_number = :policyNumber ORDER BY id FOR UPDATE',
);
