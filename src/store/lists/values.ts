/** The values of a statement that is put together from parts: `add` answers the place of one, such as `$3`. */
export class Values {
  readonly list: unknown[] = [];

  add(value: unknown): string {
    return `$${this.list.push(value)}`;
  }
}

/** Conditions that hold all together; none of them holds always. */
export function all(conditions: readonly (string | false)[]): string {
  return conditions.filter((one) => one !== false).join(' AND ') || 'true';
}
