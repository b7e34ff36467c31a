/** The two worlds. They never share a database, a credential or a party. */
export const modes = ['sandbox', 'production'] as const;
export type Mode = (typeof modes)[number];
