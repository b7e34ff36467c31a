import { ReferenceChanged } from '../../domain/reference-changed.ts';
import { Unavailable } from '../../domain/unavailable.ts';

// Each follows a change that a person has made.
const changesMax = 5;

/**
 * Runs what is judged by reference data. If they were changed before it could write, it has written nothing: it is
 * judged again by those that are in force, which `reload` loads. Returns null if `reload` says that it is over.
 */
export async function retryOnReferenceChange<T>(
  work: () => Promise<T>,
  reload: () => Promise<boolean>,
): Promise<T | null> {
  for (let changes = 0; ; changes += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ReferenceChanged)) throw error;
      if (changes === changesMax) throw new Unavailable('The reference data are being changed all the time.');
      if (!(await reload())) return null;
    }
  }
}
