export type Json = Readonly<Record<string, unknown>>;

/** Returns null for anything but an object. */
export function asObject(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

/** Returns null for text that is not a JSON object. */
export function readJson(text: string): Json | null {
  try {
    return asObject(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
