export type Json = Readonly<Record<string, unknown>>;

/** Null when it is no object. */
export function asObject(value: unknown): Json | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : null;
}

/** Null when it is no JSON, or no object. */
export function readJson(text: string): Json | null {
  try {
    return asObject(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
