import { type Role, roles } from './operator.ts';

/** How the claims of an identity provider become what an operator may do. */
export interface ClaimRules {
  readonly roleClaim: string;
  /** The values of that claim that give a role. */
  readonly roleValues: Readonly<Record<Role, readonly string[]>>;
  /** The claim that holds the client ids of the integrations to see, `*` for all; null for no limit. */
  readonly integrationsClaim: string | null;
}

export type Claims = Readonly<Record<string, unknown>>;

/** Returns the highest role that the claims give; null for none. */
export function roleOf(claims: Claims, { roleClaim, roleValues }: ClaimRules): Role | null {
  const given = valuesOf(claims[roleClaim]);
  return roles.findLast((role) => roleValues[role].some((value) => given.includes(value))) ?? null;
}

/** Returns the client ids that the operator is limited to; null for no limit. A missing claim lets nothing be seen. */
export function clientIdsOf(claims: Claims, { integrationsClaim }: ClaimRules): readonly string[] | null {
  if (integrationsClaim === null) return null;
  const given = valuesOf(claims[integrationsClaim]);
  return given.includes('*') ? null : given;
}

/** Returns the name that the operator is shown by: the first claim that can be one. */
export function operatorNameOf(claims: Claims): string | null {
  const names = [claims.preferred_username, claims.email, claims.sub];
  return names.find((name): name is string => typeof name === 'string' && isOperatorName(name)) ?? null;
}

export function isOperatorName(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._@-]{0,99}$/.test(text);
}

/** A claim is one text, or a list of texts. */
function valuesOf(claim: unknown): readonly string[] {
  const values = Array.isArray(claim) ? claim : [claim];
  return values.filter((value): value is string => typeof value === 'string').slice(0, valuesMax);
}

const valuesMax = 1_000;
