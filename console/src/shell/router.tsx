import { createBrowserRouter, type RouteObject } from 'react-router';
import { Lost } from '../pages/lost.tsx';
import { Broken } from './broken.tsx';
import { Shell } from './shell.tsx';

/** One room per page, each loaded when it is first entered. */
const rooms: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('../pages/today/today.tsx')).Today }) },
  { path: 'sales', lazy: async () => ({ Component: (await import('../pages/sales/sales.tsx')).Sales }) },
  { path: 'sales/:applicationId', lazy: async () => ({ Component: (await import('../pages/sale/sale.tsx')).Sale }) },
  {
    path: 'integrations',
    lazy: async () => ({ Component: (await import('../pages/integrations/integrations.tsx')).Integrations }),
  },
  {
    path: 'integrations/:id',
    lazy: async () => ({ Component: (await import('../pages/integrations/integration.tsx')).Integration }),
  },
  { path: 'sellers', lazy: async () => ({ Component: (await import('../pages/sellers/sellers.tsx')).Sellers }) },
  { path: 'sellers/:id', lazy: async () => ({ Component: (await import('../pages/sellers/seller.tsx')).Seller }) },
  { path: 'dealers', lazy: async () => ({ Component: (await import('../pages/dealers/dealers.tsx')).Dealers }) },
  {
    path: 'lien-holders',
    lazy: async () => ({ Component: (await import('../pages/lien-holders/lien-holders.tsx')).LienHolders }),
  },
  {
    path: 'rate-books',
    lazy: async () => ({ Component: (await import('../pages/rate-books/rate-books.tsx')).RateBooks }),
  },
  {
    path: 'rate-books/load',
    lazy: async () => ({ Component: (await import('../pages/rate-books/load-book.tsx')).LoadBook }),
  },
  {
    path: 'rate-books/:version',
    lazy: async () => ({ Component: (await import('../pages/rate-books/rate-book.tsx')).RateBook }),
  },
  {
    path: 'tax-tables',
    lazy: async () => ({ Component: (await import('../pages/tax-tables/tax-tables.tsx')).TaxTables }),
  },
  { path: 'accounts', lazy: async () => ({ Component: (await import('../pages/accounts/accounts.tsx')).Accounts }) },
  { path: 'acts', lazy: async () => ({ Component: (await import('../pages/acts/acts.tsx')).Acts }) },
  { path: 'me', lazy: async () => ({ Component: (await import('../pages/me/me.tsx')).Me }) },
  { path: '*', Component: Lost },
];

export const router = createBrowserRouter([
  {
    Component: Shell,
    HydrateFallback: () => null,
    children: [{ ErrorBoundary: Broken, children: rooms }],
  },
]);
