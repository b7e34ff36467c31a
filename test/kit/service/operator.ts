import { type Answer, type CallOptions, request, type TestService } from './service.ts';

/** Calls the operator's API with the cookie and the CSRF token of one session. */
export interface TestOperator {
  readonly call: (method: string, path: string, options?: CallOptions) => Promise<Answer>;
  readonly get: (path: string) => Promise<Answer>;
  readonly post: (path: string, body?: unknown) => Promise<Answer>;
}

/** Signs in one of the sandbox's operators: admin, support or viewer. */
export async function signInOperator(
  { operatorUrl }: Pick<TestService, 'operatorUrl'>,
  name = 'admin',
  password = 'sandbox-password',
): Promise<TestOperator> {
  const signedIn = await request(operatorUrl, 'POST', '/api/session', { body: { name, password } });
  const session = {
    cookie: signedIn.headers.get('set-cookie')?.split(';')[0] ?? '',
    'x-csrf-token': String(signedIn.body.csrfToken),
  };
  const call: TestOperator['call'] = (method, path, options = {}) =>
    request(operatorUrl, method, path, { ...options, headers: { ...session, ...options.headers } });
  return {
    call,
    get: (path) => call('GET', path),
    post: (path, body = {}) => call('POST', path, { body }),
  };
}
