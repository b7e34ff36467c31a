import type { Northbind } from '@northbind/sdk';
import * as z from 'zod';
import { answerOf } from '../answers.ts';
import { defineTool, firstOf, readOnly, type Tool } from '../tool.ts';
import {
  downPayment,
  effectiveDate,
  firstInstallmentDate,
  id,
  language,
  line,
  loan,
  odometer,
  paymentMethod,
  purchaseMethod,
  selection,
} from './inputs.ts';

export function quoteTools(northbind: Northbind): readonly Tool[] {
  return [
    defineTool({
      name: 'quote',
      description:
        'Prices the coverage of a vehicle. Returns an applicationId and the terms of each category, with the total of each product. Nothing is bought. With applicationId it revises that quote: send everything again.',
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true },
      input: {
        applicationId: id.exactOptional().describe('Only to revise an earlier quote'),
        vehicleConfigurationId: id.describe('An id of look_up_vehicle, as it was given'),
        effectiveDate,
        odometer,
        purchaseMethod,
        series: z.enum(['Prime', 'Plus']).exactOptional().describe('Prime: direct sale. Plus: through a dealer'),
        dealerId: id.exactOptional().describe('For Plus: an id of list_dealers'),
        dealerContact: z
          .object({ name: line, emailAddress: line.exactOptional(), phoneNumber: line.exactOptional() })
          .exactOptional()
          .describe('For Plus: who to ask at the dealer'),
        lienHolderId: id.exactOptional().describe('For Finance and Lease: an id of search_lienholders'),
        producerCode: line.exactOptional().describe('For sellers that must send one'),
        applicant,
        partnerReference: line.exactOptional().describe('The seller’s own reference of the sale'),
        language: language.exactOptional().describe('The customer’s, for documents and mail'),
      },
      output: answerOf('quote'),
      run: ({ applicationId, ...request }) =>
        applicationId === undefined
          ? northbind.quotes.create(request)
          : northbind.quotes.revise(applicationId, request),
    }),
    defineTool({
      name: 'price_financing',
      description:
        'Prices monthly payment of a quote through the lender (payment method PFF), for the category Replacement. The figures are indicative. Creates nothing.',
      annotations: readOnly,
      input: { ...selection, downPayment, firstInstallmentDate },
      output: answerOf('quoteFinancing'),
      run: (request) => northbind.financing.quote(request),
    }),
    defineTool({
      name: 'list_disclosures',
      description:
        'The papers that the customer must be given before agreeing to a bind, by what is chosen and how it is paid. Some sellers may bind only with those that are required acknowledged.',
      annotations: readOnly,
      input: { ...selection, paymentMethod, financing: z.object(loan).exactOptional().describe('With PFF') },
      output: answerOf('disclosures'),
      run: async (request) => firstOf('disclosures', await northbind.disclosures.list(request)),
    }),
  ];
}

const applicant = z.object({
  isCompany: z.boolean().exactOptional(),
  firstOrCompanyName: line.describe('Given name, or the registered name of a business'),
  lastName: line.exactOptional().describe('Not for a business'),
  addressLine1: line,
  addressLine2: line.exactOptional(),
  city: line.describe('In the seller’s province'),
  postalCode: line,
  phoneNumber: line,
  emailAddress: line.describe('Where the documents are sent'),
});
