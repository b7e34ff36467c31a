/**
 * Which test file runs when; the longest group begins first. `npm test` runs each group in one process; `npm run
 * test:slow` runs what takes minutes: long browser tests, the steps of “getting started”, a client that was written
 * from the contract alone, real processes that are killed, the command line, an upgrade and a restore under load,
 * chaos, packing.
 */
export const groups = {
  'api a-m': ['test/api/[a-m]*.test.ts'],
  'api n-z': ['test/api/[n-z]*.test.ts'],
  operator: ['test/operator/**/*.test.ts'],
  pure: ['{contract,src,test/kit}/**/*.test.ts', 'sdk/test/*.test.ts', 'test/*.test.ts'],
  flows: ['test/flows/**/*.test.ts'],
  parties: ['test/{ports,sandbox,store}/**/*.test.ts'],
  pages: ['test/{contract-client,deploy,docs,main,mcp,pages,proof,sdk}/**/*.test.ts'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type GroupName = keyof typeof groups;

/**
 * The files of a line share a process and a browser: to read the service's TypeScript takes more than a second of a
 * core, and so does a browser's start. What kills processes, starts many or changes what is global has one of its
 * own. The longest come first, so that none of them runs alone at the end;
 * what mostly waits stands among what computes.
 */
export const slowTogether: readonly (readonly string[])[] = [
  [
    'test/api/edges.test.ts',
    'test/api/every-province.test.ts',
    'test/api/modes.test.ts',
    'test/api/moneris-rehearsal.test.ts',
    'test/api/other-payment-released.test.ts',
    'test/api/payment-secrets.test.ts',
    'test/api/quote-properties.test.ts',
    'test/api/quote-properties-garbage.test.ts',
    'test/api/unpaid.test.ts',
    'test/flows/bind-ends.test.ts',
    'test/flows/charge-told.test.ts',
    'test/flows/given-back.test.ts',
    'test/flows/sweep-card-payments.test.ts',
    'test/sandbox/reset.test.ts',
  ],
  [
    'test/pages/shop.test.ts',
    'test/pages/shop-server.test.ts',
    'test/pages/sale-page.test.ts',
    'test/pages/sale-link-words.test.ts',
  ],
  ['test/proof/short.test.ts'],
  [
    'test/api/quote-text.test.ts',
    'test/api/sale-link-down-payment.test.ts',
    'test/api/sale-link-limits.test.ts',
    'test/flows/bind-broken.test.ts',
    'test/flows/charge-taxed-anew.test.ts',
    'test/flows/erase-race.test.ts',
    'test/flows/send-letters.test.ts',
    'test/pages/sale-link-purchase.test.ts',
  ],
  [
    'test/pages/checkout.test.ts',
    'test/sdk/checkout.test.ts',
    'test/pages/card-checkout.test.ts',
    'test/pages/pay-link.test.ts',
    'test/pages/guide.test.ts',
    'test/pages/guide-card-form.test.ts',
    'test/pages/swagger.test.ts',
  ],
  ['test/deploy/alerts.test.ts'],
  ['test/pages/console-onboard.test.ts', 'test/pages/console.test.ts'],
  ['test/pages/console-sales.test.ts', 'test/pages/console-books.test.ts', 'test/pages/console-personal-data.test.ts'],
  ['test/store/outage.test.ts'],
  ['test/pages/console-cancel.test.ts', 'test/pages/console-account.test.ts', 'test/pages/console-tariff.test.ts'],
  [
    'src/documents/credit-figures.test.ts',
    'src/documents/font-coverage.test.ts',
    'src/documents/names.test.ts',
    'src/documents/document-printer.test.ts',
    'src/documents/refund-text.test.ts',
    'src/documents/typesetter.test.ts',
    'src/documents/structure.test.ts',
    'src/flows/document/pdf-fault.test.ts',
  ],
  ['test/docs/operate.test.ts'],
  ['test/main/process.test.ts'],
  ['test/docs/deploy.test.ts'],
  ['test/operator/correct-die.test.ts'],
  // They install other people's tools into one folder.
  ['test/docs/openapi-tools.test.ts', 'test/mcp/package.test.ts', 'test/docs/receivers.test.ts'],
  [
    'test/operator/correct-cli.test.ts',
    'test/operator/onboard-cli.test.ts',
    'test/operator/personal-data.test.ts',
    'test/operator/sales-by-state.test.ts',
  ],
  ['test/flows/bind-die.test.ts'],
  ['test/deploy/upgrade.test.ts'],
  ['test/operator/cli.test.ts'],
  ['test/flows/payment-link-die.test.ts'],
  [
    'test/docs/guide.test.ts',
    'test/docs/collection.test.ts',
    'test/docs/error-examples.test.ts',
    'test/docs/repeated-bind.test.ts',
  ],
  ['test/flows/erase-die.test.ts'],
  ['test/sdk/partner-survives.test.ts'],
  ['test/pages/sale-link-die.test.ts'],
  ['test/store/migrate.test.ts'],
  ['test/store/statement-rows.test.ts'],
  ['test/proof/interleavings/short.test.ts'],
  ['test/proof/interleavings/link-race.test.ts'],
  ['test/api/rate-limit.test.ts'],
  // Mostly waits for the rate limit's next minute.
  ['test/contract-client/client.test.ts'],
  ['test/deploy/monitoring.test.ts'],
  ['test/deploy/proxies.test.ts'],
  ['test/deploy/restore.test.ts'],
  ['test/deploy/release.test.ts'],
  ['test/docs/getting-started.test.ts', 'test/docs/guide-facts.test.ts'],
  ['test/flows/bind-frozen.test.ts'],
  ['test/flows/bind-parallel.test.ts'],
  ['test/main/change-keys.test.ts'],
  ['test/main/database-setup.test.ts'],
  ['test/main/job-takeover.test.ts'],
  ['test/main/metrics.test.ts'],
  ['test/main/paused-instance.test.ts'],
  ['test/main/production-lender.test.ts'],
  ['test/main/production-papers.test.ts'],
  ['test/main/tracing.test.ts'],
  ['test/mcp/mcp.test.ts'],
  ['test/ports/lender-check.test.ts'],
  ['test/ports/outbound-proxy.test.ts'],
  ['test/ports/smtp.test.ts'],
  ['test/sdk/chaos.test.ts'],
  ['test/sdk/day-two.test.ts'],
  ['test/sdk/package.test.ts'],
  ['src/documents/random-names.test.ts'],
  ['test/store/embedded.test.ts'],
  ['test/store/replica.test.ts'],
];

export const slow: readonly string[] = slowTogether.flat();
