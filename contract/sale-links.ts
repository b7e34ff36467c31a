import { defineOperation } from './operation.ts';
import { codes } from './schemas/annotations.ts';
import { answer } from './schemas/envelope.ts';
import { idempotencyHeaders, idempotencyRefusals } from './schemas/idempotency.ts';
import {
  saleLink as link,
  newSaleLink,
  saleLinkFields,
  saleLinkParams,
  saleLinkStatusValues,
} from './schemas/sale-link.ts';
import { int32, nullable, oneOf, string, text } from './schemas/scalars.ts';
import { Type } from './type.ts';

const path = '/v1/sale-links';

const shared = { tag: 'Sale links', isAddition: true, scopes: ['sell'] } as const;

const saleLinkAnswer = answer('SaleLinkAnswer', 'The sale link.', saleLinkFields);

export const createSaleLink = defineOperation({
  ...shared,
  id: 'createSaleLink',
  hasSecret: true,
  route: `POST ${path}`,
  summary: 'Make a link by which a customer can buy',
  description:
    'The customer buys on the service’s own page, in the seller’s brand: vehicle, price, disclosures, payment and documents. The operator turns it on for a seller. One link makes at most one policy.',
  request: { headers: idempotencyHeaders, body: newSaleLink },
  ok: { status: 201, description: 'The link.', schema: saleLinkAnswer },
  refusals: [
    'SaleLinksNotAvailable',
    'VinInvalid',
    'EffectiveDateBackDate',
    'EffectiveDateFuture',
    'ApplicantOutsideProvince',
    'PaymentMethodsInvalid',
    'DownPaymentInvalid',
    'FinancingNotApplicable',
    'ValidUntilInvalid',
    ...idempotencyRefusals,
  ],
});

export const saleLinks = defineOperation({
  ...shared,
  id: 'saleLinks',
  hasSecret: true,
  route: `GET ${path}`,
  summary: 'List the seller’s sale links',
  description: 'The latest first. Follow nextCursor until it is null.',
  request: {
    query: Type.Object({
      partnerReference: Type.Optional(text(64, 'Only links with this reference of yours, letter by letter.')),
      status: Type.Optional(oneOf(saleLinkStatusValues, 'Only links in this state.')),
      limit: Type.Optional(int32('How many at most.', { minimum: 1, maximum: 100, default: 25, examples: [25] })),
      cursor: Type.Optional(
        text(200, 'The nextCursor of the page before, with the same filters.', codes({ invalid: 'CursorInvalid' })),
      ),
    }),
  },
  ok: {
    description: 'A page of links.',
    schema: answer('SaleLinks', 'A page of sale links.', {
      saleLinks: Type.Array(link, { maxItems: 100, description: 'The latest first; may be empty.' }),
      nextCursor: nullable(string('Send it as cursor for the next page; null on the last.')),
    }),
  },
  refusals: ['SaleLinksNotAvailable', 'CursorInvalid'],
});

export const saleLink = defineOperation({
  ...shared,
  id: 'saleLink',
  hasSecret: true,
  route: `GET ${path}/{id}`,
  summary: 'Look up a sale link',
  description: 'What became of it: the quote that its customer has, and the policy.',
  request: { params: saleLinkParams },
  ok: { description: 'The link.', schema: saleLinkAnswer },
  refusals: ['SaleLinkNotFound'],
});

export const withdrawSaleLink = defineOperation({
  ...shared,
  id: 'withdrawSaleLink',
  route: `DELETE ${path}/{id}`,
  summary: 'Withdraw a sale link',
  description:
    'Its page says from then on that it is withdrawn, and nothing is charged by it any more. One that is bound stays bound, but its page shows the papers no more; one that has expired or is withdrawn stays so: the answer is the same. While a customer’s purchase is being bound it is refused with BindInProgress: ask again, and it is withdrawn or bound.',
  request: { params: saleLinkParams },
  ok: { status: 204, description: 'It can’t be used any more.' },
  refusals: ['SaleLinkNotFound', 'BindInProgress'],
});
