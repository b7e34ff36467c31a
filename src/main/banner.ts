import type { Config } from './config.ts';

export interface Addresses {
  readonly service: string;
  readonly operator: string;
  /** Where browsers reach the sandbox's card processor; null in production. */
  readonly checkout: string | null;
}

/** The text printed at start in a terminal. */
export function banner(config: Config, addresses: Addresses, version: string): string {
  const lines = [
    '',
    `  Northbind ${version} (${config.mode})`,
    ...(config.isOutboundOff
      ? ['', '  NOTHING GOES OUT (OUTBOUND=off): no mail, card, lender, webhook or payment link, and no job runs.']
      : []),
    '',
    `  service    ${addresses.service}`,
    ...(config.mode === 'sandbox'
      ? [`  reference  ${addresses.service}/swagger`, `  checkout   ${addresses.checkout ?? ''}`]
      : []),
    `  console    ${addresses.operator}`,
    `  metrics    ${addresses.operator}/metrics`,
    '',
    ...(config.mode === 'sandbox' ? sandboxHelp(addresses.service) : []),
  ];
  return `${lines.join('\n')}\n`;
}

function sandboxHelp(service: string): readonly string[] {
  return [
    '  Sandbox credentials: client_id northbind-sandbox, client_secret sandbox-client-secret,',
    '  username ontario (or quebec, alberta, novascotia), password sandbox-password',
    '',
    '  Console: name admin (or support, viewer), password sandbox-password',
    '',
    '  Try it:',
    `    curl -s ${service}/v1/authenticate \\`,
    "      -H 'client_id: northbind-sandbox' -H 'client_secret: sandbox-client-secret' \\",
    "      -H 'content-type: application/json' \\",
    `      -d '{"username":"ontario","password":"sandbox-password"}'`,
    '',
  ];
}
