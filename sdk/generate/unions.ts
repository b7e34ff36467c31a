import type { Schema } from '../../contract/openapi/document.ts';
import type { paymentMethodValues } from '../../contract/vocabulary.ts';
import { commentText, type InterfaceParts } from './type-text.ts';

export type WriteInterface = (parts: Pick<InterfaceParts, 'name' | 'schema'> & Partial<InterfaceParts>) => string;

/** The schemas that are written as a union, so that what belongs to one payment method or event is typed by it. */
export const unions: Readonly<Record<string, (schema: Schema, write: WriteInterface) => readonly string[]>> = {
  BindRequest: bindRequestTexts,
  Event: eventTexts,
  EventData: eventDataTexts,
};

type PaymentMethod = (typeof paymentMethodValues)[number];

/** The block that a bind with this method needs. */
const blocks = {
  REF: 'paymentReference',
  FIN: 'paymentReference',
  PW: 'paymentReference',
  PFF: 'financing',
  CC: 'cardPayment',
} as const satisfies Record<PaymentMethod, string>;

const bindVariants = {
  paymentReference: { name: 'BindByReference', description: 'A bind whose payment you take yourself.' },
  financing: { name: 'BindByLoan', description: 'A bind that is paid by monthly financing.' },
  cardPayment: { name: 'BindByCard', description: 'A bind that is paid by credit card.' },
} as const;

function bindRequestTexts(schema: Schema, write: WriteInterface): readonly string[] {
  const { description, properties = {}, required = [] } = schema;
  const ofOneMethod = ['paymentMethod', ...Object.keys(bindVariants)];
  const common = Object.fromEntries(Object.entries(properties).filter(([name]) => !ofOneMethod.includes(name)));
  const base = { name: 'BindRequestBase', schema: { properties: common, required }, isSent: true };
  const variants = Object.entries(bindVariants).map(([block, variant]) => {
    const methods = Object.keys(blocks).filter((method) => blocks[method as PaymentMethod] === block);
    const others = Object.keys(bindVariants).filter((one) => one !== block);
    const own = block === 'paymentReference' ? properties[block]! : withoutNull(properties[block]!);
    return write({
      name: variant.name,
      bases: [base],
      schema: {
        description: variant.description,
        properties: {
          ...common,
          paymentMethod: { description: properties.paymentMethod!.description!, enum: methods },
          [block]: own,
          ...Object.fromEntries(others.map((one) => [one, { type: 'null' }])),
        },
        required: [...required, ...(block === 'paymentReference' ? [] : [block])],
      },
    });
  });
  const names = Object.values(bindVariants).map(({ name }) => name);
  return [
    write({ name: base.name, schema: { description: 'What every bind names.', properties: common, required } }),
    ...variants,
    `${commentText(description)}export type BindRequest = ${names.join(' | ')};`,
  ];
}

function withoutNull({ anyOf = [] }: Schema): Schema {
  return anyOf.find(({ $ref }) => $ref !== undefined)!;
}

/** What only the events of one type tell. */
const ofOneType = {
  nextAttemptOn: {
    type: 'payment.refused',
    name: 'PaymentRefusedData',
    description: 'The policy as it stood when its card was refused.',
  },
  voided: {
    type: 'entry.voided',
    name: 'EntryVoidedData',
    description: 'The policy as it stands without what was recorded by mistake.',
  },
} as const;

function eventTexts({ description, properties = {}, required = [] }: Schema, write: WriteInterface): readonly string[] {
  const { type: _, data: __, ...common } = properties;
  return [
    write({ name: 'EventBase', schema: { description: 'What every event tells.', properties: common, required } }),
    `/** An event of one type. */
export interface EventOf<Type extends EventType> extends EventBase {
  /** What happened. */
  readonly type: Type;
  readonly data: ${Object.values(ofOneType)
    .map(({ type, name }) => `Type extends '${type}' ? ${name} : `)
    .join('')}EventData;
}`,
    `${commentText(description)}export type Event = { readonly [Type in EventType]: EventOf<Type> }[EventType];`,
  ];
}

function eventDataTexts(schema: Schema, write: WriteInterface): readonly string[] {
  const own = Object.keys(ofOneType) as (keyof typeof ofOneType)[];
  const { properties = {}, required = [] } = schema;
  const common = Object.fromEntries(Object.entries(properties).filter(([name]) => !own.some((one) => one === name)));
  const base = { name: 'EventData', schema: { ...schema, properties: common }, isSent: false };
  const variants = own.map((field) => {
    const { name, description } = ofOneType[field];
    const fields = { ...common, [field]: properties[field]! };
    return write({
      name,
      bases: [base],
      schema: { description, properties: fields, required: [...required, field] },
    });
  });
  return [write(base), ...variants];
}
