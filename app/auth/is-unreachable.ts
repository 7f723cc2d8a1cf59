/** Whether an error means that something could not be loaded, sent or waited for any longer. */
export function isUnreachable(error: unknown): boolean {
  // The errors of fetch and import(), and of a call of ours that took too long.
  return (
    error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError')
  );
}
