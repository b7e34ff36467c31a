import { createHash } from 'node:crypto';

/**
 * A cursor is the last entry of its page and a tag of whose list it is and of its filters, so that it is not used with
 * others.
 */
export interface ListCursor {
  /** Returns the entry that the cursor names; null if it is of another list. */
  readonly read: (cursor: string) => string | null;
  readonly write: (lastId: string) => string;
}

const tagLength = 16;

export function listCursor(sellerId: string, filters: object): ListCursor {
  const tag = createHash('sha256')
    .update(JSON.stringify([sellerId, filters]))
    .digest('base64url')
    .slice(0, tagLength);
  return {
    read: (cursor) => {
      const [id = '', given] = cursor.trim().split('.');
      return given === tag ? id : null;
    },
    write: (lastId) => `${lastId}.${tag}`,
  };
}
