/** The reason of an act, as it is kept; null when it says too little. */
export function givenReason(reason: string): string | null {
  const words = reason.trim();
  return words.length >= lengthMin ? words : null;
}

const lengthMin = 3;
