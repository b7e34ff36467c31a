/**
 * Names and values of facts in the time line and in the acts, as the service records them. One that is missing is shown
 * as it is: a name in English words.
 */
export const facts = {
  colon: ':',
  /** Of a basis that is recorded in both languages, the one that is not shown. */
  otherBasis: 'basisFrench',
  names: {} as Readonly<Record<string, string>>,
  values: {} as Readonly<Record<string, string>>,
};
