/**
 * The database can't be reached at the moment. The same call may succeed later; whether a write of this one took effect
 * is unknown.
 */
export class Unavailable extends Error {}
