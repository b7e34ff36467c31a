import assert from 'node:assert/strict';
import test from 'node:test';
import { mayAct, roles } from '../../src/domain/operator/operator.ts';
import type { OperatorRoute } from '../../src/operator/kit/operator-route.ts';
import { type OperatorRoutesParts, operatorRoutes } from '../../src/operator/operator-routes.ts';
import { signInOperator, type TestOperator } from '../kit/service/operator.ts';
import { request, startTestService } from '../kit/service/service.ts';

const service = await startTestService();
// The routes' definitions need none of their parts.
const routes = operatorRoutes({} as OperatorRoutesParts);

const pathOf = ({ path }: OperatorRoute): string => path.replaceAll(/:\w+/g, '00000000-0000-7000-8000-000000000000');
const headersOf = ({ takesCsv }: OperatorRoute): Record<string, string> =>
  takesCsv ? { 'content-type': 'text/csv' } : {};
const optionsOf = (route: OperatorRoute) => ({
  headers: headersOf(route),
  ...(route.method !== 'GET' && { body: route.takesCsv ? 'id\n' : {} }),
});
const name = ({ method, path }: OperatorRoute): string => `${method} ${path}`;

test('no route but the sign-in answers without a session', async () => {
  const open: string[] = [];
  for (const route of routes) {
    const { status } = await request(service.operatorUrl, route.method, pathOf(route), optionsOf(route));
    if (status !== 401) open.push(`${name(route)} ${status}`);
  }
  // The one takes a name and a password, the other says that nobody is signed in.
  assert.deepEqual(open, ['POST /api/session 422', 'GET /api/session 204']);
});

for (const role of roles) {
  test(`a ${role} reaches what the role allows, and nothing else`, async () => {
    let operator: TestOperator = await signInOperator(service, role);
    const wrong: string[] = [];
    for (const route of routes) {
      if (route.access === 'anyone') continue;
      const { status, codes } = await operator.call(route.method, pathOf(route), optionsOf(route));
      const isLetIn = !codes.includes('RoleNotEnough') && status !== 401;
      const shouldBe = route.access === 'signed-in' || (route.access !== 'desk' && mayAct(role, route.access));
      if (isLetIn !== shouldBe) wrong.push(`${name(route)} ${status}`);
      if (name(route) === 'DELETE /api/session') operator = await signInOperator(service, role);
    }
    assert.deepEqual(wrong, []);
  });
}

test('no change is taken without the page’s token', async () => {
  const admin = await signInOperator(service);
  const taken: string[] = [];
  for (const route of routes) {
    if (route.method === 'GET' || route.access === 'anyone') continue;
    const options = optionsOf(route);
    const { codes } = await admin.call(route.method, pathOf(route), {
      ...options,
      headers: { ...options.headers, 'x-csrf-token': '' },
    });
    if (!codes.includes('RequestForged')) taken.push(name(route));
  }
  assert.deepEqual(taken, []);
});
