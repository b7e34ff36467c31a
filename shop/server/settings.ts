import { join } from 'node:path';
import { type SandboxFault, sandboxFaults } from '@northbind/sdk';

export type Settings = Readonly<ReturnType<typeof readSettings>>;

/**
 * In the sandbox everything has a default; in production secrets and URLs have none, and all missing ones are reported
 * at once.
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>) {
  const isSandbox = environment.NORTHBIND_MODE !== 'production';
  const missing: string[] = [];
  const read = (name: string, sandboxDefault: string): string => {
    const value = environment[name]?.trim();
    if (value) return value;
    if (!isSandbox) missing.push(name);
    return sandboxDefault;
  };
  const northbindUrl = read('NORTHBIND_URL', 'http://127.0.0.1:8080');
  const settings = {
    isSandbox,
    northbindUrl,
    /** The card form comes from this origin, the only foreign one that the pages allow. */
    processorOrigin: read('PROCESSOR_ORIGIN', nextPort(northbindUrl)),
    clientId: read('SHOP_CLIENT_ID', 'northbind-sandbox-oauth'),
    clientSecret: read('SHOP_CLIENT_SECRET', 'sandbox-oauth-secret'),
    seller: read('SHOP_SELLER', 'ontario'),
    /** The seller's zone: "today" is the date there. */
    timeZone: read('SHOP_TIME_ZONE', 'America/Toronto'),
    producerCode: environment.SHOP_PRODUCER_CODE || null,
    host: environment.SHOP_HOST || '127.0.0.1',
    port: Number(environment.SHOP_PORT || 8090),
    /** The secret of the webhook endpoint that is registered for this shop; null: it takes no webhooks. */
    webhookSecret: environment.SHOP_WEBHOOK_SECRET || null,
    /** The folder of the sales and the documents. */
    dataFolder: environment.SHOP_DATA || join(import.meta.dirname, '../.data'),
    /** A fault that each bind provokes in the sandbox, to try the shop. */
    bindFault: isSandbox ? readFault(environment.SHOP_BIND_FAULT) : null,
  };
  if (missing.length > 0) throw new Error(`The shop needs these settings in production: ${missing.join(', ')}.`);
  return settings;
}

/** The sandbox's processor listens on the next port. */
function nextPort(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${protocol}//${hostname}:${Number(port || (protocol === 'https:' ? 443 : 80)) + 1}`;
}

function readFault(name: string | undefined): SandboxFault | null {
  const faults = Object.keys(sandboxFaults) as SandboxFault[];
  return faults.find((fault) => fault === name) ?? null;
}
