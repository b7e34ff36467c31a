/** The policy as it stands, as SQL over `policy`: as it was last amended, or else as it was bound. */
export const currentPolicySql = 'coalesce(policy.amended, policy.snapshot)';
