/**
 * The reference data were changed after a call was judged by them and before it could write. Nothing was written: the
 * call is judged again by the new ones.
 */
export class ReferenceChanged extends Error {
  constructor() {
    super('The reference data were changed meanwhile.');
  }
}
