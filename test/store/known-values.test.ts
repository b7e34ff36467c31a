import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentKinds, languageValues, seriesValues } from '../../contract/vocabulary.ts';
import { refundPayees } from '../../src/domain/account/account-record.ts';
import { bindStates, bindSteps } from '../../src/domain/bind/bind-step.ts';
import { accounts } from '../../src/domain/books/account.ts';
import { entryKinds, recorders } from '../../src/domain/books/ledger-entry.ts';
import { payoutLineKinds, payoutParties } from '../../src/domain/books/payout-line.ts';
import { differenceKinds } from '../../src/domain/books/reconcile.ts';
import { cancellationKinds } from '../../src/domain/cancellation/cancellation-asked.ts';
import {
  cancellationGrounds,
  cancellationParties,
  requestGrounds,
  withdrawers,
} from '../../src/domain/cancellation/cancellation-cause.ts';
import { requestEndings } from '../../src/domain/cancellation/cancellation-request.ts';
import { usedDaysChoices } from '../../src/domain/cancellation/used-days.ts';
import { cardPaymentStatuses } from '../../src/domain/card/card-payment.ts';
import { scopes } from '../../src/domain/credential/scope.ts';
import { eventTypes } from '../../src/domain/event/policy-event.ts';
import { auditEvents } from '../../src/domain/history/sale-event.ts';
import { mailKinds, numberedMailKinds } from '../../src/domain/mail/mail-kind.ts';
import { databaseModes } from '../../src/domain/mode.ts';
import { actorKinds, roles } from '../../src/domain/operator/operator.ts';
import { operatorActions } from '../../src/domain/operator/operator-action.ts';
import { paymentMethods } from '../../src/domain/payment-method.ts';
import { moneyStatuses } from '../../src/domain/policy/money-status.ts';
import { provinces } from '../../src/domain/province.ts';
import { failures } from '../../src/domain/work/failure.ts';
import { chargePurposes } from '../../src/store/card/due-charge.ts';
import { erasureActorKinds, erasureKinds } from '../../src/store/person/erasure.ts';
import { linkedSaleStates } from '../../src/store/sale-link/sale-link.ts';
import { inDatabase } from '../kit/sale/quoting.ts';
import { cloneDatabase } from '../kit/service/database.ts';

const url = await cloneDatabase();

/** Each CHECK that lists the values of a column, and the list in the code. */
const knownValues: Readonly<Record<string, readonly string[]>> = {
  a_bind_has_a_known_state: bindStates,
  a_bind_has_a_known_step: bindSteps,
  a_cancellation_has_a_known_ground: cancellationGrounds,
  a_cancellation_is_of_a_known_kind: cancellationKinds,
  a_cancellation_is_withdrawn_by_payment_or_operator: withdrawers,
  a_card_payment_has_a_known_status: cardPaymentStatuses,
  a_charge_has_a_known_purpose: chargePurposes,
  a_client_has_known_scopes: scopes,
  a_difference_is_of_a_known_kind: differenceKinds,
  a_difference_is_of_known_money: payoutLineKinds,
  a_document_has_a_known_kind: Object.keys(documentKinds),
  a_failure_is_known: failures,
  a_known_party_asks_for_a_cancellation: cancellationParties,
  a_licence_is_of_a_canadian_province: provinces,
  a_licence_is_required_in_a_canadian_province: provinces,
  a_mail_is_of_a_known_kind: mailKinds,
  a_mode_is_known: databaseModes,
  a_numbered_mail_is_of_a_known_kind: numberedMailKinds,
  a_payment_method_is_known: paymentMethods,
  a_request_has_a_known_ending: requestEndings,
  a_request_names_a_known_ground: requestGrounds,
  a_policys_money_has_a_known_status: moneyStatuses,
  a_posting_is_to_a_known_account: accounts,
  a_reversal_has_a_known_payee: refundPayees,
  a_sale_by_link_has_a_known_state: linkedSaleStates,
  a_sale_link_has_a_known_language: languageValues,
  a_seller_sells_in_a_canadian_province: provinces,
  a_seller_sells_known_series: seriesValues,
  a_seller_takes_known_payment_methods: paymentMethods,
  a_settlement_file_is_of_a_known_party: payoutParties,
  a_wording_is_in_one_language: languageValues,
  an_act_is_known: operatorActions,
  an_act_is_of_a_known_kind_of_actor: actorKinds,
  an_application_has_a_known_series: seriesValues,
  an_audited_event_is_known: auditEvents,
  an_endpoint_hears_known_types: eventTypes,
  an_entry_is_of_a_known_kind: entryKinds,
  an_entry_is_recorded_by_somebody_known: recorders,
  an_erasure_is_of_a_known_kind: erasureKinds,
  an_erasure_is_of_a_known_kind_of_actor: erasureActorKinds,
  an_event_is_of_a_known_type: eventTypes,
  an_operator_has_a_known_role: roles,
  used_days_are_written_off_or_owed: usedDaysChoices,
};

test('the database takes exactly the values that the code knows', async () => {
  const constraints = await inDatabase(
    url,
    `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
     WHERE contype = 'c' AND connamespace = 'public'::regnamespace`,
  );
  const listed = constraints.flatMap(({ name, definition }) => {
    const values = valuesOf(definition);
    return values.length === 0 ? [] : [[name, values] as const];
  });
  const known = Object.entries(knownValues).map(([name, values]) => [name, [...values].sort()] as const);
  assert.deepEqual(Object.fromEntries(listed), Object.fromEntries(known));
  // Tables that were made like another, or have the same column, have a constraint of the same name.
  for (const [name, values] of listed) assert.deepEqual(values, [...knownValues[name]!].sort(), name);
});

/** The values of a CHECK that lists them: `x IN ('a', 'b')`, `x <@ ARRAY['a', 'b']`. */
function valuesOf(definition: string): readonly string[] {
  const [, list = ''] = definition.match(/ARRAY\[(.*?)\]/) ?? [];
  return textsIn(list);
}

function textsIn(condition: string): readonly string[] {
  return Array.from(condition.matchAll(/'([^']*)'::text/g), ([, value]) => value!).sort();
}
