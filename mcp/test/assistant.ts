import assert from 'node:assert/strict';
import {
  Client,
  ClientCredentialsProvider,
  StreamableHTTPClientTransport,
  type Tool,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterwards } from '../../test/kit/processes/afterwards.ts';

/** An assistant's side of the protocol, with a server of its own. */
export interface Assistant {
  readonly tools: () => Promise<readonly Tool[]>;
  /** The version of the protocol. */
  readonly version: string | undefined;
  /** What the server tells the assistant before anything else. */
  readonly instructions: string | undefined;
  /** The result of a tool that has to work. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of any shape.
  readonly call: (name: string, input: object) => Promise<any>;
  /** The failure of a tool that has to fail. */
  readonly fail: (name: string, input: object) => Promise<Failure>;
  /** The file that a tool hands over. */
  readonly file: (name: string, input: object) => Promise<Buffer>;
  /** SIGKILL to the server. */
  readonly kill: () => Promise<void>;
}

export interface Failure {
  readonly code: string;
  readonly message: string;
  readonly whatToDo: string;
  readonly errors: readonly { readonly code: string; readonly params?: object }[];
  readonly text: string;
}

export async function connectAssistant(
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  { command = process.execPath, isCurrent = true }: { readonly command?: string; readonly isCurrent?: boolean } = {},
): Promise<Assistant> {
  const transport = new StdioClientTransport({ command, args: [...words], env: { ...environment }, stderr: 'pipe' });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const client = newClient(isCurrent);
  const ended = new Promise<void>((resolve) => {
    client.onclose = resolve;
  });
  await client.connect(transport).catch(async (error: unknown) => {
    await ended;
    throw new Error(`${String(error)}: ${stderr}`);
  });
  afterwards(() => client.close());
  return assistantOf(client, async () => {
    if (transport.pid !== null) process.kill(transport.pid, 'SIGKILL');
    await ended;
  });
}

export interface ServedAt {
  readonly url: string;
  readonly path: string;
  /** A client of OAuth 2.0, by which the library gets its token itself. */
  readonly credentials: { readonly clientId: string; readonly clientSecret: string; readonly scope?: string };
  readonly headers?: Readonly<Record<string, string>>;
  readonly isCurrent?: boolean;
}

/** The tools that the service itself serves. */
export async function connectByAddress(at: ServedAt): Promise<Omit<Assistant, 'kill'>> {
  const { url, path, credentials, headers = {}, isCurrent = true } = at;
  const authProvider = new ClientCredentialsProvider({ ...credentials, expectedIssuer: url });
  const transport = new StreamableHTTPClientTransport(new URL(path, url), { authProvider, requestInit: { headers } });
  const client = newClient(isCurrent);
  await client.connect(transport);
  afterwards(() => client.close());
  return assistantOf(client, () => client.close());
}

function newClient(isCurrent: boolean): Client {
  const versionNegotiation = { mode: isCurrent ? { pin: '2026-07-28' } : ('legacy' as const) };
  return new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation });
}

function assistantOf(client: Client, kill: Assistant['kill']): Assistant {
  const ask = async (name: string, input: object) => {
    const { content, structuredContent, isError } = await client.callTool(
      { name, arguments: { ...input } },
      { timeout: 300_000 },
    );
    const [first, second] = content as { type: string; text: string; resource?: { blob: string } }[];
    // The client itself compares it with the tool's outputSchema. A failure is text alone.
    if (isError === true) assert.equal(structuredContent, undefined, name);
    else assert.deepEqual(structuredContent, JSON.parse(first!.text), name);
    return { text: first?.text ?? '', isError: isError === true, blob: second?.resource?.blob ?? '' };
  };
  return {
    tools: async () => (await client.listTools()).tools,
    version: client.getNegotiatedProtocolVersion(),
    instructions: client.getInstructions(),
    call: async (name, input) => {
      const { text, isError } = await ask(name, input);
      assert.equal(isError, false, `${name}: ${text}`);
      return JSON.parse(text);
    },
    fail: async (name, input) => {
      const { text, isError } = await ask(name, input);
      assert.equal(isError, true, `${name} did not fail: ${text}`);
      return { ...JSON.parse(text), text };
    },
    file: async (name, input) => Buffer.from((await ask(name, input)).blob, 'base64'),
    kill,
  };
}
