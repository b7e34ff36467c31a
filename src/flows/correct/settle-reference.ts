/** Where something that was settled outside can be found, as it is kept; null when it says nothing. */
export function givenReference(reference: string): string | null {
  const words = reference.trim();
  return words.length >= 1 && words.length <= lengthMax ? words : null;
}

const lengthMax = 100;
