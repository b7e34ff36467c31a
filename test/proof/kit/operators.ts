import { signInOperator, type TestOperator } from '../../kit/service/operator.ts';
import type { Answer } from '../../kit/service/service.ts';
import { type Actors, startActors } from './actors.ts';
import { pickFrom } from './chance.ts';
import type { Sale } from './load.ts';
import { todayInOntario } from './partner.ts';
import type { Testbed } from './testbed.ts';

export interface Operated {
  readonly operatorUrl: string;
  /** The sales of the day, as their partners see them. */
  readonly sales: readonly Sale[];
}

const reason = 'to see that it holds';

/**
 * A clerk, an administrator and a seller's own desk at work, all day: they look, search, correct, cancel, report and
 * try files that are wrong. Each act is answered as the operator's API says.
 */
export async function startOperators(testbed: Testbed, { operatorUrl, sales }: Operated): Promise<Actors> {
  const { random } = testbed;
  const pick = pickFrom(random);
  const people: Record<string, TestOperator> = {};
  const signIn = async (name: string): Promise<void> => {
    people[name] = await signInOperator({ operatorUrl }, name);
  };
  for (const name of ['admin', 'support', 'viewer', 'desk']) await signIn(name);
  const as = (name: string): TestOperator => people[name]!;
  const { rows: sellers } = (await ok(as('admin').get('/api/sellers'))).body;
  const { rows: integrations } = (await ok(as('admin').get('/api/integrations'))).body;
  const sellerId: string = sellers.find(({ username }: { username: string }) => username === 'ontario').id;
  const integrationId: string = integrations[0].id;
  const cancelled = new Set<string>();
  /** A policy that was sold and not cancelled; null in the first moments. */
  const policy = (): string | null => {
    const numbers = sales.slice(-200).flatMap(({ policyNumber }) => policyNumber ?? []);
    const open = numbers.filter((one) => !cancelled.has(one));
    return open.length === 0 ? null : pick(open);
  };
  const onPolicy = (act: (policyNumber: string) => Promise<unknown>) => async (): Promise<void> => {
    const policyNumber = policy();
    if (policyNumber !== null) await act(policyNumber);
  };
  const month = todayInOntario().slice(0, 7);
  return startActors(
    {
      'sign-ins': () => signIn(pick(Object.keys(people))),
      'lists and searches': async () => {
        const search = pick(['', '?search=mar', '?search=o', '?search=nobody', `?search=${policy() ?? 'NB'}`]);
        await ok(as('viewer').get(`${pick(['/api/sales', '/api/policies', '/api/payments'])}${search}`));
        await ok(as('viewer').get(pick(['/api/dashboard', '/api/needs-person', '/api/documents', '/api/licences'])));
      },
      'sales opened': async () => {
        const sale = sales.findLast(({ policyNumber }) => policyNumber !== null);
        if (sale !== undefined) await ok(as('viewer').get(`/api/sales/${sale.applicationId}`));
      },
      'statements and reports': async () => {
        await ok(as('viewer').get(`/api/books/statements/${sellerId}/${month}`));
        await ok(
          as('viewer').get(
            pick(['/api/books/settlements', `/api/books/bordereaux/${month}`, '/api/rate-books/sample-1']),
          ),
        );
      },
      'addresses corrected': onPolicy((policyNumber) =>
        ok(
          as('support').call('PUT', `/api/policies/${policyNumber}/email-address`, {
            body: { reason, emailAddress: `c${Math.floor(random() * 1_000)}@example.ca` },
          }),
        ),
      ),
      'papers sent again': onPolicy((policyNumber) =>
        ok(as('support').post(`/api/policies/${policyNumber}/documents/resend`, { reason }), [200, 204, 409, 422]),
      ),
      cancellations: onPolicy(async (policyNumber) => {
        cancelled.add(policyNumber);
        const path = `/api/policies/${policyNumber}/cancellation`;
        const order = { kind: 'flat', cancelledOn: todayInOntario() };
        const { body } = await ok(as('support').post(`${path}/preview`, order));
        const shown = { refundCents: body.refundCents, route: body.plan.route };
        await ok(as('support').post(path, { ...order, reason, shown }));
      }),
      'links from the desk': async () => {
        await ok(as('desk').get('/api/desk/policies'));
        const { body } = await ok(as('desk').post('/api/desk/sale-links', { firstOrCompanyName: 'Odile' }));
        if (random() < 0.5) await ok(as('desk').call('DELETE', `/api/desk/sale-links/${body.id}`));
      },
      'beyond a role': async () => {
        await refused(as('viewer').post('/api/people/search', { search: 'a@example.ca' }), 'RoleNotEnough');
        await refused(as('support').post('/api/rate-books/go-back', { reason }), 'RoleNotEnough');
        await refused(as('desk').get('/api/policies'), 'DeskOnly');
      },
      'a logo of masks': async () => {
        const body = { logo: Buffer.from(nestedMasks).toString('base64') };
        const answer = await as('admin').call('PATCH', `/api/integrations/${integrationId}/brand`, { body });
        if (answer.status === 200) throw new Error('taken');
        mayNotFail(answer);
      },
      'files that are wrong': async () => {
        const body = `id,name\n${'x,"=1+1\n'.repeat(20_000)}`;
        const headers = { 'content-type': 'text/csv' };
        mayNotFail(await as('admin').call('POST', '/api/dealers/import', { headers, body }));
        mayNotFail(await as('admin').post('/api/rate-books/check', { document: { version: 'x'.repeat(9_000) } }));
      },
    },
    { random, actors: 1, pauseMs: 400 },
  );
}

const nestedMasks = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${Array.from(
  { length: 20 },
  (_, level) =>
    `<mask id="m${level}">${`<rect width="9" height="9" mask="url(#m${Math.max(0, level - 1)})"/>`.repeat(3)}</mask>`,
).join('')}<rect width="9" height="9" mask="url(#m19)"/></svg>`;

async function ok(call: Promise<Answer>, wanted: readonly number[] = [200, 201, 204]): Promise<Answer> {
  const answer = await call;
  if (!wanted.includes(answer.status)) throw new Error(`answered ${answer.status} ${answer.text.slice(0, 200)}`);
  return answer;
}

async function refused(call: Promise<Answer>, code: string): Promise<void> {
  const { codes, status } = await call;
  if (!codes.includes(code)) throw new Error(`answered ${status} ${codes}, not ${code}`);
}

function mayNotFail({ status, text }: Answer): void {
  if (status >= 500) throw new Error(`answered ${status} ${text.slice(0, 200)}`);
}
