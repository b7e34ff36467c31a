import { capitalised } from '../form-codes.ts';
import { addition } from '../schemas/annotations.ts';
import { event } from '../schemas/event.ts';
import { eventTypeValues } from '../vocabulary.ts';
import { eventChanges, exampleOf } from './examples.ts';
import { addExample, type Examples } from './json-content.ts';
import { type Components, type Json, publishedSchema } from './published-schema.ts';

/** What we send to a partner's webhook endpoint, by type of event. */
export function webhooksOf(components: Components, examples: Examples): Json {
  return Object.fromEntries(
    eventTypeValues.map((type) => {
      const name = `on${type.split('.').map(capitalised).join('')}`;
      const content = {
        'application/json': {
          schema: publishedSchema(event, 'answer', components),
          examples: addExample(examples, name, exampleOf(event, 'answer', eventChanges(type))),
        },
      };
      return [type, { post: delivery(name, type, content) }];
    }),
  );
}

const meanings = {
  'policy.issued': 'A bind has made the policy',
  'policy.amended': 'The operator has amended the policy',
  'policy.cancelled': 'The operator has cancelled the policy, now or from a day ahead',
  'payment.captured': 'A scheduled charge has run',
  'payment.refused': 'A scheduled charge was refused',
  'payment.refunded': 'The customer has money back, on the card or from the operator',
  'payment.received': 'The customer has paid by cheque or transfer',
  'payment.returned': 'A payment by cheque or transfer came back: its amount is due again',
  'refund.returned': 'A refund did not reach the card: the operator pays it',
  'dispute.opened': 'The card’s bank has taken a charge back until it has decided',
  'dispute.won': 'The bank has given it back',
  'dispute.lost': 'It stays taken: its amount is due again',
  'entry.voided': 'What an operator recorded of the money by mistake was taken back',
  'loan.cancelled': 'The lender has cancelled the loan',
  'cancellation.requested': 'A cancellation was asked for',
  'cancellation.declined': 'A request for cancellation was declined',
  'cancellation.withdrawn': 'A cancellation was withdrawn before its day: the cover goes on',
} as const satisfies Record<(typeof eventTypeValues)[number], string>;

function delivery(operationId: string, type: (typeof eventTypeValues)[number], content: Json): Json {
  return {
    operationId,
    tags: ['Events'],
    ...addition,
    summary: meanings[type],
    description:
      'Sent to your webhook endpoints by the Standard Webhooks specification. Any 2xx within 10 seconds counts; otherwise it is retried. It may come twice, with the same webhook-id.',
    security: [],
    parameters: [
      header('webhook-id', 'The event’s id, the same on every try.', '7f3d0c1e-52a4-4f0b-9d0e-3b1f6a2c9e57'),
      header('webhook-timestamp', 'When this try was sent, in seconds since 1970.', '1774965900'),
      header(
        'webhook-signature',
        'Signatures separated by blanks, each `v1,` and base64 of the HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}`.',
        'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
      ),
    ],
    requestBody: { required: true, content },
    responses: {
      200: { description: 'Taken. Any 2xx does.' },
      410: { description: 'Not wanted any more: the endpoint is disabled.' },
    },
  };
}

function header(name: string, description: string, example: string): Json {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example };
}
