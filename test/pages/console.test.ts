import assert from 'node:assert/strict';
import test, { afterEach, before } from 'node:test';
import { codeAt } from '../../src/flows/operator/totp.ts';
import { noon } from '../kit/sale/quoting.ts';
import { signInOperator } from '../kit/service/operator.ts';
import { assertAccessible, bothThemes } from './checkout-testbed.ts';
import {
  bothSizes,
  type ConsoleTestbed,
  goTo,
  openConsoleTestbed,
  phone,
  sandboxPassword,
  sizes,
  tablet,
} from './console-testbed.ts';

/** The console as operators enter it: by keyboard, in both languages, on every kind of screen. */
let testbed: ConsoleTestbed;

before(async () => {
  testbed = await openConsoleTestbed();
});

afterEach(() => testbed.clear());

test('an operator signs in, finds a page and signs out by keyboard alone', async () => {
  const { page, errors, addresses, bytesSent } = await testbed.openConsole('/', { as: null });
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  await page.waitForLoadState('networkidle');
  const bytes = await bytesSent();
  assert.ok(bytes > 20_000 && bytes < 300_000, `the sign-in page is ${bytes} bytes`);
  await assertAccessible(page, 'console-sign-in', bothThemes);
  await page.keyboard.type('admin');
  await page.keyboard.press('Tab');
  await page.keyboard.type('wrong-password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('Name, password or code is wrong.').waitFor();
  await page.getByRole('alert').getByText('After 5 wrong tries in 15 minutes').waitFor();
  await page.getByLabel('Password').first().fill(sandboxPassword);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();

  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the content' });
  assert.equal(await skip.evaluate((link) => link === link.ownerDocument.activeElement), true, 'the first stop skips');
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Sellers' }).press('Enter');
  const heading = page.getByRole('heading', { name: 'Sellers', level: 1 });
  await heading.waitFor();
  await page.waitForFunction(`document.activeElement.tagName === 'H1'`);
  assert.equal(await page.title(), 'Sellers · Northbind');

  await page.getByRole('button', { name: /admin/ }).press('Enter');
  await page.getByRole('menuitem', { name: 'Sign out' }).press('Enter');
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  assert.deepEqual(errors, [], 'and nothing is against the content security policy');
  const foreign = addresses.filter((address) => !address.startsWith(testbed.service.operatorUrl));
  assert.deepEqual(foreign, [], 'the console speaks with its own origin alone');
});

for (const size of bothSizes) {
  test(`on a ${size}, who signs in wrongly is told how many tries there are`, async () => {
    const { page, errors } = await testbed.openConsole('/', { as: null, ...sizes[size] });
    await page.getByLabel('Name').fill(`nobody-${size}`);
    await page.getByLabel('Password').first().fill('wrong-password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText('After 5 wrong tries in 15 minutes').waitFor();
    await assertAccessible(page, `console-wrong-password-${size}`, bothThemes);
    assert.deepEqual(errors, []);
  });
}

test('Ctrl-K finds sales, sellers, pages and actions while one types, by keyboard alone', async () => {
  const { page, errors } = await testbed.openConsole('/');
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
  const search = page.getByLabel('Search everything').first();
  const found = (name: string) => page.getByRole('option', { name });
  await page.keyboard.press('Control+k');
  await page.keyboard.type('tax');
  await found('Tax tables').waitFor();
  await found('Load a tax table').waitFor();
  await assertAccessible(page, 'console-palette', bothThemes);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Tax tables', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('sandbox o');
  await found('Sandbox Ontario').click();
  await page.getByRole('heading', { name: 'Sandbox Ontario', level: 1 }).waitFor();
  await search.fill('new seller');
  await found('New seller').click();
  await page.getByRole('dialog').getByRole('heading', { name: 'New seller' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await search.fill('no such thing');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('search') === 'no such thing');
  assert.deepEqual(errors, []);
});

test('a new account has to choose a password of its own, and may add an authenticator that is asked for from then on', async () => {
  const admin = await signInOperator(testbed.service);
  const { password } = (await admin.post('/api/accounts', { name: 'noor', role: 'support' })).body;
  const { page, errors } = await testbed.openConsole('/', { as: null });
  const tryPassword = async (given: string): Promise<void> => {
    await page.getByLabel('Name').fill('noor');
    await page.getByLabel('Password').first().fill(given);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  await tryPassword(password);
  await page.getByRole('heading', { name: 'Choose a password of your own' }).waitFor();
  await assertAccessible(page, 'console-forced-password');
  const own = 'a sentence of her own choosing';
  const newPasswords = page.locator('input[autocomplete=new-password]');
  await page.getByLabel('Current password').first().fill(password);
  await newPasswords.first().fill(own);
  await newPasswords.last().fill('something else');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByText('The passwords do not match.').waitFor();
  await newPasswords.last().fill(own);
  await page.getByRole('button', { name: 'Change the password' }).click();
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();

  await page.goto(`${testbed.service.operatorUrl}/me`);
  await page.getByRole('button', { name: 'Set up an authenticator' }).click();
  await page.getByRole('img', { name: /QR code to scan/ }).waitFor();
  const secret = (await page.locator('[data-once="Secret"]').textContent()) ?? '';
  await assertAccessible(page, 'console-authenticator', bothThemes);
  await page.getByLabel('Authenticator code').fill(codeAt(fromBase32(secret), Math.floor(Date.parse(noon) / 30_000)));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('button', { name: 'Turn the authenticator off' }).waitFor();

  await page.getByRole('button', { name: /noor/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await tryPassword(own);
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  await assertAccessible(page, 'console-code');
  assert.deepEqual(errors, []);
});

test('where an identity provider and a second factor are set, the sign-in offers the one and leads to the other', async () => {
  const strict = await openConsoleTestbed({
    OPERATOR_SECOND_FACTOR: 'required',
    OIDC_ISSUER: 'http://127.0.0.1:1',
    OIDC_CLIENT_ID: 'console',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_NAME: 'Example ID',
    OIDC_ROLES: 'admin=it',
  });
  const { page, errors } = await strict.openConsole('/', { as: null });
  await page.getByRole('link', { name: 'Sign in with Example ID' }).waitFor();
  await assertAccessible(page, 'console-sign-in-by-provider', bothThemes);
  await page.getByRole('link', { name: 'Sign in with Example ID' }).click();
  await page.getByRole('alert').getByText('The identity provider can not be reached.').waitFor();
  await page.getByRole('button', { name: 'Français' }).click();
  await page.getByRole('link', { name: 'Se connecter avec Example ID' }).waitFor();
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByLabel('Name').fill('admin');
  await page.getByLabel('Password').first().fill(sandboxPassword);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { name: 'Set up an authenticator', level: 1 }).waitFor();
  await assertAccessible(page, 'console-forced-authenticator');
  await page.getByRole('button', { name: 'Set up an authenticator' }).click();
  const secret = (await page.locator('[data-once="Secret"]').textContent()) ?? '';
  await page.getByLabel('Authenticator code').fill(codeAt(fromBase32(secret), Math.floor(Date.parse(noon) / 30_000)));
  await page.getByRole('button', { name: 'Turn on' }).click();
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
  assert.deepEqual(errors, []);
  await strict.clear();
});

test('an admin limits an account to an integration', async () => {
  const admin = await signInOperator(testbed.service);
  await admin.post('/api/accounts', { name: 'lou', role: 'support' });
  const { page, errors } = await testbed.openConsole('/accounts');
  const row = page.getByRole('row', { name: /lou/ });
  await row.getByText('All integrations').waitFor();
  await row.getByRole('button').click();
  await page.getByRole('menuitem', { name: 'Limit to integrations' }).click();
  await page.getByRole('switch', { name: 'All integrations' }).click();
  await page.getByRole('dialog').getByLabel('Integrations', { exact: true }).first().click();
  await page.getByRole('option', { name: 'Second sandbox partner' }).click();
  await page.keyboard.press('Escape');
  await page.getByLabel('Reason').fill('a partner’s own desk');
  await assertAccessible(page, 'console-limit');
  await page.getByRole('button', { name: 'Limit to integrations' }).click();
  await row.getByText('1 integration', { exact: true }).waitFor();
  assert.deepEqual(errors, []);
});

test('a French browser gets a French console; the choice of the other language is kept', async () => {
  const { page, errors } = await testbed.openConsole('/', { locale: 'fr-CA' });
  await page.getByRole('heading', { name: 'Aujourd’hui', level: 1 }).waitFor();
  assert.equal(await page.locator('html').getAttribute('lang'), 'fr-CA');
  await page.goto(`${testbed.service.operatorUrl}/integrations`);
  await page.getByRole('button', { name: 'Nouvelle intégration' }).click();
  await page.getByLabel('Nom du logiciel du partenaire').fill('Encore un');
  await page.getByLabel('Identifiant client').fill('northbind-sandbox');
  await page.getByRole('button', { name: 'Créer l’intégration' }).click();
  await page.getByRole('alert').getByText('Une intégration porte déjà cet identifiant client.').waitFor();
  await assertAccessible(page, 'console-french-refusal', bothThemes);
  await page.getByRole('button', { name: 'Annuler' }).click();

  await page.getByRole('button', { name: /admin/ }).click();
  await page.getByRole('menuitem', { name: 'English' }).click();
  await page.getByRole('heading', { name: 'Integrations', level: 1 }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Integrations', level: 1 }).waitFor();
  assert.deepEqual(errors, []);
});

for (const size of bothSizes) {
  test(`on a ${size}, a viewer is not offered what the role lacks, and is told that people are masked`, async () => {
    const { page } = await testbed.openConsole('/sellers', { as: 'viewer', ...sizes[size] });
    await page.getByRole('link', { name: 'Sandbox Ontario' }).waitFor();
    await page.getByText('Credit card').first().waitFor();
    assert.equal(await page.getByText('CC', { exact: true }).count(), 0, 'methods are in words');
    await assertAccessible(page, `console-sellers-viewer-${size}`, bothThemes);
    assert.equal(await page.getByRole('button', { name: 'New seller' }).count(), 0);
    await goTo(page, size, 'Sales');
    const pages = page.getByRole('navigation', { name: 'Pages', includeHidden: true });
    assert.equal(await pages.getByRole('link', { name: 'Accounts', includeHidden: true }).count(), 0);
    await page.getByText('Personal data is masked for your role.').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Export CSV' }).count(), 0);
  });
}

test('on a tablet and on a phone nothing is cut off, and the pages are a touch away', async () => {
  for (const screen of [tablet, phone]) {
    const { page, errors } = await testbed.openConsole('/', screen);
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
    if (screen === phone) await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Dealers' }).click();
    await page.getByRole('heading', { name: 'Dealers', level: 1 }).waitFor();
    await page.getByText('rows shown').waitFor();
    const isFitting = 'document.documentElement.scrollWidth <= document.documentElement.clientWidth';
    assert.equal(await page.evaluate(isFitting), true);
    await assertAccessible(page, `console-dealers-${screen.viewport.width}`, bothThemes);
    assert.deepEqual(errors, []);
  }
});

test('a long list is turned page by page, forward and back, by keyboard, and what is shown is read out', async () => {
  const { page } = await testbed.openConsole('/lien-holders');
  const names = async (): Promise<readonly string[]> => page.getByRole('rowheader').allTextContents();
  const at = (number: number) =>
    page.locator('[aria-live=polite]').getByText(`Page ${number}: 50 rows shown, there are more`);
  const turn = async (name: 'Next' | 'Previous', number: number): Promise<readonly string[]> => {
    await page.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
    await at(number).waitFor();
    await page.locator('section:focus').waitFor(); // Who turns the page is at its top.
    return names();
  };
  await at(1).waitFor();
  assert.equal(await page.getByRole('button', { name: 'Previous' }).isDisabled(), true);
  const first = await names();
  const second = await turn('Next', 2);
  assert.equal(new Set([...first, ...second]).size, 100);
  const third = await turn('Next', 3);
  assert.deepEqual(await turn('Previous', 2), second);
  await page.reload();
  await at(2).waitFor();
  assert.deepEqual(await names(), second, 'a reload stays on the page');
  await page.goBack();
  await at(3).waitFor();
  await page.getByText(third[0]!).first().waitFor(); // Until the page has come, the one before stays in sight.
  assert.deepEqual(await names(), third, 'the browser leads back over the pages');
  await page.goForward();
  assert.deepEqual(await turn('Previous', 1), first);
  await turn('Next', 2);
  await page.getByRole('searchbox').fill('bank');
  await page.waitForURL(/search=bank/);
  await page.getByText(/^(Page 1: )?\d+ rows? shown/).waitFor();
});

for (const size of bothSizes) {
  test(`on a ${size}, an address of nothing says so, without a fault to try again`, async () => {
    const { page, errors } = await testbed.openConsole('/sales/xyz', sizes[size]);
    await page.getByRole('heading', { name: 'No such sale', level: 1 }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
    await assertAccessible(page, `console-no-such-sale-${size}`, bothThemes);
    await page.getByRole('link', { name: 'Go to the list' }).click();
    await page.getByRole('heading', { name: 'Sales', level: 1 }).waitFor();
    await page.goto(`${testbed.service.operatorUrl}/sellers/01890000-0000-7000-8000-000000000000`);
    await page.getByRole('heading', { name: 'No such seller', level: 1 }).waitFor();
    assert.deepEqual(errors, []);
  });
}

for (const size of bothSizes) {
  test(`on a ${size}, times are the operator’s own and say so, also on a computer that runs on UTC; another zone can be chosen`, async () => {
    const { page, errors } = await testbed.openConsole('/rate-books', { timezoneId: 'UTC', ...sizes[size] });
    const loaded = page.getByRole('row', { name: /sample-1/ });
    await loaded.getByText(/E[SD]T$/).waitFor();
    await page.goto(`${testbed.service.operatorUrl}/me`);
    await page.getByLabel('Time zone').selectOption('Pacific Time (Vancouver)');
    await assertAccessible(page, `console-time-zone-${size}`, bothThemes);
    await page.goto(`${testbed.service.operatorUrl}/rate-books`);
    await loaded.getByText(/P[SD]T$/).waitFor();
    assert.deepEqual(errors, []);
  });
}

test('a session that has ended leads to the sign-in from wherever it is noticed', async () => {
  const { page } = await testbed.openConsole('/dealers');
  await page.getByText('rows shown').waitFor();
  await page.context().clearCookies();
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Lienholders' }).click();
  await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
});

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  return Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
