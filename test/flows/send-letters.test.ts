import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { sampleIssuer } from '../../src/documents/issuer.ts';
import { type BuyParts, completePurchases } from '../../src/flows/sale-link/complete-purchases.ts';
import { type SendLetterParts, sendLetters } from '../../src/flows/sale-link/send-letter.ts';
import type { Mailer } from '../../src/ports/mailer.ts';
import { openBindHarness } from '../kit/sale/bind-harness.ts';
import { linkCustomer } from '../kit/sale/link-customer.ts';
import { clockAt, inDatabase, type Json, noon } from '../kit/sale/quoting.ts';
import { startTestService } from '../kit/service/service.ts';

/* The letters that say that nothing was bought, beside the purchases that are still to be made. */

interface Link {
  readonly id: string;
  readonly email: string;
}

let databaseUrl: string;
let parts: BuyParts & Omit<SendLetterParts, 'mailer'>;
/** Its customer has bought, and the instance that accepted it has died. */
let buying: Link;
/** Nothing was bought by them. */
const refused: Link[] = [];

const sql = (text: string, values: readonly unknown[] = []): Promise<Json[]> => inDatabase(databaseUrl, text, values);

before(async () => {
  const service = await startTestService({ clock: clockAt(noon).clock });
  databaseUrl = service.databaseUrl;
  const token = await service.login();
  const chosen = async (email: string) => {
    const { vin } = (await service.call('GET', '/v1/test-vin?year=2024', { token })).body;
    const { id, url } = (await service.call('POST', '/v1/sale-links', { token, body: {} })).body;
    const customer = linkCustomer(service, url, vin);
    await customer.choose(email);
    return { id, email, customer };
  };
  const bought = await chosen('buying@example.ca');
  await bought.customer.tickPapers();
  await bought.customer.payByCard();
  for (let turn = 0; turn < 5; turn += 1) refused.push(await chosen(`refused-${turn}@example.ca`));
  // So that no instance takes it before the test does.
  await sql(`ALTER TABLE sale_link_purchase ALTER COLUMN due_at SET DEFAULT now() + interval '1 hour'`);
  await sql(
    `CREATE FUNCTION die_after_accepting() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       UPDATE sale_link_purchase SET owner = NULL, lease_until = NULL WHERE id = NEW.id;
       RETURN NULL;
     END $$;
     CREATE TRIGGER dies AFTER INSERT ON sale_link_purchase FOR EACH ROW EXECUTE FUNCTION die_after_accepting()`,
  );
  const { body } = await bought.customer.buy();
  assert.equal(body.progress.state, 'binding');
  await service.close();
  await sql('DROP TRIGGER dies ON sale_link_purchase');
  // The page notes by the real clock when a paper was ticked, and the test's is another.
  await sql(`UPDATE sale_link_purchase SET due_at = now(), form = (form::jsonb || '{"acknowledgements": []}')::json`);
  buying = bought;
  const harness = await openBindHarness(databaseUrl);
  parts = {
    ...harness.parts,
    issuer: sampleIssuer,
    publicUrl: 'https://partners.example',
    effectiveDateDays: 60,
  };
});

/** A purchase of which a letter has to tell: with the revision, price and form of the one that is made. */
async function refuse({ id, email }: Link): Promise<void> {
  await sql(
    `INSERT INTO sale_link_purchase (sale_link_id, application_id, revision, total_cents, card_payment_id, form, to_address, refusals, due_at)
     SELECT sale_link.id, sale_link.application_id, 1, total_cents, card_payment_id, form, $2, '[{"code":"BindIncomplete","field":""}]', now()
     FROM sale_link, (SELECT total_cents, card_payment_id, form FROM sale_link_purchase ORDER BY id LIMIT 1) AS made
     WHERE sale_link.id = $1`,
    [id, email],
  );
}

const send = (mailer: Mailer) => sendLetters({ ...parts, mailer });
const done = { kind: 'done', value: undefined } as const;

test('a mail server that takes three minutes gets a letter once, from however many instances', async () => {
  await refuse(refused[0]!);
  const sent: string[] = [];
  const slow: Mailer = {
    send: async ({ to }) => {
      sent.push(to);
      await sql(
        `UPDATE sale_link_purchase SET lease_until = lease_until - interval '180 seconds' WHERE owner IS NOT NULL`,
      );
      if (sent.length < 3) await send(slow); // This stands for another instance.
      return done;
    },
  };
  await send(slow);
  assert.deepEqual(sent, ['refused-0@example.ca']);
  assert.deepEqual(await sql('SELECT FROM sale_link_purchase WHERE sent_at IS NULL AND refusals IS NOT NULL'), []);
});

test('nobody who is buying, or has bought, is told that nothing was bought; and no letter keeps a purchase waiting', async () => {
  await refuse(buying);
  for (const link of refused) await refuse(link);
  const answered = Promise.withResolvers<void>();
  const told: string[] = [];
  const silent: Mailer = {
    send: async ({ to }) => {
      told.push(to);
      await answered.promise;
      return done;
    },
  };
  const letters = send(silent);
  await completePurchases(parts);
  const [link] = await sql(
    `SELECT policy_number FROM sale_link JOIN policy USING (application_id) WHERE sale_link.id = $1`,
    [buying.id],
  );
  assert.ok(link?.policy_number, 'its purchase waited for a mail server');
  answered.resolve();
  await letters;
  await sql('UPDATE sale_link_purchase SET due_at = now(), lease_until = NULL WHERE due_at IS NOT NULL');
  await send(silent);
  assert.deepEqual(told.sort(), refused.map(({ email }) => email).sort());
  assert.deepEqual(await sql('SELECT to_address FROM sale_link_purchase WHERE due_at IS NOT NULL'), []);
});
