/** The values of a statement built from parts, by name. `add` returns what stands for the value in the text: `:after`. */
export class Values {
  readonly named: Record<string, unknown> = {};

  add(name: string, value: unknown): string {
    if (name in this.named && this.named[name] !== value) throw new Error(`Two values are called ${name}.`);
    this.named[name] = value;
    return `:${name}`;
  }
}

/** Joins conditions with AND; none means `true`. */
export function allSql(conditions: readonly (string | false)[]): string {
  return conditions.filter((one) => one !== false).join(' AND ') || 'true';
}
