import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Fence, openTerminal, readFences } from '../kit/service/guide.ts';
import { startTestService } from '../kit/service/service.ts';
import { type Mischief, startScriptedProxy } from '../sdk/chaos-proxy.ts';
import { readPage, runModule, runPython } from './run-page.ts';

/** The guide's own binds on a bad line: partners copy them word for word. */
const service = await startTestService();

test('the guide’s bind in Python survives a lost answer, half of one, a page of something else and a token that ran out', async () => {
  const terminal = await openTerminal({ NO_PROXY: '127.0.0.1' });
  const mischiefs: readonly Mischief[] = [
    'bad gateway after',
    'truncate',
    'token refused',
    'truncate quietly',
    'drop after',
  ];
  const proxy = await startScriptedProxy(service.url, mischiefs);
  const fences = withoutWaiting(readFences(await readPage('docs/guide/other-languages.md')));
  const policyNumber = (await runPython(fences, terminal, { ...service, url: proxy.url })).trim();
  assert.match(policyNumber, /^NB\d+$/);
  for (const mischief of mischiefs) assert.equal(proxy.done.get(mischief), 1, mischief);
});

test('the guide’s bind in Python says that it is ambiguous when the time is over, and not when it was only turned away', async () => {
  const terminal = await openTerminal({ NO_PROXY: '127.0.0.1' });
  const always = (mischief: Mischief): Mischief[] => Array.from({ length: 10 }, () => mischief);
  // The page's own sale comes first and takes two binds, as it provokes a fault.
  const binds: readonly Mischief[] = [
    'none',
    'none',
    ...always('bad gateway after'),
    'drop before',
    'token refused',
    'token refused',
  ];
  const proxy = await startScriptedProxy(service.url, [...binds, 'token refused', 'token refused']);
  const fences = withoutWaiting(readFences(await readPage('docs/guide/other-languages.md')));
  await runPython(fences, terminal, { ...service, url: proxy.url }, python);
});

/**
 * This follows the page's own sale. Each line of it is one bind: 502 to the end; lost, then a token that stays refused;
 * only refused; elsewhere.
 */
const python = `
def ends(expected, **options):
    try:
        northbind.bind({"applicationId": "unknown", "coverageCategory": "Replacement", "paymentTermInYears": 3,
            "selectedProducts": ["RPL"], "paymentMethod": "REF"}, **options)
    except (Ambiguous, Failed) as error:
        assert type(error) is expected, repr(error)
    else:
        raise AssertionError("it answered")

ends(Ambiguous)
ends(Ambiguous)
ends(Refused)
ends(Refused)
ends(Ambiguous, is_open=True)
`;

/** The waits stand on the page for the service's sake; here they would only take a minute. */
function withoutWaiting(fences: readonly Fence[]): readonly Fence[] {
  return fences.map((fence) => ({ ...fence, text: fence.text.replace(/time\.sleep\(.*\)/, 'time.sleep(0.3)') }));
}

test('the guide’s shop deletes a kept bind when it is settled, and for no other error', async () => {
  const terminal = await openTerminal({});
  const fences = readFences(await readPage('docs/guide/sdk.md'));
  await runModule(fences, terminal.folder, service, typescript);
});

/** After the page's own sale, which is bound by then. */
const typescript = `
const { deepEqual, equal } = await import('node:assert/strict');
deepEqual([...kept.keys()], [], 'the page has resumed its own bind');
const { applicationId: id } = request;
const ends = async (work: Promise<Policy>): Promise<unknown> => {
  kept.set('another', '{}');
  kept.set(id, JSON.stringify(northbind.prepareBind(request)));
  return finish(id, work).then(() => 'answered', (error: { code?: string; name: string }) => error.code ?? error.name);
};
const financing = { loanTermInMonths: 12, downPayment: 0, firstInstallmentDate: today };
const state = { ...northbind.prepareBind(request), request: { ...request, paymentMethod: 'PFF', financing } } as BindState;
equal(await ends(northbind.resumeBind(state)), 'TypeError');
deepEqual([...kept.keys()], ['another', id], 'without its bank account');
equal(await ends(northbind.bind({ ...request, paymentTermInYears: 2 })), 'QuoteAlreadyBound');
deepEqual([...kept.keys()], ['another', id], 'there is a policy');
equal(await ends(northbind.bind({ ...request, applicationId: 'unknown' })), 'ApplicationNotFound');
deepEqual([...kept.keys()], ['another'], 'refused');
equal(await ends(northbind.resumeBind({ ...state, request: { ...state.request, applicationId: 'unknown', financing: null } })), 'answered');
deepEqual([...kept.keys()], ['another', id], 'ambiguous');
equal(await ends(northbind.bind(request)), 'answered');
deepEqual([...kept.keys()], ['another'], 'bound');
`;
