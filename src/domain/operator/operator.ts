/** What an operator may do: each role may do what the one before it may. */
export const roles = ['viewer', 'support', 'admin'] as const;
export type Role = (typeof roles)[number];

export function mayAct(role: Role, needed: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(needed);
}

/** Who did something: an operator's account, or a person at the command line of the machine. */
export interface Actor {
  readonly kind: 'account' | 'command line';
  readonly name: string;
}
