/**
 * An address where nothing listens: port 1 is below the ports that the system hands out. One that was free a moment ago
 * belongs to another test a moment later.
 */
export const nobodysOrigin = 'http://127.0.0.1:1';
