import type { MoneyStatus, Northbind } from '@northbind/sdk';
import * as z from 'zod';
import { answerOf } from '../answers.ts';
import { defineTool, readOnly, type Tool } from '../tool.ts';
import { id, line } from './inputs.ts';

/** An entry has about 2,000 characters. */
const pageMax = 20;
const limit = z.int().min(1).max(pageMax).default(10);

// A record, so that none is missing: the compiler compares it with the client's.
const isMoneyStatus: Readonly<Record<MoneyStatus, true>> = {
  CollectedByPartner: true,
  Paid: true,
  Scheduled: true,
  Unpaid: true,
  Financed: true,
  Disputed: true,
  RefundPending: true,
  PartRefunded: true,
  Refunded: true,
  WrittenOff: true,
  NothingOwed: true,
};
const moneyStatuses = Object.keys(isMoneyStatus) as readonly MoneyStatus[];

export function policyTools(northbind: Northbind): readonly Tool[] {
  return [
    defineTool({
      name: 'get_application',
      description: 'A quote as it was last revised, and what became of it: Quoted, Binding or Bound.',
      annotations: readOnly,
      input: { applicationId: id },
      output: answerOf('application'),
      run: ({ applicationId }) => northbind.applications.get(applicationId),
    }),
    defineTool({
      name: 'list_applications',
      description: 'The seller’s quotes, the latest first. For more, send nextCursor as cursor with the same filters.',
      annotations: readOnly,
      input: {
        partnerReference: line.exactOptional(),
        vin: line.exactOptional(),
        status: z.enum(['Quoted', 'Binding', 'Bound']).exactOptional(),
        quotedFrom: line.exactOptional().describe('YYYY-MM-DD, included'),
        quotedTo: line.exactOptional().describe('YYYY-MM-DD, included'),
        limit,
        cursor: id.exactOptional(),
      },
      output: answerOf('applications'),
      run: (query) => northbind.applications.page(query),
    }),
    defineTool({
      name: 'get_policy',
      description: 'A policy as it stands today: cover, money, documents, cancellation.',
      annotations: readOnly,
      input: { policyNumber: id },
      output: answerOf('policy'),
      run: ({ policyNumber }) => northbind.policies.get(policyNumber),
    }),
    defineTool({
      name: 'list_policies',
      description: 'The seller’s policies, newest first. For more, send nextCursor as cursor with the same filters.',
      annotations: readOnly,
      input: {
        partnerReference: line.exactOptional(),
        vin: line.exactOptional(),
        status: z.enum(['NotStarted', 'InForce', 'Expired', 'Cancelled']).exactOptional(),
        moneyStatus: z.enum(moneyStatuses).exactOptional(),
        boundFrom: line.exactOptional().describe('YYYY-MM-DD, included'),
        boundTo: line.exactOptional().describe('YYYY-MM-DD, included'),
        limit,
        cursor: id.exactOptional(),
      },
      output: answerOf('policies'),
      run: (query) => northbind.policies.page(query),
    }),
    defineTool({
      name: 'read_events',
      description:
        'What happened to the seller’s policies, oldest first: issued, amended, cancelled, charges captured, refused and refunded. For later ones, send nextAfter as after.',
      annotations: readOnly,
      input: {
        after: id.exactOptional().describe('The id of the last event that is known; left out: from the beginning'),
        types: line.exactOptional().describe('Such as payment.captured,payment.refused'),
        limit,
      },
      output: answerOf('events'),
      run: (query) => northbind.events.after(query),
    }),
  ];
}
