import { type OperatorRefusal, type OperatorRefusalCode, refuseOperator } from '../../domain/operator/refusal.ts';
import type { Database } from '../../store/database.ts';
import { giveTryBack, type TryLimit, takeTry } from '../../store/operator-wrong-try.ts';

// Enough for a forgotten password, too few for a guessing program.
const limit: TryLimit = { triesMax: 5, minutes: 15 };

/** What a try came to. Only a wrong one keeps its count. */
export interface Judged<T> {
  readonly isWrong: boolean;
  readonly result: T;
}

export const right = <T>(result: T): Judged<T> => ({ isWrong: false, result });
export const wrong = (code: OperatorRefusalCode, field = ''): Judged<OperatorRefusal> => ({
  isWrong: true,
  result: refuseOperator(code, field),
});

/**
 * Judges a password or a code of that name, at most five wrong ones in 15 minutes. The try is counted before it is
 * judged and given back unless it was wrong: of any number at once, no more than five are judged.
 */
export async function limitTries<T>(
  database: Database,
  name: string,
  judge: () => Promise<Judged<T> | Judged<OperatorRefusal>>,
): Promise<T | OperatorRefusal> {
  if (!(await takeTry(database, name, limit))) return refuseOperator('SignInLocked');
  let isWrong = false;
  try {
    const judged = await judge();
    isWrong = judged.isWrong;
    return judged.result;
  } finally {
    if (!isWrong) await giveTryBack(database, name);
  }
}
