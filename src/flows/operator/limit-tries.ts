import {
  type OperatorRefusal,
  type OperatorRefusalCode,
  refuseOperator,
} from '../../domain/operator/operator-refusal.ts';
import type { Database } from '../../store/database.ts';
import { countTry, type TryLimit, uncountTry } from '../../store/operator/operator-wrong-try.ts';
import type { Match, SecretHasher } from '../credential/secret-hash.ts';

// Enough for a forgotten password, too few for a guessing program.
const limit: TryLimit = { triesMax: 5, minutes: 15 };

/** What a try came to. Only a wrong one keeps its count. */
export interface Judged<T> {
  readonly isWrong: boolean;
  readonly result: T;
}

export const successfulTry = <T>(result: T): Judged<T> => ({ isWrong: false, result });
export const failedTry = (code: OperatorRefusalCode, field = ''): Judged<OperatorRefusal> => ({
  isWrong: true,
  result: refuseOperator(code, field),
});

export interface TryParts {
  readonly database: Database;
  readonly hasher: SecretHasher;
}

/** Whose try it is: the name that was typed, and what the caller's address is counted by. */
export interface Tried {
  readonly name: string;
  readonly address: string;
}

/**
 * Judges a password or a code of that name, at most five wrong ones in 15 minutes. The try is counted before it is
 * judged and given back unless it was wrong: of any number at once, no more than five are judged. All of it happens in
 * the caller's turn, so that a flood of tries can't use up the database either.
 */
export async function limitTries<T>(
  { database, hasher }: TryParts,
  { name, address }: Tried,
  judge: (match: Match) => Promise<Judged<T> | Judged<OperatorRefusal>>,
): Promise<T | OperatorRefusal> {
  let result: T | OperatorRefusal = refuseOperator('SignInLocked');
  await hasher.judge({ lane: 'operator', address, name: name.toLowerCase() }, async (match) => {
    if (!(await countTry(database, name, limit))) return null;
    let isWrong = false;
    try {
      const judged = await judge(match);
      ({ isWrong, result } = judged);
    } finally {
      if (!isWrong) await uncountTry(database, { name });
    }
    return isWrong ? null : 'right';
  });
  return result;
}
