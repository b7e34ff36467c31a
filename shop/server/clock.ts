/** The clock of the shop's server, handed to whatever needs the time. */
export const clock = (): Date => new Date();
