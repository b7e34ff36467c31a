/** The database can't be migrated to this version; the message says what to do. */
export class MigrationError extends Error {}
