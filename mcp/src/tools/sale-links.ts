import type { Northbind } from '@northbind/sdk';
import * as z from 'zod';
import { answerOf } from '../answers.ts';
import { defineTool, readOnly, type Tool } from '../tool.ts';
import { effectiveDate, id, language, line, odometer, purchaseMethod } from './inputs.ts';

const limit = z.int().min(1).max(50).default(10);

const applicant = z
  .object({
    isCompany: z.boolean().exactOptional(),
    firstOrCompanyName: line.exactOptional(),
    lastName: line.exactOptional(),
    addressLine1: line.exactOptional(),
    addressLine2: line.exactOptional(),
    city: line.exactOptional(),
    postalCode: line.exactOptional(),
    phoneNumber: line.exactOptional(),
    emailAddress: line.exactOptional(),
  })
  .describe('What is known of the customer; all of it may be left out');

/** A link takes no money by itself: the customer buys, on the service's own page. */
export function saleLinkTools(northbind: Northbind): readonly Tool[] {
  return [
    defineTool({
      name: 'create_sale_link',
      description:
        'Makes a link by which a customer can buy on the service’s own page. What is given is filled in for the customer, who may correct it. The url holds a secret: give it to the customer alone.',
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
      input: {
        vin: line.exactOptional(),
        odometer: odometer.exactOptional(),
        purchaseMethod: purchaseMethod.exactOptional(),
        effectiveDate: effectiveDate.exactOptional(),
        applicant: applicant.exactOptional(),
        language: language.exactOptional(),
        partnerReference: line.exactOptional(),
        paymentMethods: z
          .array(z.enum(['CC', 'PFF']))
          .max(2)
          .exactOptional()
          .describe('Card, monthly, or both'),
        downPayment: z
          .number()
          .exactOptional()
          .describe('Dollars that the seller collects at once from a customer who pays monthly; left out: nothing'),
        validUntil: line.exactOptional().describe('YYYY-MM-DD, at most 90 days ahead; left out: 14 days'),
      },
      output: answerOf('createSaleLink'),
      run: (request) => northbind.saleLinks.create(request),
    }),
    defineTool({
      name: 'get_sale_link',
      description: 'A sale link and what became of it: Open, Bound, Expired or Withdrawn.',
      annotations: readOnly,
      input: { id },
      output: answerOf('saleLink'),
      run: (given) => northbind.saleLinks.get(given.id),
    }),
    defineTool({
      name: 'list_sale_links',
      description:
        'The seller’s sale links, the latest first. For more, send nextCursor as cursor with the same filters.',
      annotations: readOnly,
      input: {
        partnerReference: line.exactOptional(),
        status: z.enum(['Open', 'Bound', 'Expired', 'Withdrawn']).exactOptional(),
        limit,
        cursor: id.exactOptional(),
      },
      output: answerOf('saleLinks'),
      run: (query) => northbind.saleLinks.page(query),
    }),
    defineTool({
      name: 'withdraw_sale_link',
      description: 'Withdraws a sale link: nobody can buy by it any more. One that is bound stays bound.',
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
      input: { id },
      output: z.object({ isWithdrawn: z.literal(true) }),
      run: async (given) => {
        await northbind.saleLinks.withdraw(given.id);
        return { isWithdrawn: true };
      },
    }),
  ];
}
