/**
 * The database can't be reached at the moment. The same call may succeed later; whether a write of this one took effect
 * is unknown.
 */
export class Unavailable extends Error {
  /** A failover takes some seconds; the call itself has waited for a part of them. */
  readonly retryAfterSeconds: number = 2;
}

/**
 * The database ended a statement that waited too long: what it waits for is held by others, whose commits may be waiting
 * for a standby, or which wait for it. Nothing of the statement took effect.
 */
export class TimedOut extends Unavailable {}

/** What the database lacks, though it answers: something has run out, or a page is not what was written. */
export const shortages = ['DiskFull', 'OutOfMemory', 'ResourcesShort', 'DataDamaged'] as const;
export type Shortage = (typeof shortages)[number];

/** The database answers, but lacks something. It takes a person to end that, so callers wait longer. */
export class Exhausted extends Unavailable {
  override readonly retryAfterSeconds = 5;
  readonly shortage: Shortage;

  constructor(shortage: Shortage, message: string, options: ErrorOptions) {
    super(message, options);
    this.shortage = shortage;
  }
}
