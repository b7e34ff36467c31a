/** Nothing listens here: port 1 is below the ports that the system assigns, so no other test can take it. */
export const unreachableOrigin = 'http://127.0.0.1:1';
