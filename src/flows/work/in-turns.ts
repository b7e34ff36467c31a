/** Lets so many run at once. The others wait, in their order. */
export function makeTurns(countMax: number): <T>(act: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (act) => {
    if (running < countMax) running += 1;
    else await new Promise<void>((begin) => void waiting.push(begin));
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
