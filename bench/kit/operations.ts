import type pg from 'pg';
import type { SampleRequest } from './load.ts';
import type { Partner } from './partner.ts';
import type { Sales } from './sales.ts';

/** An operation of the contract, with the requests that measure it. */
export interface Operation {
  readonly name: string;
  /** At least `count`; fewer if they can be repeated. */
  readonly requests: (count: number) => Promise<readonly SampleRequest[]>;
  /**
   * How many to prepare per second for an operation whose requests can be sent only once. Null: they can be repeated.
   */
  readonly perSecondMax: number | null;
}

const revisedCount = 500;
const documentsCount = 100;

/** In the order of a sale. The service at `serviceUrl` prepares what a request needs. */
export function operationsOf(
  serviceUrl: string,
  partner: Partner,
  sales: Sales,
  database: pg.Pool,
): readonly Operation[] {
  const goesRound = (name: string, requests: Operation['requests']): Operation => ({
    name,
    requests,
    perSecondMax: null,
  });
  return [
    goesRound('authenticate', async () => partner.authenticate(true)),
    goesRound('vehicle look-up', async () => partner.lookUps),
    goesRound('quote', async () => partner.quotes),
    goesRound('quote revision', () => sales.revised(revisedCount)),
    goesRound('card start', () => sales.cardStarts(revisedCount)),
    { name: 'card confirm', requests: sales.cardConfirms, perSecondMax: 1_200 },
    { name: 'bind REF', requests: sales.referred, perSecondMax: 1_200 },
    { name: 'bind CC', requests: sales.charged, perSecondMax: 600 },
    { name: 'bind PFF', requests: sales.financed, perSecondMax: 600 },
    goesRound('document fetch', () => printedDocuments(serviceUrl, partner, sales, database)),
  ];
}

/** Fetches of declarations that were typeset before, as in all fetches but the first. */
async function printedDocuments(
  serviceUrl: string,
  partner: Partner,
  sales: Sales,
  database: pg.Pool,
): Promise<readonly SampleRequest[]> {
  const binds = await sales.referred(documentsCount);
  await Promise.all(binds.map((request) => send(serviceUrl, request)));
  const { rows } = await database.query<{ id: string }>(
    'SELECT document.id FROM document JOIN policy USING (policy_number) WHERE policy.application_id = ANY ($1)',
    [binds.map(({ body }) => (JSON.parse(body!) as { applicationId: string }).applicationId)],
  );
  const fetches = fetchesOf(rows, partner);
  await Promise.all(fetches.map((request) => send(serviceUrl, request)));
  return fetches;
}

export function fetchesOf(documents: readonly { readonly id: string }[], partner: Partner): readonly SampleRequest[] {
  const { authorization } = partner.quotes[0]!.headers;
  return documents.map(({ id }) => ({
    method: 'GET',
    path: `/v1/document/${id}`,
    headers: { authorization: authorization! },
    body: null,
  }));
}

async function send(url: string, { method, path, headers, body }: SampleRequest): Promise<void> {
  const answer = await fetch(url + path, { method, headers, body });
  const bytes = await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${Buffer.from(bytes)}`);
}
