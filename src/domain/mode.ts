/** The two worlds. They never share a database, a credential or a party. */
export const modes = ['sandbox', 'production'] as const;
export type Mode = (typeof modes)[number];

/** A database belongs to one of these for good. A rehearsal is production mode with the sandbox's parties. */
export const databaseModes = [...modes, 'rehearsal'] as const;
export type DatabaseMode = (typeof databaseModes)[number];
