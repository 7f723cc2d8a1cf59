/** Whether a write failed because the SQLite of an object is full (10 GB at most, by its plan). */
export function isStorageFull(error: unknown): boolean {
  return error instanceof Error && /SQLITE_FULL|database or disk is full/i.test(error.message);
}
