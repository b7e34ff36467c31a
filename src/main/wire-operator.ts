import type { FastifyInstance } from 'fastify';
import { makeOidc } from '../adapters/oidc/oidc.ts';
import type { SecretBox } from '../flows/credential/secret-box.ts';
import type { SecretHasher } from '../flows/credential/secret-hash.ts';
import { buildOperatorServer } from '../operator/operator-server.ts';
import type { Database } from '../store/database.ts';
import type { Decoder } from '../vehicles/decoder.ts';
import type { Config } from './config.ts';
import type { Metrics } from './metrics.ts';
import type { Shared } from './shared.ts';
import { version } from './version.ts';

export interface OperatorWiringParts {
  readonly config: Config;
  readonly direct: Database;
  readonly hasher: SecretHasher;
  /** Encrypts authenticators. */
  readonly box: SecretBox;
  readonly decoder: Decoder;
  readonly metrics: Metrics;
}

/** The console, its API, and the metrics. */
export function wireOperator(
  shared: Shared,
  { config, direct, hasher, box, decoder, metrics }: OperatorWiringParts,
): FastifyInstance {
  const { issuer } = shared;
  const { isOutboundOff, trustProxy, isSecondFactorRequired } = config;
  return buildOperatorServer({
    ...shared,
    isOutboundOff,
    version,
    hasher,
    trustProxy,
    direct,
    allowedHosts: config.operatorHosts,
    isSecondFactorRequired,
    issuerNames: [issuer.name, issuer.emailAddress, issuer.website],
    oidc: oidcOf(config),
    box,
    metricsToken: config.metricsToken?.reveal() ?? null,
    decodeVin: decoder.decode,
    consoleFolder: new URL('../../console/dist/', import.meta.url),
    readMetrics: async () => ({ text: await metrics.registry.metrics(), contentType: metrics.registry.contentType }),
  });
}

function oidcOf({ oidc, operatorPublicUrl }: Config) {
  if (oidc === null) return null;
  const provider = makeOidc({ ...oidc, clientSecret: oidc.clientSecret.reveal() });
  return { provider, rules: oidc.rules, publicUrl: operatorPublicUrl };
}
