/** Returns the trimmed reason of an act; null if it is too short. */
export function givenReason(reason: string): string | null {
  const words = reason.trim();
  return words.length >= lengthMin ? words : null;
}

const lengthMin = 3;
