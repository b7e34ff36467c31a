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
}

type Hash = (secret: string) => Promise<string>;

/** Runs `seed` unless an instance has; a concurrent instance waits for the first and then finds it done. */
async function seedOnce(database: Database, name: string, seed: (tx: Tx) => Promise<void>): Promise<void> {
  const { rowCount } = await database.query('SELECT FROM sandbox_seed WHERE name = $1', [name]);
  if (rowCount !== 0) return;
  await transact(database, async (tx) => {
    const claim = await tx.query('INSERT INTO sandbox_seed (name) VALUES ($1) ON CONFLICT (name) DO NOTHING', [name]);
    if (claim.rowCount === 1) await seed(tx);
  });
}

async function seedSellers(tx: Tx, hash: Hash): Promise<void> {
  for (const integration of sandboxIntegrations) {
    const { rows } = await tx.query<{ id: string }>(
      `INSERT INTO integration (client_id, secret_hash, name) VALUES ($1, $2, $3)
       ON CONFLICT (client_id) DO UPDATE SET name = integration.name
       RETURNING id`,
      [integration.clientId, await hash(integration.clientSecret), integration.name],
    );
    for (const seller of integration.sellers) {
      await tx.query(
        `INSERT INTO seller (integration_id, username, password_hash, name, province, series, payment_methods,
                             requires_producer_code, requires_acknowledgements, sells_by_link, is_disabled)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         ON CONFLICT (integration_id, username) DO NOTHING`,
        [
          rows[0]!.id,
          seller.username,
          await hash(sandboxPassword),
          seller.name,
          seller.province,
          seller.series,
          seller.paymentMethods,
          seller.requiresProducerCode ?? false,
          seller.requiresAcknowledgements ?? false,
          seller.sellsByLink ?? false,
          seller.isDisabled ?? false,
        ],
      );
    }
  }
}

/** Gives the client the sellers that the integration has now; those that are added later are not its business. */
async function seedOAuthClients(tx: Tx, hash: Hash): Promise<void> {
  for (const { clientId, oauthClientId, oauthSecret, name, sellers } of sandboxIntegrations) {
    await tx.query(
      `INSERT INTO oauth_client (integration_id, client_id, name, secret_hash, seller_ids, scopes)
       SELECT integration.id, $2, $3, $4, array_agg(seller.id), $6
       FROM integration
       JOIN seller ON seller.integration_id = integration.id AND seller.username = ANY ($5)
       WHERE integration.client_id = $1
       GROUP BY integration.id`,
      [
        clientId,
        oauthClientId,
        name,
        await hash(oauthSecret),
        sellers.filter(({ isOutsideOAuth }) => !isOutsideOAuth).map(({ username }) => username),
        scopes,
      ],
    );
  }
}

async function seedLevisClient(tx: Tx, hash: Hash): Promise<void> {
  const { clientId, secret, integrationClientId, username } = levisClient;
  await tx.query(
    `INSERT INTO oauth_client (integration_id, client_id, name, secret_hash, seller_ids, scopes)
     SELECT integration.id, $2, seller.name, $3, ARRAY[seller.id], $5
     FROM integration
     JOIN seller ON seller.integration_id = integration.id AND seller.username = $4
     WHERE integration.client_id = $1`,
    [integrationClientId, clientId, await hash(secret), username, scopes],
  );
}

/** Its secret is known to nobody. */
async function seedKeyClient(tx: Tx, hash: Hash): Promise<void> {
  const { clientId, name, integrationClientId } = keyClient;
  const { kty, crv, x, y } = publishedKey;
  await tx.query(
    `INSERT INTO oauth_client (integration_id, client_id, name, secret_hash, public_keys, seller_ids, scopes)
     SELECT integration.id, $2, $3, $4, $5, array_agg(seller.id), $6
     FROM integration
     JOIN seller ON seller.integration_id = integration.id AND NOT seller.is_disabled
     WHERE integration.client_id = $1
     GROUP BY integration.id`,
    [integrationClientId, clientId, name, await hash(randomUUID()), JSON.stringify([{ kty, crv, x, y }]), scopes],
  );
}

interface DealerFile {
  readonly dealers: readonly { readonly id: string; readonly links: readonly object[] }[];
}

async function seedDealers(tx: Tx): Promise<void> {
  const { dealers } = await readData<DealerFile>('dealers.json');
  await tx.query(
    `INSERT INTO dealer (id, name, address_line1, city, postal_code, province, is_sample)
     SELECT id, name, "addressLine1", city, "postalCode", province, true
     FROM jsonb_to_recordset($1) AS row (id text, name text, "addressLine1" text, city text, "postalCode" text, province text)`,
    [JSON.stringify(dealers)],
  );
  const links = dealers.flatMap((dealer) => dealer.links.map((link) => ({ dealer: dealer.id, ...link })));
  await tx.query(
    `INSERT INTO dealer_link (seller_id, dealer_id, is_active)
     SELECT seller.id, row.dealer, row."isActive"
     FROM jsonb_to_recordset($1) AS row (dealer text, seller text, "isActive" boolean)
     JOIN seller ON seller.username = row.seller`,
    [JSON.stringify(links)],
  );
}

async function seedLienHolders(tx: Tx): Promise<void> {
  const { lienHolders } = await readData<{ readonly lienHolders: readonly object[] }>('lienholders.json');
  await tx.query(
    `INSERT INTO lien_holder (id, name, address_line1, city, postal_code, is_sample)
     SELECT id, name, "addressLine1", city, "postalCode", true
     FROM jsonb_to_recordset($1) AS row (id text, name text, "addressLine1" text, city text, "postalCode" text)`,
    [JSON.stringify(lienHolders)],
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

async function readData<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(new URL(`./data/${name}`, import.meta.url), 'utf8')) as T;
}
