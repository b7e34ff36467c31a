/**
 * Which test file runs when; the longest group begins first. `npm test` runs each group in one process; `npm run
 * test:slow` runs what takes minutes: long browser tests, the steps of “getting started”, real processes that are
 * killed, the command line, an upgrade and a restore under load, chaos, packing.
 */
export const groups = {
  api: ['test/api/**/*.test.ts'],
  pure: ['{contract,src,test/kit}/**/*.test.ts', 'sdk/test/*.test.ts', 'test/*.test.ts'],
  flows: ['test/{flows,ports,sandbox,store}/**/*.test.ts'],
  pages: ['test/{deploy,docs,main,mcp,pages,proof,sdk}/**/*.test.ts'],
  operator: ['test/operator/**/*.test.ts'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type GroupName = keyof typeof groups;

export const slow: readonly string[] = [
  'test/api/moneris-rehearsal.test.ts',
  'test/api/quote-properties-garbage.test.ts',
  'test/deploy/monitoring.test.ts',
  'test/deploy/proxies.test.ts',
  'test/deploy/restore.test.ts',
  'test/deploy/upgrade.test.ts',
  'test/docs/deploy.test.ts',
  'test/docs/error-examples.test.ts',
  'test/docs/getting-started.test.ts',
  'test/docs/guide.test.ts',
  'test/docs/openapi-tools.test.ts',
  'test/docs/operate.test.ts',
  'test/docs/repeated-bind.test.ts',
  'test/flows/bind-die.test.ts',
  'test/flows/bind-frozen.test.ts',
  'test/flows/bind-parallel.test.ts',
  'test/main/database-setup.test.ts',
  'test/main/metrics.test.ts',
  'test/main/process.test.ts',
  'test/main/production-lender.test.ts',
  'test/mcp/mcp.test.ts',
  'test/mcp/package.test.ts',
  'test/operator/cli.test.ts',
  'test/operator/correct-cli.test.ts',
  'test/operator/correct-die.test.ts',
  'test/operator/onboard-cli.test.ts',
  'test/operator/sales-by-state.test.ts',
  'test/pages/checkout.test.ts',
  'test/pages/console-onboard.test.ts',
  'test/pages/console-sales.test.ts',
  'test/pages/console-tariff.test.ts',
  'test/pages/console.test.ts',
  'test/pages/guide.test.ts',
  'test/pages/storefront.test.ts',
  'test/ports/lender-check.test.ts',
  'test/ports/outbound-proxy.test.ts',
  'test/proof/short.test.ts',
  'test/sandbox/reset.test.ts',
  'test/sdk/chaos.test.ts',
  'test/sdk/checkout.test.ts',
  'test/sdk/day-two.test.ts',
  'test/sdk/package.test.ts',
  'test/store/embedded.test.ts',
  'test/store/migrate.test.ts',
  'test/store/outage.test.ts',
];
