/** The parameters of a statement built from parts. `add` returns the placeholder, such as `$3`. */
export class Values {
  readonly list: unknown[] = [];

  add(value: unknown): string {
    return `$${this.list.push(value)}`;
  }
}

/** Joins conditions with AND; none means `true`. */
export function allSql(conditions: readonly (string | false)[]): string {
  return conditions.filter((one) => one !== false).join(' AND ') || 'true';
}
