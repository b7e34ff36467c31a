import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import type { Page } from 'playwright-core';
import { until } from '../kit/processes/until.ts';
import { bankAccount } from '../kit/sale/binding.ts';
import { type LinkTestbed, openLinkTestbed } from './link-testbed.ts';
import { fillBankAccount, heading, scanPage, shopUpToPayment, tickDisclosures } from './shop-sale.ts';
import { sizes } from './shop-testbed.ts';

/* What a customer types on the page of a link: understood, refused all at once and by name, and kept. A real browser. */
let testbed: LinkTestbed;

before(async () => {
  testbed = await openLinkTestbed();
});

/** One that may be a single configuration, or several. */
async function drawVin(isSingle: boolean): Promise<string> {
  for (let drawn = 0; drawn < 60; drawn += 1) {
    const { vin } = (await testbed.call('GET', `/v1/test-vin?year=${2018 + (drawn % 8)}`, 'ontario')).body;
    const { today } = (await testbed.call('GET', '/sandbox/clock', 'ontario')).body;
    const path = `/v1/quote/vehicle-configurations?Vin=${vin}&EffectiveDate=${today}&Odometer=12000&PurchaseMethod=Cash`;
    const { vehicles = [] } = (await testbed.call('GET', path, 'ontario')).body;
    if (isSingle ? vehicles.length === 1 : vehicles.length > 1) return vin;
  }
  throw new Error(`no vehicle with ${isSingle ? 'a single configuration' : 'several'} was drawn`);
}

/** What is wrong, as the list at the top has it, and as each field has it. */
async function assertFaults(page: Page, list: readonly string[], fields: readonly string[]): Promise<void> {
  const items = page.getByRole('alert').getByRole('listitem');
  await items.nth(list.length - 1).waitFor({ timeout: 20_000 });
  assert.deepEqual(await items.allInnerTexts(), list);
  assert.deepEqual(await page.locator('.field-error').allInnerTexts(), fields);
  const described = `[...document.querySelectorAll('.field-error')].every(({ id }) => document.querySelector('[aria-describedby~="' + id + '"]'))`;
  assert.equal(await page.evaluate(described), true, 'each is read out at its field');
}

for (const [size, options] of sizes) {
  test(`on a ${size}, what is missing of a vehicle is told at once by name, kilometres are read as people write them, and nothing else is`, async () => {
    const vin = await drawVin(true);
    const { page, errors } = await testbed.openLink({}, options);
    await page.getByLabel('Odometer').fill('1e5');
    const day = await page.getByLabel('Coverage starts on').inputValue();
    await page.getByLabel('Coverage starts on').fill('');
    const find = page.getByRole('button', { name: 'Find my vehicle' });
    await find.click();
    await assertFaults(
      page,
      ['VIN: required', 'Odometer (km): Enter the kilometres as a whole number.', 'Coverage starts on: required'],
      ['Please fill in “VIN”.', 'Enter the kilometres as a whole number.', 'Please fill in “Coverage starts on”.'],
    );
    await scanPage(page, `${size}-fields`, '1-missing');
    assert.equal(await page.getByLabel('Odometer').inputValue(), '1e5', 'what was typed stays');
    // People copy it as it is printed, in small letters, with a blank at the end.
    await page
      .getByLabel('VIN', { exact: true })
      .fill(`${vin.slice(0, 3)} ${vin.slice(3, 9)}-${vin.slice(9)} `.toLowerCase());
    await page.getByLabel('Coverage starts on').fill(day);
    for (const text of ['12,5', '-12', '12 0000', '']) {
      await page.getByLabel('Odometer').fill(text);
      await find.click();
      const fault = text === '' ? 'Please fill in “Odometer (km)”.' : 'Enter the kilometres as a whole number.';
      await page.locator('.field-error', { hasText: fault }).waitFor({ timeout: 20_000 });
    }
    await page.getByLabel('Odometer').fill('12 000 km');
    await find.click();
    await page.getByText('12,000 km · Paid in full').waitFor();
    const only = page.getByRole('group', { name: 'Which one is yours?' }).getByRole('radio');
    assert.deepEqual([await only.count(), await only.isChecked()], [1, true], 'there is nothing to choose');
    const details = page.getByRole('group', { name: 'Which one is yours?' }).locator('.quiet');
    const english = await details.innerText();
    await page.getByRole('button', { name: 'Français' }).click();
    const french = page.getByRole('group', { name: 'Lequel est le vôtre?' });
    await until(
      () => french.locator('.quiet').innerText(),
      (text) => text !== english,
    );
    assert.equal(await french.getByRole('radio').isChecked(), true);
    await page.getByRole('button', { name: 'English' }).click();
    await page.getByText(english).waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await heading(page, 'Who is the policy for?');
    await page.getByLabel('First name').fill('Marie 😀');
    await page.getByRole('button', { name: 'See my prices' }).click();
    const sign = 'Please leave out 😀 (U+1F600): it can’t be printed on your documents.';
    await page.locator('.field-error', { hasText: sign }).waitFor();
    assert.equal(await page.locator('.field-error').count(), 7, 'and all that is missing beside it');
    assert.equal(await page.getByLabel('First name').inputValue(), 'Marie 😀');
    assert.deepEqual(errors, []);
  });

  test(`on a ${size}, in French, what is missing of a choice is told at once by name, and what was chosen stays`, async () => {
    const vin = await drawVin(false);
    const { page, errors } = await testbed.openLink({ vin, purchaseMethod: 'Lease', language: 'fr' }, options);
    await page.getByLabel('Odomètre').fill('12\u202f000 km');
    await page.getByRole('button', { name: 'Trouver mon véhicule' }).click();
    await page.getByText(/^12\s000 km · Loué/).waitFor();
    await page.locator('input[name="series"][value="Plus"]').check();
    await page.getByLabel('Courriel').fill('jean.roy@example.ca');
    await page.getByLabel('Courriel').fill('');
    await page.getByRole('button', { name: 'Continuer' }).click();
    const said = {
      vehicle: 'Veuillez choisir votre véhicule.',
      lienHolder: 'Veuillez choisir votre prêteur ou votre société de location.',
      dealer: 'Veuillez choisir votre concessionnaire.',
      contact: 'Inscrivez le courriel ou le téléphone de cette personne.',
    };
    const name = 'Veuillez remplir «\u00a0Nom\u00a0».';
    await assertFaults(
      page,
      [
        `Lequel est le vôtre? ${said.vehicle}`,
        `Qui est votre prêteur ou votre société de location? ${said.lienHolder}`,
        `Votre concessionnaire\u00a0: ${said.dealer}`,
        `Votre personne-ressource chez le concessionnaire\u00a0: ${said.contact}`,
        'Nom\u00a0: à remplir',
      ],
      [said.vehicle, said.lienHolder, said.dealer, said.contact, name],
    );
    await scanPage(page, `${size}-fields-fr`, '2-missing');
    assert.deepEqual(errors, []);
  });

  test(`on a ${size}, one wrong digit of a bank account is told at its field, and the rest stays typed`, async () => {
    const { page, errors } = await testbed.openLink({}, options);
    await shopUpToPayment(page, { email: `digit-${size}@example.ca` });
    await page.getByRole('radio', { name: 'Monthly' }).check();
    await tickDisclosures(page);
    assert.equal(await page.getByLabel('Name on the account').inputValue(), 'Marie-Ève Tremblay');
    await fillBankAccount(page, { transitNumber: '0015' });
    await page.getByLabel('I agree to the financing').check();
    const buy = page.getByRole('button', { name: /^Buy for \$/ });
    await buy.click();
    await assertFaults(page, ['Transit: The transit number has 5 digits.'], ['The transit number has 5 digits.']);
    const typed = ['Transit', 'Institution', 'Account number', 'Name on the account'];
    const values = await Promise.all(typed.map((label) => page.getByLabel(label).inputValue()));
    const { institutionNumber, accountNumber, accountHolderName } = bankAccount;
    assert.deepEqual(values, ['0015', institutionNumber, accountNumber, accountHolderName]);
    await scanPage(page, `${size}-fields`, '5-digit');
    // A cheque has it in groups.
    await page
      .getByLabel('Transit')
      .fill(`${bankAccount.transitNumber.slice(0, 2)} ${bankAccount.transitNumber.slice(2)} `);
    await page.getByLabel('Account number').fill(`${accountNumber.slice(0, 3)}-${accountNumber.slice(3)}`);
    await buy.click();
    await heading(page, 'You’re protected');
    assert.deepEqual(errors, []);
  });
}
