/**
 * Milliseconds since 1970. Code that depends on time takes one of these, so that tests can set it.
 */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
