import type { Schema } from '../../contract/openapi/document.ts';
import { cancellationDecisionValues } from '../../contract/sandbox-decision.ts';
import { loanStateValues } from '../../contract/sandbox-loans.ts';
import {
  disputeOutcomeValues,
  operatorsReasonValues,
  reportedPaymentValues,
  usedDaysValues,
} from '../../contract/sandbox-money.ts';
import { documentKindValues } from '../../contract/schemas/policy.ts';
import {
  coverageCategoryValues,
  eventTypeValues,
  languageValues,
  moneyStatusValues,
  paymentMethodValues,
  policyStatusValues,
  purchaseMethodValues,
  scopeValues,
  seriesValues,
} from '../../contract/vocabulary.ts';

/** The name of the type with these values; undefined for a single value, which is written out. */
export type NameOfEnum = (values: readonly (string | null)[]) => string | undefined;

/** The enumerations that several schemas share. Others are named after the schema and property that have them first. */
const shared = {
  Series: seriesValues,
  PurchaseMethod: purchaseMethodValues,
  CoverageCategory: coverageCategoryValues,
  PaymentMethod: paymentMethodValues,
  Language: languageValues,
  PolicyStatus: policyStatusValues,
  MoneyStatus: moneyStatusValues,
  DocumentKind: documentKindValues,
  EventType: eventTypeValues,
  Scope: scopeValues,
  CancellationDecision: cancellationDecisionValues,
  LoanState: loanStateValues,
  ReportedPayment: reportedPaymentValues,
  DisputeOutcome: disputeOutcomeValues,
  OperatorsReason: operatorsReasonValues,
  UsedDays: usedDaysValues,
} as const;

/** Returns the name of every enumeration of the schemas, by its values. */
export function enumNames(schemas: Readonly<Record<string, Schema>>): ReadonlyMap<string, string> {
  const names = new Map(Object.entries(shared).map(([name, values]) => [keyOf(values), name]));
  for (const [schemaName, { properties = {} }] of Object.entries(schemas)) {
    for (const [property, { enum: own, items }] of Object.entries(properties)) {
      const key = keyOf(own ?? items?.enum ?? []);
      if (!key.includes(separator) || names.has(key)) continue;
      const name = `${schemaName}${property.charAt(0).toUpperCase()}${property.slice(1)}`;
      if ([...names.values(), ...Object.keys(schemas)].includes(name))
        throw new Error(`${name} is taken: name it here.`);
      names.set(key, name);
    }
  }
  return names;
}

export function nameOfEnum(names: ReadonlyMap<string, string>): NameOfEnum {
  return (values) => names.get(keyOf(values));
}

export function enumTexts(names: ReadonlyMap<string, string>): readonly string[] {
  return Array.from(names, ([key, name]) => {
    const values = key.split(separator).map((value) => `'${value}'`);
    return `export type ${name} = ${values.join(' | ')};`;
  });
}

const separator = '|';

function keyOf(values: readonly (string | null)[]): string {
  return values.filter((value) => value !== null).join(separator);
}
