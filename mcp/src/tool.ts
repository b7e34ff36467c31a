import type { CallToolResult, McpServer, StandardSchemaWithJSON, ToolAnnotations } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { failureOf, type ToolFailure } from './failure.ts';
import { markTyped } from './typed-text.ts';

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: z.ZodRawShape;
  /** What `run` returns. */
  readonly output: StandardSchemaWithJSON;
  readonly run: (input: unknown) => Promise<object>;
}

/** A tool whose `run` gets its input as the shape has checked it. */
export function defineTool<Shape extends z.ZodRawShape>(
  tool: Omit<Tool, 'input' | 'run'> & {
    readonly input: Shape;
    readonly run: (input: z.infer<z.ZodObject<Shape>>) => Promise<object>;
  },
): Tool {
  return { ...tool, run: (input) => tool.run(input as z.infer<z.ZodObject<Shape>>) };
}

/**
 * Returns results and failures as JSON; a failure is a result of the tool, which the assistant reads. It is text alone:
 * clients of the first generation of the protocol's library compare whatever is structured with the output's schema,
 * and would tell of that instead.
 */
export function addTool(server: McpServer, { name, description, annotations, input, output, run }: Tool): void {
  const config = { description, annotations, inputSchema: z.object(input), outputSchema: output };
  server.registerTool(name, config, async (values: unknown) => {
    try {
      const result = await run(values);
      return result instanceof WithFile ? withFile(result) : resultOf(result);
    } catch (error) {
      return failed(failureOf(error));
    }
  });
}

/** What `run` returns of a tool that hands a file to the person who asked; the assistant need not read it. */
export class WithFile {
  readonly value: object;
  readonly file: { readonly uri: string; readonly mimeType: string; readonly bytes: Uint8Array };

  constructor(value: object, file: WithFile['file']) {
    this.value = value;
    this.file = file;
  }
}

export const readOnly: ToolAnnotations = { readOnlyHint: true, openWorldHint: true };

/** The first of a list, and how many were left off. */
export function firstOf<T>(name: string, all: readonly T[], max = 50): object {
  return { [name]: all.slice(0, max), ...(all.length > max && { leftOff: all.length - max }) };
}

/** About 25,000 tokens: an assistant has to read all of it. */
const charactersMax = 100_000;

/** The result is sent as text, too: not every assistant reads what is structured. */
function resultOf(value: object): CallToolResult {
  const text = JSON.stringify(markTyped(value));
  if (text.length > charactersMax) return failed(tooLarge);
  return { content: [{ type: 'text', text }], structuredContent: JSON.parse(text) };
}

function withFile({ value, file: { uri, mimeType, bytes } }: WithFile): CallToolResult {
  const resource = { uri, mimeType, blob: Buffer.from(bytes).toString('base64') };
  const result = resultOf(value);
  return {
    ...result,
    content: [...result.content, { type: 'resource', resource, annotations: { audience: ['user'] } }],
  };
}

function failed(failure: ToolFailure): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(failure) }], isError: true };
}

const tooLarge: ToolFailure = {
  code: 'ResultTooLarge',
  message: 'The result is too large.',
  whatToDo: 'Ask for less.',
};
