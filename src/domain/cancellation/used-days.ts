/** What the operator does with the cost of used days that nobody has paid. */
export const usedDaysChoices = ['write-off', 'owe'] as const;
export type UsedDays = (typeof usedDaysChoices)[number];
