import { readFileSync } from 'node:fs';
import { settingRows } from './settings-page.ts';

/**
 * How the secrets that stand in the database are kept, by their columns. A test compares them with the database's own.
 */
export const secretColumns: readonly SecretKind[] = [
  {
    what: 'client secrets of integrations and OAuth clients; passwords of sellers and operators',
    columns: [
      'integration.secret_hash',
      'integration.previous_secret_hash',
      'oauth_client.secret_hash',
      'oauth_client.previous_secret_hash',
      'seller.password_hash',
      'seller.previous_password_hash',
      'operator_account.password_hash',
    ],
    how: 'argon2id; shown once',
  },
  {
    what: 'session tokens, checkout tickets, payment and sale links',
    columns: [
      'operator_session.token_hash',
      'card_payment.ticket_hash',
      'payment_link.secret_hash',
      'sale_link.secret_hash',
    ],
    how: 'SHA-256 of random values',
  },
  {
    what: 'secrets that sign webhooks; operators’ authenticators; secrets of payment and sale links',
    columns: [
      'webhook_endpoint.secret',
      'webhook_endpoint.previous_secret',
      'operator_account.totp_secret',
      'payment_link.sealed_secret',
      'sale_link.sealed_secret',
    ],
    how: 'AES-256-GCM, since the service needs them; keys derived from `SECRET_KEY`',
  },
  {
    what: 'answers to calls with an idempotency key, one kind of which has a ticket',
    columns: ['idempotency_key.answer', 'idempotency_key.key_hash', 'idempotency_key.body_hash'],
    how: 'the answer by AES-256-GCM, for 24 hours; of the key and the body only SHA-256',
  },
  {
    what: 'saved cards',
    columns: ['card_payment.card_token'],
    how: 'the processor’s reference, which is good for our store alone; no card number',
  },
  {
    what: 'public keys of OAuth clients',
    columns: ['oauth_client.public_keys'],
    how: 'as they are: they are no secret',
  },
];

interface SecretKind {
  readonly what: string;
  /** As `table.column`. */
  readonly columns: readonly string[];
  readonly how: string;
}

/** Addresses of our own, under which others reach us. All other settings with an address are called. */
const inbound: ReadonlySet<string> = new Set(['PUBLIC_URL', 'OPERATOR_PUBLIC_URL', 'CHECKOUT_PUBLIC_URL']);

/** Fills the tables of docs/security.md with what the code says. */
export function fillSecurityTables(page: string): string {
  const made: Readonly<Record<string, string>> = {
    secrets: markdownTable(
      ['secret', 'where it is', 'how'],
      secretColumns.map(({ what, columns, how }) => [what, columns.map((name) => `\`${name}\``).join(', '), how]),
    ),
    people: erasedTables()
      .map((name) => `\`${name}\``)
      .join(', '),
    addresses: markdownTable(['setting', 'what is called'], calledSettings()),
  };
  return page.replaceAll(
    /(<!-- (\w+), generated -->\n)[\s\S]*?(<!-- end -->)/g,
    (_, begin: string, name: string, end: string) => `${begin}\n${made[name]}\n\n${end}`,
  );
}

function calledSettings(): readonly (readonly string[])[] {
  return settingRows
    .map(({ setting }) => setting)
    .filter(({ name }) => /_(URL|ISSUER|ENDPOINT|PROXY)$/.test(name) && !inbound.has(name) && name !== 'TRUST_PROXY')
    .map(({ name, meaning }) => [`\`${name}\``, meaning.replaceAll('](', '](guide/')]);
}

/** The tables from which an erasure takes a person: `src/store/person/erasure.ts` is the one list of them. */
export function erasedTables(): readonly string[] {
  const text = readFileSync(new URL('../src/store/person/erasure.ts', import.meta.url), 'utf8');
  const names = [...text.matchAll(/\b(?:UPDATE|DELETE FROM) ([a-z_]+)/g)].map(([, name]) => name!);
  return [...new Set(['audit', ...names])].sort();
}

function markdownTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, columns.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
