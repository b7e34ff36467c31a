/**
 * Whether `twin` has what `seller` sold before the sandbox's resets: a seller of its own, which is disabled for good.
 * Only a sandbox has any.
 */
export const isTwinSql = `twin.integration_id = seller.integration_id AND twin.username = seller.username || '.reset'
  AND twin.is_disabled`;
