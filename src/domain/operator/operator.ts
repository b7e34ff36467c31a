/** The operators' roles; each includes the previous one. */
export const roles = ['viewer', 'support', 'admin'] as const;
export type Role = (typeof roles)[number];

export function mayAct(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** The integrations that an operator may see, by their ids; null for all. */
export type VisibleIntegrations = readonly string[] | null;

/** An operator's account, or the system user at the command line. */
export const actorKinds = ['account', 'command line'] as const;

export interface Actor {
  readonly kind: (typeof actorKinds)[number];
  readonly name: string;
}
