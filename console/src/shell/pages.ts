import type { ComponentType } from 'react';
import type { Session } from '../../../src/operator/wire/access.ts';

export type Pages = Readonly<Record<string, () => Promise<ComponentType>>>;

/** The pages of operators, by path. */
const operatorPages: Pages = {
  '/': async () => (await import('../pages/today/today.tsx')).Today,
  sales: async () => (await import('../pages/sales/sales.tsx')).Sales,
  'sales/:applicationId': async () => (await import('../pages/sale/sale.tsx')).Sale,
  books: async () => (await import('../pages/books/books.tsx')).Books,
  'books/lines': async () => (await import('../pages/books/lines.tsx')).Lines,
  'books/settlements/:id': async () => (await import('../pages/books/differences.tsx')).Differences,
  system: async () => (await import('../pages/system/system.tsx')).System,
  integrations: async () => (await import('../pages/integrations/integrations.tsx')).Integrations,
  'integrations/:id': async () => (await import('../pages/integrations/integration.tsx')).Integration,
  'oauth-clients/:id': async () => (await import('../pages/oauth-clients/oauth-client.tsx')).OAuthClient,
  'webhook-endpoints/:id': async () => (await import('../pages/webhooks/webhook-endpoint.tsx')).WebhookEndpoint,
  sellers: async () => (await import('../pages/sellers/sellers.tsx')).Sellers,
  'sellers/:id': async () => (await import('../pages/sellers/seller.tsx')).Seller,
  dealers: async () => (await import('../pages/places/places.tsx')).Dealers,
  'lien-holders': async () => (await import('../pages/places/places.tsx')).LienHolders,
  licences: async () => (await import('../pages/licences/licences.tsx')).Licences,
  vehicles: async () => (await import('../pages/vehicles/vehicles.tsx')).Vehicles,
  'rate-books': async () => (await import('../pages/rate-books/rate-books.tsx')).RateBooks,
  'rate-books/load': async () => (await import('../pages/rate-books/load-book.tsx')).LoadBook,
  'rate-books/:version': async () => (await import('../pages/rate-books/rate-book.tsx')).RateBook,
  'tax-tables': async () => (await import('../pages/tax-tables/tax-tables.tsx')).TaxTables,
  'customer-texts': async () => (await import('../pages/customer-texts/customer-texts.tsx')).CustomerTexts,
  'tax-tables/:version': async () => (await import('../pages/tax-tables/tax-table.tsx')).TaxTable,
  'disclosure-texts': async () => (await import('../pages/disclosure-texts/disclosure-texts.tsx')).DisclosureTexts,
  'rescission-rules': async () => (await import('../pages/rescission-rules/rescission-rules.tsx')).RescissionRules,
  wordings: async () => (await import('../pages/wordings/wordings.tsx')).Wordings,
  accounts: async () => (await import('../pages/accounts/accounts.tsx')).Accounts,
  acts: async () => (await import('../pages/acts/acts.tsx')).Acts,
  'personal-data': async () => (await import('../pages/personal-data/personal-data.tsx')).PersonalData,
  me: async () => (await import('../pages/me/me.tsx')).Me,
};

/** The desk of a seller has these, and no other. */
const deskPages: Pages = {
  '/': async () => (await import('../pages/desk/links.tsx')).DeskLinks,
  policies: async () => (await import('../pages/desk/policies.tsx')).DeskPolicies,
  'policies/:policyNumber': async () => (await import('../pages/desk/policy.tsx')).DeskPolicyPage,
  statements: async () => (await import('../pages/desk/statements.tsx')).DeskStatements,
  me: async () => (await import('../pages/me/me.tsx')).Me,
};

export function pagesOf({ account }: Session): Pages {
  return account.seller === null ? operatorPages : deskPages;
}

/** Loads the page that the address names, if there is one, before there is a router. */
export async function loadPageAt(address: string, session: Session): Promise<void> {
  const given = partsOf(address);
  const named = Object.entries(pagesOf(session)).find(([path]) => {
    const parts = partsOf(path);
    return parts.length === given.length && parts.every((part, place) => part.startsWith(':') || part === given[place]);
  });
  await named?.[1]();
}

function partsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '');
}
