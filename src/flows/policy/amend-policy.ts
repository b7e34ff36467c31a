import type { SaleFacts } from '../../domain/history/sale-event.ts';
import type { DocumentId } from '../../domain/ids.ts';
import type { Actor } from '../../domain/operator/operator.ts';
import { isOperatorRefusal, type OperatorRefusal, refuseOperator } from '../../domain/operator/operator-refusal.ts';
import { todayOf } from '../../domain/partner/seller.ts';
import {
  type Amendment,
  type AmendmentChanges,
  amendApplicant,
  changedFacts,
  vehicleAtSamePrice,
} from '../../domain/policy/amendment.ts';
import type { Policy } from '../../domain/policy/policy.ts';
import { priceQuote } from '../../domain/quote/price-quote.ts';
import type { QuoteInputs } from '../../domain/quote/quote.ts';
import type { VehicleConfiguration } from '../../domain/vehicle/vehicle.ts';
import { checkVin } from '../../domain/vehicle/vin.ts';
import { note } from '../../store/audit/audit.ts';
import type { Tx } from '../../store/database.ts';
import { addDocument } from '../../store/document/document.ts';
import { changeEmailAddress, mail } from '../../store/mail/policy-mail.ts';
import { type AmendablePolicy, findLienHolder, insertAmendment, readAmendable } from '../../store/policy/amendment.ts';
import { lockPolicy } from '../../store/policy/lock-policy.ts';
import { readTariffVersions } from '../../store/reference/tariffs.ts';
import { recordEvent } from '../event/record-event.ts';
import { newId } from '../new-id.ts';
import { correctOnRecord, type PolicyAsked } from '../operator/correction.ts';
import type { Parts } from '../parts.ts';
import { cityIndex } from '../quote/quote.ts';
import { judgeVehicle } from './judge-vehicle.ts';

/*
 * Amends a policy: corrects what does not change its price. The new version, the amended declaration, its mail, the
 * audit row and the operator's act commit in one transaction, so a crash leaves all of it or nothing; the mail is sent
 * as any other. A correction that would change the price is refused: the policy is cancelled and sold again.
 */

export type AmendParts = Parts<'database' | 'now' | 'decodeVin'>;

export function amendPolicy(
  parts: AmendParts,
  actor: Actor,
  { policyNumber, reason: given, changes }: PolicyAsked & { readonly changes: AmendmentChanges },
): Promise<(Amendment & { readonly documentId: DocumentId }) | OperatorRefusal> {
  return correctOnRecord(parts.database, { actor, reason: given }, async (tx, reason) => {
    await lockPolicy(tx, policyNumber);
    const found = await readAmendable(tx, { policyNumber });
    if (found === null) return refuseOperator('NotFound', 'policyNumber');
    if (found.isCancelled) return refuseOperator('PolicyAlreadyCancelled');
    const inputs = await amendInputs(parts, tx, found, changes);
    if (isOperatorRefusal(inputs)) return inputs;
    const changed = changedFacts(found.policy.inputs, inputs);
    if (changed.length === 0) return refuseOperator('AmendmentEmpty');
    const covered = changed.includes('vin') ? await judgeNewVehicle(parts, tx, found, inputs) : null;
    if (covered !== null) return covered;
    if (changed.includes('email') && !(await moveMails(tx, found, inputs))) return refuseOperator('MailUnderWay');

    const amendment = {
      number: found.amendmentCount + 1,
      madeOn: todayOf(found.seller, parts.now),
      replacesOf: found.declaredOn,
      changed,
    };
    const documentId = newId<DocumentId>();
    const policy: Policy = { ...found.policy, inputs };
    await insertAmendment(tx, { policy, amendment, reason, actor, documentId });
    await addDocument(tx, { policyNumber, id: documentId, kind: 'amended-declaration' });
    await mail(tx, {
      id: newId(),
      policyNumber,
      kind: 'amendment',
      number: amendment.number,
      documentIds: [documentId],
    });
    const { applicationId } = found;
    const noted = { policyNumber, number: amendment.number, changed } satisfies SaleFacts;
    await note(tx, { applicationId, event: 'policy amended', facts: noted });
    await recordEvent(tx, { type: 'policy.amended', policyNumber, sellerId: found.seller.id, today: amendment.madeOn });
    // The facts themselves are left out: acts are never deleted, and viewers can read them.
    const facts = { ...amendment, documentId };
    return { action: 'amend policy', subject: policyNumber, applicationId, facts, result: facts };
  });
}

async function amendInputs(parts: AmendParts, tx: Tx, found: AmendablePolicy, changes: AmendmentChanges) {
  const { inputs, seller } = found.policy;
  // Mails may go to a corrected address already; it is the policy's from now on.
  const known = { ...inputs.applicant, emailAddress: found.emailAddress };
  const applicant = amendApplicant(known, changes, { province: seller.province, cities: cityIndex });
  if (isOperatorRefusal(applicant)) return applicant;
  const lienHolder =
    changes.lienHolderId === undefined ? inputs.lienHolder : await findLienHolder(tx, { id: changes.lienHolderId });
  if (changes.lienHolderId !== undefined && (lienHolder === null || inputs.purchaseMethod === 'Cash'))
    return refuseOperator('AmendmentInvalid', 'lienHolderId');
  const odometer = changes.odometer ?? inputs.odometer;
  const vehicle = await amendVehicle(parts, tx, found, { vin: changes.vin ?? inputs.vehicle.vin, odometer });
  return isOperatorRefusal(vehicle) ? vehicle : { ...inputs, applicant, lienHolder, odometer, vehicle };
}

/** Prices the vehicle by the tariff of the quote, as the quote did. */
async function amendVehicle(
  { decodeVin }: AmendParts,
  tx: Tx,
  { policy, quotedOn, rateBookVersion, taxTableVersion }: AmendablePolicy,
  { vin, odometer }: { readonly vin: string; readonly odometer: number },
): Promise<VehicleConfiguration | OperatorRefusal> {
  const { inputs, series, effectiveDate, seller } = policy;
  const checked = checkVin(vin);
  if (!checked.ok) return refuseOperator('AmendmentInvalid', 'vin');
  const isOther = checked.vin !== inputs.vehicle.vin;
  if (!isOther && odometer === inputs.odometer) return inputs.vehicle;
  const vehicles = isOther ? decodeVin(checked.vin) : [inputs.vehicle];
  if (vehicles.length === 0) return refuseOperator('AmendmentInvalid', 'vin');
  const { rateBooks, taxTables } = await readTariffVersions(tx, [rateBookVersion], [taxTableVersion]);
  const { purchaseMethod } = inputs;
  const priced = vehicles.map((vehicle) => {
    const facts = { series, vehicle, effectiveDate, quotedOn, odometer, purchaseMethod, province: seller.province };
    const price = priceQuote(rateBooks[0]!, taxTables[0]!, facts);
    return { vehicle, options: price.ok ? price.options : null };
  });
  return vehicleAtSamePrice(policy, priced);
}

/** On a day that has passed, another policy does no harm any more. */
function judgeNewVehicle(
  { now }: AmendParts,
  tx: Tx,
  { policy: { effectiveDate }, applicationId, seller }: AmendablePolicy,
  { vehicle: { vin } }: QuoteInputs,
): Promise<OperatorRefusal | null> {
  const today = todayOf(seller, now);
  const day = effectiveDate > today ? effectiveDate : today;
  return judgeVehicle(tx, { vin, applicationId, sellerId: seller.id, day });
}

/** Returns false while a mail is on its way to the old address. */
async function moveMails(tx: Tx, found: AmendablePolicy, { applicant }: QuoteInputs): Promise<boolean> {
  if (applicant.emailAddress === found.emailAddress) return true;
  const { policyNumber } = found.policy;
  return (await changeEmailAddress(tx, { ...found, policyNumber }, applicant.emailAddress)) !== null;
}
