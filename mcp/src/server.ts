import { McpServer } from '@modelcontextprotocol/server';
import type { Northbind } from '@northbind/sdk';
import { addTool, type Tool } from './tool.ts';
import { documentTools } from './tools/documents.ts';
import { explainError } from './tools/explain-error.ts';
import { lookUpTools } from './tools/look-ups.ts';
import { policyTools } from './tools/policies.ts';
import { quoteTools } from './tools/quote.ts';
import { saleLinkTools } from './tools/sale-links.ts';
import { markInstruction } from './typed-text.ts';

const instructions = `Sells vehicle protection in Canada through Northbind, for one seller.
The order of a sale: look_up_vehicle, then quote with one of its ids and the same effectiveDate, odometer and purchaseMethod.
Totals include tax; show coverageTermInYears as the length of the cover. Amounts are Canadian dollars.
A failure has a code: explain_error says what it means and what to do.
${markInstruction}`;

const bindInstructions = `
A bind makes a policy and takes money. Bind only what the customer has agreed to. When a bind has no clear answer, send the same bind again, or
finish_bind where it is, until it is settled, and never quote the vehicle anew for that reason: it could make a second policy.`;

/** Nobody sends more in earnest: the largest request is a quote. */
const inputElementsMax = 200;

/** The tools of one seller. Without tools that bind, none of them can make a policy. */
export function makeServer(northbind: Northbind, binding: readonly Tool[]): McpServer {
  const server = new McpServer(
    { name: 'northbind', version: '0.2.0-dev' },
    {
      instructions: binding.length === 0 ? instructions : instructions + bindInstructions,
      maxToolInputElements: inputElementsMax,
    },
  );
  const tools = [
    ...lookUpTools(northbind),
    ...quoteTools(northbind),
    ...policyTools(northbind),
    ...documentTools(northbind),
    ...saleLinkTools(northbind),
    explainError,
    ...binding,
  ];
  for (const tool of tools) addTool(server, tool);
  return server;
}
