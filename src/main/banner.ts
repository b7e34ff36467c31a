import { type Config, tellMisspelt } from './config.ts';

export interface Addresses {
  readonly service: string;
  readonly operator: string;
  /** Where browsers reach the sandbox's card processor; null in production. */
  readonly checkout: string | null;
}

/** What a person at a terminal needs to know when the service has started. */
export function banner(config: Config, { service, operator }: Addresses, version: string): string {
  const isSandbox = config.mode === 'sandbox';
  const lines = [
    '',
    isSandbox
      ? `  Northbind ${version} runs as a sandbox: nothing here is real.`
      : config.isRehearsal
        ? `  Northbind ${version} runs a rehearsal of production: nothing here is real.`
        : `  Northbind ${version} runs in production.`,
    ...(config.isOutboundOff
      ? ['', '  NOTHING GOES OUT (OUTBOUND=off): no mail, card, lender, webhook or payment link, and no job runs.']
      : []),
    ...(config.misspelt.length > 0 ? ['', ...config.misspelt.map((one) => `  ${tellMisspelt(one)}`)] : []),
    '',
    ...(isSandbox ? [`  Guide      ${service}/docs`] : []),
    `  Service    ${service}${isSandbox ? '   (reference at /swagger)' : ''}`,
    ...(isSandbox ? ['  Shop       npm run shop, then http://127.0.0.1:8090'] : []),
    `  Console    ${operator}${isSandbox ? '   (name admin, password sandbox-password)' : ''}`,
    '',
    '  Ctrl+C stops it.',
    '',
  ];
  return `${lines.join('\n')}\n`;
}
