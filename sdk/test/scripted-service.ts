import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after } from 'node:test';
import type { OAuthCredentials, PasswordCredentials } from '../src/authenticate.ts';
import type { BindByLoan, BindByReference, Policy } from '../src/contract-types.ts';
import { type ConnectionOptions, Northbind, type NorthbindOptions } from '../src/northbind.ts';

/** One answer: of the service, or a fault of the network. */
export type Step = ScriptedAnswer | 'drop' | 'hang' | 'truncate' | 'stall' | ((heard: Heard) => ScriptedAnswer);

export interface ScriptedAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON, a string as it is. */
  readonly body?: object | string;
}

export interface Heard {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface ScriptedService {
  readonly url: string;
  /** Every call but those for a token. */
  readonly heard: readonly Heard[];
  readonly authentications: readonly Heard[];
  /** How many answers are under way. */
  readonly openAnswers: () => number;
  readonly client: (options?: Partial<ConnectionOptions & PasswordCredentials>) => Northbind;
  readonly oauthClient: (options?: Partial<ConnectionOptions & OAuthCredentials>) => Northbind;
  /** A client that has its token already. */
  readonly authenticated: () => Promise<Northbind>;
}

/** A server in place of the service: answers call after call as scripted, and repeats the last step. */
export async function startScriptedService(
  steps: readonly Step[],
  tokens: readonly Step[] = [],
): Promise<ScriptedService> {
  const heard: Heard[] = [];
  const authentications: Heard[] = [];
  let openAnswers = 0;
  const server = createServer(async (request, response) => {
    openAnswers += 1;
    response.once('close', () => {
      openAnswers -= 1;
    });
    let body = '';
    for await (const chunk of request) body += chunk;
    const call = { path: request.url ?? '', headers: request.headers, body };
    const newToken = tokenMakers[call.path];
    if (call.path === '/sandbox/outbox') return play({ body: { messages: [] } }, call, response);
    const [log, script] = newToken === undefined ? [heard, steps] : [authentications, [...tokens, newToken]];
    log.push(call);
    play(script[Math.min(log.length, script.length) - 1]!, call, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const client: ScriptedService['client'] = (options) => new Northbind({ baseUrl: url, ...secrets, ...options });
  const oauthClient: ScriptedService['oauthClient'] = (options) =>
    new Northbind({
      ...options,
      baseUrl: url,
      clientId: 'shop:1',
      clientSecret: secrets.clientSecret,
    } as NorthbindOptions);
  const authenticated = async (): Promise<Northbind> => {
    const made = client();
    await made.sandbox.outbox(); // The only call that no script answers.
    return made;
  };
  return { url, heard, authentications, openAnswers: () => openAnswers, client, oauthClient, authenticated };
}

/** Texts that occur nowhere else, so that one found in an error or an event was leaked. */
export const secrets = {
  clientId: 'shop',
  clientSecret: 'fizzlewort-secret',
  username: 'ontario',
  password: 'quobblenack-password',
} as const;

let tokenCount = 0;

const tokenMakers: Readonly<Record<string, () => ScriptedAnswer>> = {
  '/v1/authenticate': () => ({
    body: { token: nextToken(), expiryTime: '2026-01-01T00:00:00Z', expiryMinutes: 60 },
  }),
  '/oauth2/token': () => ({
    body: { access_token: nextToken(), token_type: 'Bearer', expires_in: 3600, scope: 'sell read' },
  }),
};

function nextToken(): string {
  tokenCount += 1;
  return `glimmerstot-token-${tokenCount}`;
}

function play(step: Step, call: Heard, response: ServerResponse): void {
  if (step === 'hang') return;
  if (step === 'drop') return void response.destroy();
  if (step === 'truncate' || step === 'stall') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
    response.write('{"isValid":true,"err');
    if (step === 'truncate') setTimeout(() => response.destroy(), 10);
    return;
  }
  const { status = 200, headers = {}, body = '' } = typeof step === 'function' ? step(call) : step;
  response.writeHead(status, { 'x-request-id': call.headers['x-request-id'], ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

export function refusal(code: string, { status = 422, field = '', headers = {} } = {}): ScriptedAnswer {
  return { status, headers, body: { isValid: false, errors: [{ code, field, message: 'A sentence.' }] } };
}

export const applicationId = '0193e0a4-0000-7000-8000-000000000001';

export const policy: Policy = {
  isValid: true,
  errors: [],
  applicationId,
  policyNumber: 'NB-1',
  effectiveDate: '2026-03-31',
  expiryDate: '2029-03-31',
  totalWithTax: 1234.56,
  documentDownloadId: '7f3d0c1e-52a4-4f0b-9d0e-3b1f6a2c9e57',
  financing: null,
  financingLetterDownloadId: null,
  cardPayment: null,
};

const selection = {
  applicationId,
  coverageCategory: 'Replacement',
  paymentTermInYears: 3,
  selectedProducts: ['VR'],
} as const;

export const byReferral: BindByReference = { ...selection, paymentMethod: 'REF' };

export const bankAccount = {
  institutionNumber: '839',
  transitNumber: '71946',
  accountNumber: '582093716647',
  accountHolderName: 'Zwickl Holdings',
} as const;

export const byLoan: BindByLoan = {
  ...selection,
  paymentMethod: 'PFF',
  financing: { loanTermInMonths: 12, downPayment: 100, firstInstallmentDate: '2026-04-15', bankAccount },
};
