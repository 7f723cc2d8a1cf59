/** Counts of a day, by name; what was not counted on it is absent. */
export interface DayTotals {
  /** As `2026-11-26`, in UTC. */
  date: string;
  amounts: Partial<Record<TotalName, number>>;
}

export const TOTAL_NAMES = [
  'users',
  'chats',
  'projects',
  'versions',
  'turns',
  'calls',
  'failedCalls',
  'databaseBytes',
] as const;
export type TotalName = (typeof TOTAL_NAMES)[number];
