import { fork } from 'node:child_process';
import { once } from 'node:events';
import type pg from 'pg';
import type { Policy } from '../../src/domain/policy/policy.ts';
import { type Agreed, type Claim, claimBind } from '../../src/store/bind.ts';
import type { Tx } from '../../src/store/database.ts';
import { type DocumentKind, issuePolicy } from '../../src/store/policy.ts';
import { readSale } from '../../src/store/sale.ts';
import type { BareServer } from './bare.ts';
import type { SampleRequest } from './load.ts';
import { poolSize } from './stage.ts';

export interface BareBindJob {
  readonly databaseUrl: string;
  readonly poolSize: number;
  /** What the service sends for a bind, in order, with the values of one. */
  readonly read: Sent;
  readonly claim: Sent;
  readonly issue: Sent;
  /** Which application the next request binds. */
  readonly applicationIds: readonly string[];
  readonly answer: { readonly headers: readonly string[]; readonly body: string };
}

export interface Sent {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Starts the bare server with the statements, values and bytes of a bind that the service has done. */
export async function startBareBindServer(
  databaseUrl: string,
  database: pg.Pool,
  sample: { readonly url: string; readonly request: SampleRequest },
  applicationIds: readonly string[],
): Promise<BareServer> {
  const answer = await answerTo(sample);
  const { applicationId } = JSON.parse(sample.request.body!) as { applicationId: string };
  const [read, claim, issue] = await statementsOf(database, applicationId);
  const job: BareBindJob = { databaseUrl, poolSize, read: read!, claim: claim!, issue: issue!, applicationIds, answer };
  const child = fork(new URL('../bare-bind-server.ts', import.meta.url));
  child.send(job);
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, pid: child.pid!, stop: () => child.disconnect() };
}

/** The service's own functions, with a database that only notes what it is sent: so they are always today's statements. */
async function statementsOf(database: pg.Pool, applicationId: string): Promise<readonly Sent[]> {
  const { rows } = await database.query<BoundRow>(
    `SELECT policy.seller_id AS "sellerId", policy.snapshot AS policy, bind.agreed, bind.owner, document.id AS "documentId",
            document.kind
     FROM policy
     JOIN bind ON bind.application_id = policy.application_id
     JOIN document ON document.policy_number = policy.policy_number
     WHERE policy.application_id = $1`,
    [applicationId],
  );
  const { sellerId, policy, agreed, owner, documentId, kind } = rows[0]!;
  const sent: Sent[] = [];
  const query = (one: Sent): Promise<object> => {
    sent.push(one);
    return Promise.resolve({ rows: [], rowCount: 0 });
  };
  const tx = { query } as unknown as Tx;
  await readSale(tx, sellerId, applicationId);
  await claimBind(tx, { applicationId, revision: 1 }, owner, agreed);
  const claim = { applicationId, owner } as Claim;
  await issuePolicy(tx, claim, { sellerId, policy, documents: [{ id: documentId, kind }], charge: null });
  return sent;
}

interface BoundRow {
  readonly sellerId: string;
  readonly policy: Policy;
  readonly agreed: Agreed;
  readonly owner: string;
  readonly documentId: string;
  readonly kind: DocumentKind;
}

const setByNode = new Set(['date', 'connection', 'keep-alive']);

async function answerTo({ url, request }: { readonly url: string; readonly request: SampleRequest }) {
  const answer = await fetch(url + request.path, request);
  if (!answer.ok) throw new Error(`The sample bind answered ${answer.status}: ${await answer.text()}`);
  const headers = [...answer.headers].filter(([name]) => !setByNode.has(name)).flat();
  return { headers, body: await answer.text() };
}
