/** Height of an app's frame at most. */
export const MOST_PIXELS = 1_200;
