import assert from 'node:assert/strict';
import test, { afterEach, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FrameLocator } from 'playwright-core';
import { assertTold } from './assert-told.ts';
import {
  assertAccessible,
  bothThemes,
  type CheckoutTestbed,
  openCheckoutTestbed,
  phone,
  type Visit,
} from './checkout-testbed.ts';

/** The hosted checkout as the customer and the partner's page meet it, in a real browser. */
let testbed: CheckoutTestbed;

before(async () => {
  testbed = await openCheckoutTestbed();
});

afterEach(() => testbed.clear());

const accepted = '4242424242424242';
const refused = '4000000000000002';
const year = String((new Date().getFullYear() + 2) % 100);
const expiry = `12${year}`;

async function typeCard(form: FrameLocator, number: string): Promise<void> {
  await form.getByLabel('Card number').pressSequentially(number);
  await form.getByLabel('Expiry date').pressSequentially(expiry);
  await form.getByLabel('Security code').pressSequentially('123');
}

function callback(handler: string, ticket: string, responseCode: string): string {
  return JSON.stringify({ handler, ticket, response_code: responseCode });
}

/** Callbacks come a moment after what the customer sees. */
async function assertCallbacks(visit: Visit, expected: readonly string[]): Promise<void> {
  await visit.page
    .waitForFunction(`received.length >= ${expected.length}`, null, { timeout: 60_000 })
    .catch(() => undefined);
  assert.deepEqual(await visit.callbacks(), expected);
}

test('an accepted card is held once, and the page is told with a JSON string', async () => {
  const visit = await testbed.enterCheckout();
  const { form, page, ticket } = visit;
  await form.getByRole('heading', { name: 'Hold $1,234.56 on your card' }).waitFor();
  await assertAccessible(page, 'form', bothThemes);
  await typeCard(form, accepted);
  assert.equal(await form.getByLabel('Card number').inputValue(), '4242 4242 4242 4242');
  assert.equal(await form.getByLabel('Expiry date').inputValue(), `12 / ${year}`);
  await form.getByRole('img', { name: 'Visa' }).waitFor();

  await form.getByRole('button', { name: 'Hold $1,234.56' }).click();
  await form.getByRole('heading', { name: 'Your card was accepted' }).waitFor();
  await assertCallbacks(visit, [callback('page_loaded', ticket, '001'), callback('payment_complete', ticket, '001')]);
  assert.deepEqual(
    (await visit.holds()).map(({ amountCents, status }) => ({ amountCents, status })),
    [{ amountCents: 123_456, status: 'Held' }],
  );
  assert.equal(await form.locator('#number').inputValue(), '', 'no card stays in the page');
  await assertAccessible(page, 'accepted');
  assert.deepEqual(visit.errors, []);
});

test('without an amount the card is verified and saved, and the form says that nothing is charged', async () => {
  const visit = await testbed.enterCheckout({ amountCents: 0 });
  await visit.form.getByRole('heading', { name: 'Verify and save your card: nothing is charged today' }).waitFor();
  await typeCard(visit.form, accepted);
  await visit.form.getByRole('button', { name: 'Verify and save card' }).click();
  await visit.form.getByRole('heading', { name: 'Your card was verified and saved' }).waitFor();
  assert.equal(await visit.status(), 'approved');
  assert.deepEqual(await visit.holds(), []);
});

for (const language of ['en', 'fr'] as const) {
  test(`on a phone, in ${language}, an outcome is on the screen although the form was scrolled, and so are the faults`, async () => {
    const { form, page } = await testbed.enterCheckout({ ...phone, viewport: { width: 390, height: 500 }, language });
    const words = phoneWords[language];
    // The page goes on below the form, as a shop's does: it is not pulled back when the form becomes shorter.
    await page.evaluate("document.body.style.paddingBottom = '2000px'");
    await page.waitForFunction("document.querySelector('iframe').getBoundingClientRect().height !== 560");
    await form.locator('#pay').click();
    const first = form.locator('#number');
    await first.and(form.locator(':focus')).waitFor();
    assert.ok((await first.boundingBox())!.y >= 0, 'the first fault is on the screen');
    assert.deepEqual(await form.locator('.fault').allInnerTexts(), words.faults);
    await first.fill(refused);
    await form.locator('#expiry').fill(expiry);
    await form.locator('#cvv').fill('123');
    await page.evaluate("scrollTo(0, document.querySelector('iframe').getBoundingClientRect().bottom + scrollY - 120)");
    await form.locator('#pay').click();
    await assertTold(page, words.declined, form);
    await assertAccessible(page, `phone-declined-${language}`, bothThemes);
  });
}

const phoneWords = {
  en: {
    faults: ['Enter the card number.', 'Enter the expiry date.', 'Enter the security code.'],
    declined: 'Your card was declined',
  },
  fr: {
    faults: ['Entrez le numéro de la carte.', 'Entrez la date d’expiration.', 'Entrez le code de sécurité.'],
    declined: 'Votre carte a été refusée',
  },
};

test('a refused card: the customer reads it, the page is told to confirm, nothing is held', async () => {
  const visit = await testbed.enterCheckout();
  const { form, page, ticket } = visit;
  await typeCard(form, refused);
  await form.getByRole('button', { name: /^Hold/ }).click();
  await form.getByRole('heading', { name: 'Your card was declined' }).waitFor();
  await form.getByRole('alert').filter({ hasText: 'Your card was declined' }).waitFor();
  await assertCallbacks(visit, [callback('page_loaded', ticket, '001'), callback('payment_complete', ticket, '050')]);
  assert.equal(await visit.status(), 'declined');
  await assertAccessible(page, 'refused', bothThemes);
  assert.deepEqual(visit.errors, []);
});

test('a cancelled checkout tells the page so', async () => {
  const visit = await testbed.enterCheckout();
  await visit.form.getByRole('button', { name: 'Cancel' }).click();
  await visit.form.getByRole('heading', { name: 'Payment cancelled' }).waitFor();
  await assertCallbacks(visit, [
    callback('page_loaded', visit.ticket, '001'),
    callback('cancel_transaction', visit.ticket, '001'),
  ]);
  assert.equal(await visit.status(), 'cancelled');
  assert.deepEqual(visit.errors, []);
});

test('a ticket that ran out, before or while the form is open, ends with 2003', async () => {
  const early = await testbed.openCheckout();
  const visit = await testbed.enterCheckout();
  await typeCard(visit.form, accepted);
  testbed.clock.aheadMs = 31 * 60_000;
  try {
    await visit.form.getByRole('button', { name: /^Hold/ }).click();
    await visit.form.getByRole('heading', { name: 'This payment has timed out' }).waitFor();
    await assertCallbacks(visit, [
      callback('page_loaded', visit.ticket, '001'),
      callback('error_event', visit.ticket, '2003'),
    ]);

    const late = await testbed.enterShop();
    await late.start(early.ticket);
    await late.form.getByRole('heading', { name: 'This payment has timed out' }).waitFor();
    await assertCallbacks(late, [callback('error_event', early.ticket, '2003')]);
    await assertAccessible(late.page, 'expired', bothThemes);
    assert.deepEqual(late.errors, []);
  } finally {
    testbed.clock.aheadMs = 0;
  }
});

test('an unknown ticket ends with 2001, a used one with 2002', async () => {
  const visit = await testbed.enterShop();
  await visit.start('no-such-ticket');
  await visit.form.getByRole('heading', { name: 'This payment can’t be opened' }).waitFor();
  await assertCallbacks(visit, [callback('error_event', 'no-such-ticket', '2001')]);

  const { ticket } = await testbed.openCheckout();
  await pay(ticket);
  await visit.start(ticket);
  await visit.form.getByRole('heading', { name: 'This payment is already done' }).waitFor();
  await assertCallbacks(visit, [
    callback('error_event', 'no-such-ticket', '2001'),
    callback('error_event', ticket, '2002'),
  ]);
});

/** Pays as a partner's test does without a browser. */
async function pay(ticket: string): Promise<void> {
  const body = JSON.stringify({ ticket, cardNumber: accepted, expiry: `12/${year}`, cvv: '123' });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${testbed.processorUrl}/checkout/submit`, { method: 'POST', headers, body });
  assert.equal(response.status, 200);
}

test('who clicks twice, or clicks and presses Enter, pays once', async () => {
  const visit = await testbed.enterCheckout();
  const { form, page } = visit;
  let submits = 0;
  await page.route('**/checkout/submit', async (route) => {
    submits += 1;
    await sleep(400);
    await route.continue();
  });
  await typeCard(form, accepted);
  const button = form.locator('#pay');
  await button.dblclick();
  assert.equal(await button.isDisabled(), true);
  assert.match(await button.innerText(), /Asking your bank/);
  await form.getByRole('status').filter({ hasText: 'Asking your bank' }).waitFor({ state: 'attached' });
  await page.keyboard.press('Enter');
  await form.locator('form').evaluate((form) => form.requestSubmit());
  await form.getByRole('heading', { name: 'Your card was accepted' }).waitFor();
  assert.equal(submits, 1);
  assert.equal((await visit.holds()).length, 1);
});

test('a customer without a mouse can pay', async () => {
  const visit = await testbed.enterCheckout();
  const { page, form } = visit;
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focused = (): Promise<string> => form.locator(':focus').evaluate((element) => element.id || element.tagName);
  await press('Tab');
  assert.equal(await focused(), 'SUMMARY', 'the ribbon with the test cards');
  await press('Enter', 'Tab');
  await form.locator('li button').first().waitFor();
  assert.equal(await focused(), 'BUTTON', 'the first test card');
  const cardCount = await form.locator('li button').count();
  await press('Enter', ...Array.from({ length: cardCount }, () => 'Tab'));
  assert.equal(await focused(), 'number');
  assert.equal(await form.locator('#number').inputValue(), '4242 4242 4242 4242');
  assert.notEqual(
    await form
      .locator('#number')
      .evaluate((input) => input.ownerDocument.defaultView.getComputedStyle(input).outlineStyle),
    'none',
  );
  await press('Tab', 'Tab', 'Tab');
  assert.equal(await focused(), 'pay');
  await press('Enter');
  await form.getByRole('heading', { name: 'Your card was accepted' }).waitFor();
  assert.equal(await focused(), 'outcome-title', 'a screen reader goes on at what happened');
});

test('bad fields are told beside each, the first gets the focus, and nothing is sent', async () => {
  const visit = await testbed.enterCheckout();
  const { page, form } = visit;
  const fault = (id: string): Promise<string> => form.locator(`#${id}-fault`).innerText();
  await form.locator('#pay').click();
  assert.equal(await fault('number'), 'Enter the card number.');
  assert.equal(await fault('expiry'), 'Enter the expiry date.');
  assert.equal(await fault('cvv'), 'Enter the security code.');
  assert.equal(await form.locator(':focus').getAttribute('id'), 'number');
  await assertAccessible(page, 'faults', bothThemes);

  const wrong: readonly (readonly [string, string, string])[] = [
    ['number', '42424242', 'The card number is incomplete.'],
    ['number', '4242424242424241', 'This card number is not right. Check the digits.'],
    ['number', '4111111111111111', 'This is a sandbox. Use one of the test cards above, never a real card.'],
    ['expiry', '13/30', 'The month must be between 01 and 12.'],
    ['expiry', '12/20', 'This card has expired.'],
    ['cvv', '12', 'The security code has 3 digits.'],
  ];
  for (const [id, text, message] of wrong) {
    await form.locator(`#${id}`).fill(text);
    await form.locator(`#${id}`).blur();
    await form.locator(`#${id}-fault`, { hasText: message }).waitFor();
    assert.equal(await form.locator(`#${id}`).getAttribute('aria-invalid'), 'true');
  }
  await form.locator('#number').fill(accepted);
  assert.equal(await fault('number'), '', 'the message goes as soon as the number is right');
  assert.equal(await form.locator('#number').getAttribute('aria-invalid'), null);
  assert.deepEqual(
    visit.addresses.filter((address) => address.endsWith('/submit')),
    [],
  );
  assert.deepEqual(visit.errors, []);
});

test('what only the processor refuses is told beside the field, and can be corrected', async () => {
  const visit = await testbed.enterCheckout();
  const { form, page } = visit;
  const message = { en: 'This card has expired.', fr: 'Cette carte est expirée.' };
  await page.route('**/checkout/submit', (route) =>
    route.fulfill({ status: 422, json: { errors: [{ field: 'expiry', code: 'CardExpired', message }] } }),
  );
  await typeCard(form, accepted);
  await form.locator('#pay').click();
  await form.locator('#expiry-fault', { hasText: message.en }).waitFor();
  assert.equal(await form.locator(':focus').getAttribute('id'), 'expiry');
  await page.unroute('**/checkout/submit');
  await form.locator('#pay').click();
  await form.getByRole('heading', { name: 'Your card was accepted' }).waitFor();
});

test('a lost answer is asked for, and never paid a second time', async () => {
  const visit = await testbed.enterCheckout();
  const { form, page } = visit;
  await page.route('**/checkout/submit', (route) => route.abort());
  await typeCard(form, accepted);
  await form.locator('#pay').click();
  await form.getByText('The payment was not sent. Check your connection and try again.').first().waitFor();
  await assertAccessible(page, 'not-sent', bothThemes);

  await page.unroute('**/checkout/submit');
  await page.route('**/checkout/submit', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.route('**/checkout/details', (route) => route.abort());
  await form.locator('#pay').click();
  await form.getByText('We don’t know yet how your payment ended.').first().waitFor();
  await page.unroute('**/checkout/details');
  await form.getByRole('button', { name: 'Check again' }).click();
  await form.getByRole('heading', { name: 'This payment is already done' }).waitFor();
  assert.equal((await visit.holds()).length, 1);
  await assertCallbacks(visit, [
    callback('page_loaded', visit.ticket, '001'),
    callback('error_event', visit.ticket, '2004'),
    callback('error_event', visit.ticket, '2002'),
  ]);
});

test('a French ticket is French all through, on a phone', async () => {
  const visit = await testbed.enterCheckout({ language: 'fr', ...phone });
  const { form, page } = visit;
  await form.getByRole('heading', { name: /^Réserver 1\s234,56\s\$ sur votre carte$/ }).waitFor();
  assert.equal(await form.locator('html').getAttribute('lang'), 'fr');
  await form.locator('#pay').click();
  await form.getByText('Entrez le numéro de la carte.').waitFor();
  await assertAccessible(page, 'french-faults-phone');
  await form.locator('summary').press('Enter');
  await form.getByRole('button', { name: 'Utiliser la carte d’essai 4000 0000 0000 0002' }).click();
  await assertAccessible(page, 'french-cards-phone', bothThemes);
  await form.locator('#pay').click();
  await form.getByRole('heading', { name: 'Votre carte a été refusée' }).waitFor();
  assert.deepEqual(visit.errors, []);
});

test('on a phone nothing is cut off: the frame is as high as the form, and inputs do not make it zoom', async () => {
  const { form, page } = await testbed.enterCheckout(phone);
  const frame = page.locator('#moneris-checkout-Frame');
  const isFitting = async (): Promise<boolean> => {
    const height = await form.locator('main').evaluate((main) => Math.ceil(main.getBoundingClientRect().height));
    return (await frame.evaluate((frame) => frame.clientHeight)) === height;
  };
  const until = async (holds: () => Promise<boolean>): Promise<boolean> => {
    for (let turn = 0; turn < 40; turn += 1) {
      if (await holds()) return true;
      await sleep(25);
    }
    return false;
  };
  assert.ok(await until(isFitting));
  await form.locator('summary').click();
  assert.ok(await until(isFitting), 'after the test cards were opened');
  assert.equal(await form.locator('html').evaluate((html) => html.scrollWidth <= html.clientWidth), true);
  for (const input of await form.locator('input').all()) {
    assert.ok(
      Number.parseInt(
        await input.evaluate((input) => input.ownerDocument.defaultView.getComputedStyle(input).fontSize),
        10,
      ) >= 16,
    );
    assert.equal(await input.getAttribute('inputmode'), 'numeric');
  }
});

test('who wants less motion gets a spinner that stands still', async () => {
  const { form } = await testbed.enterCheckout({ reducedMotion: 'reduce' });
  const motion = await form
    .locator('#pay .spinner')
    .evaluate((spinner) => spinner.ownerDocument.defaultView.getComputedStyle(spinner).animationName);
  assert.equal(motion, 'none');
});

test('the ticket is in no address, no referrer and no name of a frame', async () => {
  const visit = await testbed.enterCheckout();
  const referrers: string[] = [];
  visit.page.on('request', (request) => referrers.push(request.headers().referer ?? ''));
  await typeCard(visit.form, accepted);
  await visit.form.locator('#pay').click();
  await visit.form.getByRole('heading', { name: 'Your card was accepted' }).waitFor();
  assert.ok(visit.addresses.length > 5);
  const places = [...visit.addresses, ...referrers, ...visit.page.frames().map((frame) => frame.name() + frame.url())];
  assert.deepEqual(
    places.filter((place) => place.includes(visit.ticket)),
    [],
  );
});

test('the script bears a page’s mistakes: second start, wrong element, no ticket, unknown callback', async () => {
  const visit = await testbed.enterCheckout();
  const { page, form, errors, warnings } = visit;
  await form.locator('#number').fill('4242');
  await visit.start(visit.ticket);
  assert.equal(await form.locator('#number').inputValue(), '4242', 'a second start keeps what was typed');
  assert.match(warnings.join(), /already started/);

  await page.evaluate(`checkout.setCallback('no_such_callback', () => undefined)`);
  assert.match(warnings.join(), /Invalid callback defined: no_such_callback/);
  assert.deepEqual(errors, []);

  await page.evaluate(`checkout.closeCheckout('another ticket')`);
  assert.equal(await page.locator('iframe').count(), 1);
  await page.evaluate(`checkout.closeCheckout(${JSON.stringify(visit.ticket)})`);
  assert.equal(await page.locator('iframe').count(), 0);

  await page.evaluate(`checkout.startCheckout('')`);
  await assertCallbacks(visit, [callback('page_loaded', visit.ticket, '001'), callback('error_event', '', '2001')]);
  await page.evaluate(`checkout.setCheckoutDiv('nowhere'); checkout.startCheckout('ticket'); checkout.logConfig()`);
  assert.match(errors.join(), /no element with the id "nowhere"/);
});

test('another origin in the page is not listened to, neither by the page nor by the form', async () => {
  const visit = await testbed.enterCheckout();
  const { page, ticket } = visit;
  await page.evaluate(addFrame('other-origin', testbed.otherOriginUrl));
  const otherFrame = await frameAt(visit, testbed.otherOriginUrl);

  const forged = JSON.stringify(callback('payment_complete', ticket, '001'));
  const height = JSON.stringify('{"rev_action":"height_change","outerHeight":9}');
  await otherFrame.evaluate(`parent.postMessage(${forged}, '*'); parent.postMessage(${height}, '*')`);

  // A form takes the first ticket that it gets: the other origin's, were it listened to, not the page's that follows.
  const startWith = async (language: 'en' | 'fr'): Promise<string> => {
    const { ticket: another } = await testbed.openCheckout({ language });
    return JSON.stringify(JSON.stringify({ action: 'start', ticket: another }));
  };
  const [otherStart, pageStart] = [await startWith('en'), await startWith('fr')];
  await page.evaluate(addFrame('waiting', `${testbed.processorUrl}/checkout/form`));
  const waiting = page.frameLocator('#waiting');
  await waiting.locator('#test-cards li').first().waitFor({ state: 'attached' }); // It is ready and listens.
  await otherFrame.evaluate(`for (let i = 0; i < parent.length; i += 1) parent[i].postMessage(${otherStart}, '*')`);
  await sleep(300);
  await page.evaluate(`document.getElementById('waiting').contentWindow.postMessage(${pageStart}, '*')`);
  await waiting.locator('#card-form').waitFor();
  assert.equal(await waiting.locator('html').getAttribute('lang'), 'fr');

  await assertCallbacks(visit, [callback('page_loaded', ticket, '001')]);
  assert.ok((await page.locator('#moneris-checkout-Frame').evaluate((frame) => frame.clientHeight)) > 300);
});

test('a frame that was led to another origin does not get the ticket', async () => {
  const visit = await testbed.enterCheckout();
  const { page } = visit;
  await page.evaluate(`document.getElementById('moneris-checkout-Frame').src = '${testbed.otherOriginUrl}/'`);
  const otherFrame = await frameAt(visit, testbed.otherOriginUrl);
  await otherFrame.evaluate(`
    globalThis.heard = [];
    addEventListener('message', (event) => heard.push(event.data));
    parent.postMessage('{"handler":"form_ready"}', '*');
    parent.postMessage('{"handler":"payment_complete","response_code":"001"}', '*');`);
  await sleep(200);
  assert.deepEqual(await otherFrame.evaluate('heard'), []);
  await assertCallbacks(visit, [callback('page_loaded', visit.ticket, '001')]);
});

test('the form by itself says where it belongs', async () => {
  const { page } = await testbed.enterShop();
  await page.goto(`${testbed.processorUrl}/checkout/form`);
  await page.getByRole('heading', { name: 'This form belongs on another page' }).waitFor();
  await assertAccessible(page, 'not-embedded');
});

function addFrame(id: string, url: string): string {
  return `{
    const frame = document.createElement('iframe');
    frame.id = '${id}';
    frame.title = '${id}';
    frame.src = '${url}';
    document.body.append(frame);
  }`;
}

async function frameAt({ page }: Visit, url: string) {
  for (let turn = 0; turn < 100; turn += 1) {
    const frame = page.frames().find((one) => one.url().startsWith(url));
    if (frame !== undefined) {
      await frame.waitForLoadState();
      return frame;
    }
    await sleep(20);
  }
  throw new Error(`no frame at ${url}`);
}
