/** Our ids are UUIDs: what has another form can't be one, and the database must not be asked for it. */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
