/** The chapters of the API reference, in the order of a sale. */
export const tags = {
  Authentication: 'Get a token. It is good for an hour: keep it and use it again.',
  'Look-ups': 'What a quote is made of: the vehicle, the dealer, the lienholder.',
  Quote: 'Price the coverage.',
  Payment: 'Price monthly financing, or open and confirm a card payment.',
  Disclosures: 'What the customer is given before agreeing.',
  Bind: 'Make the policy.',
  Documents: 'Download what was made.',
  'Sale links': 'Let a customer buy on the service’s own page.',
  Policies: 'Look up what was quoted and sold.',
  Events: 'Hear what happens after the bind.',
  Service: 'Whether the service is up.',
  Sandbox: 'What only the sandbox has, for partners’ tests.',
} as const satisfies Record<string, string>;

export type Tag = keyof typeof tags;
