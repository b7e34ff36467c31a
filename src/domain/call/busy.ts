/**
 * This instance can't do what was asked at the moment, and has done nothing: the same call may be repeated after a
 * second.
 */
export class Busy extends Error {}
