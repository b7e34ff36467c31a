import { errorCodes } from '@northbind/sdk';
import * as z from 'zod';
import { errorPageOf } from '../error-pages.ts';
import { ToolRefusal } from '../failure.ts';
import { defineTool } from '../tool.ts';

export const explainError = defineTool({
  name: 'explain_error',
  description: 'Explains an error code of Northbind: what causes it, what to do, whether the call may be repeated.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  input: { code: z.string().min(1).max(100).describe('Such as VehicleIneligible') },
  output: z.object({
    code: z.string(),
    status: z.number(),
    retryable: z.boolean(),
    summary: z.string(),
    cause: z.string(),
    whatToDo: z.string(),
  }),
  run: async ({ code }) => {
    const page = errorPageOf(code);
    if (page === null) {
      throw new ToolRefusal({
        code: 'ErrorCodeUnknown',
        message: 'This version of the contract has no such code.',
        whatToDo: 'Copy the code exactly, or tell the person who runs this server.',
      });
    }
    const known = (errorCodes as Readonly<Record<string, { status: number; retryable: boolean }>>)[code];
    return { code, ...known, ...page };
  },
});
