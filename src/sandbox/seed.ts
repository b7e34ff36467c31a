import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { scopes } from '../domain/credential/scope.ts';
import type { Language } from '../domain/language.ts';
import { languages } from '../domain/language.ts';
import { roles } from '../domain/operator/operator.ts';
import type { Province } from '../domain/province.ts';
import { newWording } from '../flows/document/load-wording.ts';
import { loadFile, loadRateBook } from '../flows/tariff/load-tariff.ts';
import { disclosureTexts, taxTables } from '../flows/tariff/operator-files.ts';
import { type Database, type Tx, transact } from '../store/database.ts';
import { insertWording } from '../store/document/wording.ts';
import { insertAccount } from '../store/operator/operator-account.ts';
import { sendRead, sendWrite } from '../store/statement.ts';
import { keyClient, levisClient, publishedKey, sandboxIntegrations, sandboxPassword } from './sellers.ts';

/**
 * Loads the sandbox's sellers, dealers, lienholders and prices once, on first start; any number of instances may try at
 * once.
 */
export async function seedSandbox(database: Database, hash: Hash): Promise<void> {
  await seedOnce(database, 'sellers', (tx) => seedSellers(tx, hash));
  await seedOnce(database, 'oauth clients', (tx) => seedOAuthClients(tx, hash));
  await seedOnce(database, 'levis client', (tx) => seedLevisClient(tx, hash));
  await seedOnce(database, 'key client', (tx) => seedKeyClient(tx, hash));
  await seedOnce(database, 'dealers', seedDealers);
  await seedOnce(database, 'lien holders', seedLienHolders);
  await seedOnce(database, 'tariffs', seedTariffs);
  await seedOnce(database, 'disclosures', seedDisclosures);
  await seedOnce(database, 'wordings', seedWordings);
  await seedOnce(database, 'operators', (tx) => seedOperators(tx, hash));
  await seedOnce(database, 'desk', (tx) => seedDesk(tx, hash));
}

type Hash = (secret: string) => Promise<string>;

/** Runs `seed` unless an instance has; a concurrent instance waits for the first and then finds it done. */
async function seedOnce(database: Database, name: string, seed: (tx: Tx) => Promise<void>): Promise<void> {
  const { rowCount } = await sendRead(database, 'SELECT FROM sandbox_seed WHERE name = :name', { name });
  if (rowCount !== 0) return;
  await transact(database, async (tx) => {
    const claim = await sendWrite(tx, 'INSERT INTO sandbox_seed (name) VALUES (:name) ON CONFLICT (name) DO NOTHING', {
      name,
    });
    if (claim.rowCount === 1) await seed(tx);
  });
}

async function seedSellers(tx: Tx, hash: Hash): Promise<void> {
  for (const integration of sandboxIntegrations) {
    const { clientId, clientSecret, name } = integration;
    const { rows } = await sendWrite<{ id: string }>(
      tx,
      `INSERT INTO integration (client_id, secret_hash, name) VALUES (:clientId, :secretHash, :name)
       ON CONFLICT (client_id) DO UPDATE SET name = integration.name
       RETURNING id`,
      { clientId, secretHash: await hash(clientSecret), name },
    );
    for (const seller of integration.sellers) {
      await sendWrite(
        tx,
        `INSERT INTO seller (integration_id, username, password_hash, name, province, series, payment_methods,
                             requires_producer_code, requires_acknowledgements, sells_by_link, is_disabled)
         VALUES (:integrationId, :username, :passwordHash, :name, :province, :series, :paymentMethods, :requiresProducerCode,
                 :requiresAcknowledgements, :sellsByLink, :isDisabled)
         ON CONFLICT (integration_id, username) DO NOTHING`,
        {
          integrationId: rows[0]!.id,
          username: seller.username,
          passwordHash: await hash(sandboxPassword),
          name: seller.name,
          province: seller.province,
          series: seller.series,
          paymentMethods: seller.paymentMethods,
          requiresProducerCode: seller.requiresProducerCode ?? false,
          requiresAcknowledgements: seller.requiresAcknowledgements ?? false,
          sellsByLink: seller.sellsByLink ?? false,
          isDisabled: seller.isDisabled ?? false,
        },
      );
    }
  }
}

/** Gives the client the sellers that the integration has now; those that are added later are not its business. */
async function seedOAuthClients(tx: Tx, hash: Hash): Promise<void> {
  for (const { clientId, oauthClientId, oauthSecret, name, sellers } of sandboxIntegrations) {
    await sendWrite(
      tx,
      `INSERT INTO oauth_client (integration_id, client_id, name, secret_hash, seller_ids, scopes)
       SELECT integration.id, :oauthClientId, :name, :secretHash, array_agg(seller.id), :scopes
       FROM integration
       JOIN seller ON seller.integration_id = integration.id AND seller.username = ANY (:usernames)
       WHERE integration.client_id = :clientId
       GROUP BY integration.id`,
      {
        clientId,
        oauthClientId,
        name,
        secretHash: await hash(oauthSecret),
        usernames: sellers.filter(({ isOutsideOAuth }) => !isOutsideOAuth).map(({ username }) => username),
        scopes,
      },
    );
  }
}

async function seedLevisClient(tx: Tx, hash: Hash): Promise<void> {
  const { clientId, secret, integrationClientId, username } = levisClient;
  await sendWrite(
    tx,
    `INSERT INTO oauth_client (integration_id, client_id, name, secret_hash, seller_ids, scopes)
     SELECT integration.id, :clientId, seller.name, :secretHash, ARRAY[seller.id], :scopes
     FROM integration
     JOIN seller ON seller.integration_id = integration.id AND seller.username = :username
     WHERE integration.client_id = :integrationClientId`,
    { integrationClientId, clientId, secretHash: await hash(secret), username, scopes },
  );
}

/** Its secret is known to nobody. */
async function seedKeyClient(tx: Tx, hash: Hash): Promise<void> {
  const { clientId, name, integrationClientId } = keyClient;
  const { kty, crv, x, y } = publishedKey;
  await sendWrite(
    tx,
    `INSERT INTO oauth_client (integration_id, client_id, name, secret_hash, public_keys, seller_ids, scopes)
     SELECT integration.id, :clientId, :name, :secretHash, :publicKeys, array_agg(seller.id), :scopes
     FROM integration
     JOIN seller ON seller.integration_id = integration.id AND NOT seller.is_disabled
     WHERE integration.client_id = :integrationClientId
     GROUP BY integration.id`,
    {
      integrationClientId,
      clientId,
      name,
      secretHash: await hash(randomUUID()),
      publicKeys: JSON.stringify([{ kty, crv, x, y }]),
      scopes,
    },
  );
}

interface DealerFile {
  readonly dealers: readonly { readonly id: string; readonly links: readonly object[] }[];
}

async function seedDealers(tx: Tx): Promise<void> {
  const { dealers } = await readData<DealerFile>('dealers.json');
  await sendWrite(
    tx,
    `INSERT INTO dealer (id, name, address_line1, city, postal_code, province, is_sample)
     SELECT id, name, "addressLine1", city, "postalCode", province, true
     FROM jsonb_to_recordset(:dealers) AS row (id text, name text, "addressLine1" text, city text, "postalCode" text, province text)`,
    { dealers: JSON.stringify(dealers) },
  );
  const links = dealers.flatMap((dealer) => dealer.links.map((link) => ({ dealer: dealer.id, ...link })));
  await sendWrite(
    tx,
    `INSERT INTO dealer_link (seller_id, dealer_id, is_active)
     SELECT seller.id, row.dealer, row."isActive"
     FROM jsonb_to_recordset(:links) AS row (dealer text, seller text, "isActive" boolean)
     JOIN seller ON seller.username = row.seller`,
    { links: JSON.stringify(links) },
  );
}

async function seedLienHolders(tx: Tx): Promise<void> {
  const { lienHolders } = await readData<{ readonly lienHolders: readonly object[] }>('lienholders.json');
  await sendWrite(
    tx,
    `INSERT INTO lien_holder (id, name, address_line1, city, postal_code, is_sample)
     SELECT id, name, "addressLine1", city, "postalCode", true
     FROM jsonb_to_recordset(:lienHolders) AS row (id text, name text, "addressLine1" text, city text, "postalCode" text)`,
    { lienHolders: JSON.stringify(lienHolders) },
  );
}

async function seedDisclosures(tx: Tx): Promise<void> {
  const faults = await loadFile(tx, disclosureTexts, await readData('disclosure-texts.json'));
  if (faults.length > 0) throw new Error(`The sandbox's disclosure texts are faulty: ${JSON.stringify(faults)}`);
}

interface WordingFile {
  readonly version: string;
  readonly from: string;
  readonly texts: readonly {
    readonly file: string;
    readonly form: Readonly<Record<Language, string>>;
    readonly products?: readonly string[];
    readonly provinces?: readonly Province[];
  }[];
}

async function seedWordings(tx: Tx): Promise<void> {
  const { version, from, texts } = await readData<WordingFile>('wordings.json');
  for (const { file, form, products = [], provinces = [] } of texts) {
    for (const language of languages) {
      const pdf = await readFile(new URL(`./data/wordings/${file}-${language}.pdf`, import.meta.url));
      const asked = { form: form[language], version, language, products, provinces, from, pdf };
      await insertWording(tx, newWording(asked));
    }
  }
}

async function seedTariffs(tx: Tx): Promise<void> {
  const faults = [
    ...(await loadRateBook(tx, await readData('rate-book.json'))),
    ...(await loadFile(tx, taxTables, await readData('tax-table.json'))),
  ];
  if (faults.length > 0) throw new Error(`The sample prices are faulty: ${faults[0]!.path} ${faults[0]!.message}`);
}

/**
 * One operator of each role, so that every role can be tried. Their passwords are public, so no change of password is
 * required.
 */
async function seedOperators(tx: Tx, hash: Hash): Promise<void> {
  for (const role of roles) {
    await insertAccount(tx, { name: role, role, passwordHash: await hash(sandboxPassword), mustChangePassword: false });
  }
}

/** Adds an account for the people of the seller Ontario. */
async function seedDesk(tx: Tx, hash: Hash): Promise<void> {
  const { rows } = await sendRead<{ id: string }>(
    tx,
    `SELECT seller.id
     FROM seller
     JOIN integration ON integration.id = seller.integration_id
     WHERE integration.client_id = :clientId AND seller.username = 'ontario'`,
    { clientId: sandboxIntegrations[0]!.clientId },
  );
  await insertAccount(tx, {
    name: 'desk',
    role: 'viewer',
    integrationIds: [],
    sellerId: rows[0]!.id,
    passwordHash: await hash(sandboxPassword),
    mustChangePassword: false,
  });
}

async function readData<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(new URL(`./data/${name}`, import.meta.url), 'utf8')) as T;
}
