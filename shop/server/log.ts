/** One line of JSON for each event. Ids, codes and times: never a name, an address, a secret or a bank number. */
export type Log = (event: string, facts?: object) => void;

export const log: Log = (event, facts = {}) => {
  process.stdout.write(`${JSON.stringify({ event, ...facts })}\n`);
};
