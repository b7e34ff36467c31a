/** One that is released has ended without a policy: the quote is open again. */
export const bindStates = ['running', 'released', 'bound'] as const;
export type BindState = (typeof bindStates)[number];

/** How far a running bind is: it has its number, or it is about to ask the processor or the lender for the money. */
export const bindSteps = ['claimed', 'charging', 'lending'] as const;
export type BindStep = (typeof bindSteps)[number];
