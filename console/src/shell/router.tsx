import type { ComponentType } from 'react';
import { createBrowserRouter, type RouteObject } from 'react-router';
import { Lost } from '../pages/lost.tsx';
import { PageError } from './page-error.tsx';
import { Shell } from './shell.tsx';

/** Each page is loaded when it is first entered. */
const pages: RouteObject[] = [
  { index: true, ...page(async () => (await import('../pages/today/today.tsx')).Today) },
  { path: 'sales', ...page(async () => (await import('../pages/sales/sales.tsx')).Sales) },
  { path: 'sales/:applicationId', ...page(async () => (await import('../pages/sale/sale.tsx')).Sale) },
  { path: 'books', ...page(async () => (await import('../pages/books/books.tsx')).Books) },
  { path: 'integrations', ...page(async () => (await import('../pages/integrations/integrations.tsx')).Integrations) },
  {
    path: 'integrations/:id',
    ...page(async () => (await import('../pages/integrations/integration.tsx')).Integration),
  },
  {
    path: 'oauth-clients/:id',
    ...page(async () => (await import('../pages/oauth-clients/oauth-client.tsx')).OAuthClient),
  },
  {
    path: 'webhook-endpoints/:id',
    ...page(async () => (await import('../pages/webhooks/webhook-endpoint.tsx')).WebhookEndpoint),
  },
  { path: 'sellers', ...page(async () => (await import('../pages/sellers/sellers.tsx')).Sellers) },
  { path: 'sellers/:id', ...page(async () => (await import('../pages/sellers/seller.tsx')).Seller) },
  { path: 'dealers', ...page(async () => (await import('../pages/dealers/dealers.tsx')).Dealers) },
  { path: 'lien-holders', ...page(async () => (await import('../pages/lien-holders/lien-holders.tsx')).LienHolders) },
  { path: 'licences', ...page(async () => (await import('../pages/licences/licences.tsx')).Licences) },
  { path: 'vehicles', ...page(async () => (await import('../pages/vehicles/vehicles.tsx')).Vehicles) },
  { path: 'rate-books', ...page(async () => (await import('../pages/rate-books/rate-books.tsx')).RateBooks) },
  { path: 'rate-books/load', ...page(async () => (await import('../pages/rate-books/load-book.tsx')).LoadBook) },
  { path: 'rate-books/:version', ...page(async () => (await import('../pages/rate-books/rate-book.tsx')).RateBook) },
  { path: 'tax-tables', ...page(async () => (await import('../pages/tax-tables/tax-tables.tsx')).TaxTables) },
  {
    path: 'disclosure-texts',
    ...page(async () => (await import('../pages/disclosure-texts/disclosure-texts.tsx')).DisclosureTexts),
  },
  { path: 'wordings', ...page(async () => (await import('../pages/wordings/wordings.tsx')).Wordings) },
  { path: 'accounts', ...page(async () => (await import('../pages/accounts/accounts.tsx')).Accounts) },
  { path: 'acts', ...page(async () => (await import('../pages/acts/acts.tsx')).Acts) },
  {
    path: 'personal-data',
    ...page(async () => (await import('../pages/personal-data/personal-data.tsx')).PersonalData),
  },
  { path: 'me', ...page(async () => (await import('../pages/me/me.tsx')).Me) },
  { path: '*', Component: Lost },
];

function page(load: () => Promise<ComponentType>) {
  return { lazy: async () => ({ Component: await load() }) };
}

export const router = createBrowserRouter([
  {
    Component: Shell,
    HydrateFallback: () => null,
    children: [{ ErrorBoundary: PageError, children: pages }],
  },
]);
