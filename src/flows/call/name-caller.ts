import type { Reference } from '../../store/reference/keeper.ts';

/** Who tried to authenticate, for the log. */
export interface NamedCaller {
  readonly clientId: string | null;
  readonly username: string | null;
}

/** Returns only names that exist: anything else may be a secret that was typed into the wrong place. */
export function nameCaller(reference: Reference, given: { clientId: string; username: string }): NamedCaller {
  const { sellers } = reference;
  const integration = sellers.integrationByClientId.get(given.clientId) ?? null;
  const seller = integration && sellers.find(integration, given.username);
  return { clientId: integration?.clientId ?? null, username: seller?.username ?? null };
}
