import { readFile } from 'node:fs/promises';
import { errors, isErrorCode } from '@northbind/contract/errors.ts';
import { formCodes } from '@northbind/contract/form-codes.ts';
import type { Operation } from '@northbind/contract/operation.ts';
import { operations } from '@northbind/contract/operations.ts';
import { Check } from 'typebox/value';
import { usageOf } from '../../bench/kit/usage.ts';
import { requestFor } from '../kit/sale/quoting.ts';
import { readyToBind } from '../sdk/sale.ts';
import { judgeBooks } from './kit/books.ts';
import { type FuzzRequest, type Known, makeFuzzer } from './kit/fuzz-requests.ts';
import { inUseMb, withMemory } from './kit/memory.ts';
import { connect, todayInOntario, tokenOf } from './kit/partner.ts';
import { type Proof, unless } from './kit/proof.ts';
import { openRawLine, type RawAnswer } from './kit/raw-line.ts';
import type { Testbed } from './kit/testbed.ts';

const connections = 8;
const ahead = 8;
/** How much more may be in use: a service that kept 400 bytes of each request would be beyond it. */
const growthMaxMb = 40;
const faultsMax = 20;

/** Requests made from the OpenAPI document and spoilt: each gets an answer that the document has. */
export const fuzz: Proof = {
  name: 'fuzz',
  about: 'Requests made from the contract, then spoilt in values, encodings, headers and addresses.',
  run: async (testbed) => {
    const count = testbed.isQuick ? 500 : 100_000;
    const databaseUrl = await testbed.postgres.newDatabase();
    const service = await testbed.startInstance(databaseUrl, withMemory);
    const next = makeFuzzer(testbed.random, await learn(testbed, service.url));
    const statuses = new Map<number, number>();
    const faults: string[] = [];
    let sent = 0;
    let slowestMs = 0;
    const before = await inUseMb(service);
    const began = performance.now();

    const ask = async (line: ReturnType<typeof openRawLine>): Promise<void> => {
      while (sent < count && faults.length < faultsMax && line.isOpen()) {
        sent += 1;
        const request = next();
        const since = performance.now();
        const answer = await line.send(request).catch((error: Error) => {
          faults.push(`${request.about}: ${error.message}`);
          return null;
        });
        slowestMs = Math.max(slowestMs, performance.now() - since);
        if (answer === null) {
          sent -= 1; // It stood behind one after which the line was closed.
          return;
        }
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const wrong = judgeAnswer(request, answer);
        if (wrong !== null) faults.push(`${request.about}: ${wrong}`);
      }
    };
    const work = async (): Promise<void> => {
      while (sent < count && faults.length < faultsMax) {
        const line = openRawLine(service.url);
        await Promise.all(Array.from({ length: ahead }, () => ask(line)));
        line.close();
      }
    };
    await Promise.all(Array.from({ length: connections }, work));
    const seconds = (performance.now() - began) / 1_000;
    const after = await inUseMb(service);
    const verdict = await judgeBooks(databaseUrl, []);
    const log = faults.length === 0 ? '' : await readFile(testbed.logPaths.at(-1)!, 'utf8');
    return {
      did: `Requests made from contract/openapi.json with real ids, then spoilt in values, names, encodings, headers, methods and addresses; ${connections} connections, ${ahead} requests ahead on each.`,
      counts: {
        requests: sent,
        ...Object.fromEntries([...statuses].sort().map(([status, many]) => [`answered ${status}`, many])),
        'a second': Math.round(sent / seconds),
        'slowest ms': Math.round(slowestMs),
        'in use MB before': Math.round(before),
        after: Math.round(after),
        'resident MB': Math.round(usageOf(service.pid())?.residentMb ?? 0),
        ...verdict.counts,
      },
      faults: [
        ...faults,
        ...log.split('\n').filter((line) => line.includes('request failed')),
        ...verdict.faults,
        ...unless(after - before < growthMaxMb, `memory in use grew from ${before} to ${after} MB`),
      ],
    };
  },
};

/** A few sales, so that the requests can name what is there. */
export async function learn(testbed: Testbed, url: string): Promise<Known> {
  const { northbind } = connect(testbed, url);
  const token = await tokenOf(testbed, url);
  const today = todayInOntario();
  const [open, paid, lent] = await Promise.all(
    (['REF', 'CC', 'PFF'] as const).map((method) => readyToBind(northbind, method, today)),
  );
  const bound = await northbind.bind(await readyToBind(northbind, 'REF', today));
  const { vin } = await northbind.testVin(2024);
  const [vehicle] = await northbind.vehicles.lookUp({
    vin,
    effectiveDate: today,
    odometer: 24_500,
    purchaseMethod: 'Cash',
  });
  const payment = await northbind.cardPayments.start({ ...open!, paymentReference: undefined } as never);
  const { financing: _f, cardPayment: _c, paymentMethod: _m, paymentReference: _r, ...selection } = open!;
  const applicationIds = [open, paid, lent].map((request) => request!.applicationId);
  const plus = { effectiveDate: today, purchaseMethod: 'Finance', series: 'Plus' } as const;
  return {
    values: {
      applicationId: [...applicationIds, bound.applicationId],
      vehicleConfigurationId: [vehicle!.id],
      Vin: [vin],
      EffectiveDate: [today],
      effectiveDate: [today],
      downloadId: [bound.documentDownloadId],
      paymentId: [payment.paymentId],
      ticket: [payment.ticket],
      search: ['ally', 'credit union', 'zzz'],
      year: [2024, 2020, 1981],
    },
    bodies: {
      quote: [
        requestFor('ontario', { effectiveDate: today }, vehicle!.id),
        requestFor('ontario', plus, vehicle!.id),
        { ...requestFor('ontario', { effectiveDate: today }, vehicle!.id), applicationId: applicationIds[0] },
      ],
      quoteFinancing: [{ ...selection, downPayment: 100, firstInstallmentDate: lent!.financing!.firstInstallmentDate }],
      paymentCard: [selection],
      paymentCardConfirm: [
        { applicationId: selection.applicationId, paymentId: payment.paymentId, ticket: payment.ticket },
      ],
      bind: [open!, paid!, lent!],
      moveSandboxClock: [{ today }],
    },
    // Mostly the seller whose things they are.
    tokens: [token, token, token, token, await tokenOf(testbed, url, 'quebec')],
    clockToken: await tokenOf(testbed, url, 'novascotia'),
  };
}

const byId: ReadonlyMap<string, Operation> = new Map(
  operations.map((operation: Operation) => [operation.publishedId ?? operation.id, operation]),
);

/** What is wrong with an answer; null when the document has it. */
export function judgeAnswer(
  { operationId, statuses, method }: FuzzRequest,
  { status, headers, body }: RawAnswer,
): string | null {
  const operation = operationId === null ? undefined : byId.get(operationId);
  const text = body.toString('utf8');
  const shown = `${status} ${text.slice(0, 300)}`;
  if (status === 431) return null; // Refused by the server itself, before any operation.
  if (!statuses.has(status)) return `answered ${shown}`;
  if (!headers.has('x-request-id')) return `${status} without X-Request-Id`;
  if (method === 'HEAD') return null;
  const ownFailure = operation?.ownFailures?.[status] ?? (status === 503 ? operation?.unavailable : undefined);
  if (ownFailure !== undefined)
    return Check(ownFailure.schema, JSON.parse(text)) ? null : `not of the document's form: ${shown}`;
  if (status === 400 || status === 401) return text === '' ? null : `a body where none belongs: ${shown}`;
  const isOk = status === 200 || status === 201;
  if (isOk && operation === undefined) return `an unknown address answered ${shown}`;
  if (isOk && operation !== undefined) return judgeOk(operation, text);
  return judgeEnvelope(status, text, operation);
}

function judgeOk({ ok }: Operation, text: string): string | null {
  if (!('schema' in ok)) return text.startsWith('%PDF') ? null : 'not a PDF';
  const value: unknown = JSON.parse(text);
  return Check(ok.schema, value) ? null : `not of the document's form: ${text.slice(0, 300)}`;
}

interface Envelope {
  readonly isValid: boolean;
  readonly errors: readonly { readonly code: string; readonly field: string; readonly message: string }[];
}

function judgeEnvelope(status: number, text: string, operation: Operation | undefined): string | null {
  const shown = `${status} ${text.slice(0, 300)}`;
  const { isValid, errors: items } = JSON.parse(text) as Envelope;
  if (isValid !== false || (items?.length ?? 0) === 0) return `no envelope: ${shown}`;
  const ofAll = ['BodyInvalid', 'SandboxFaultUnknown', 'ParameterUnknown'];
  const documented = operation && new Set<string>([...formCodes(operation), ...operation.refusals, ...ofAll]);
  for (const item of items) {
    if (!/^code,field,message(,params)?$/.test(Object.keys(item).join()) || item.message === '')
      return `an odd item: ${shown}`;
    if (!isErrorCode(item.code) || errors[item.code].status !== status) return `a code of another status: ${shown}`;
    if (status === 422 && documented !== undefined && !documented.has(item.code))
      return `an undocumented code: ${shown}`;
  }
  return null;
}
