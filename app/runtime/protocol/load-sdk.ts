/**
 * Loads what a server that starts does without, so that nobody who needs it waits. It rejects where
 * that cannot be loaded: such a server answers everyday requests only.
 */
export async function loadSdk(): Promise<void> {
  await Promise.all([
    import('./answer-fully.ts'),
    import('./session/session-host.ts'),
    import('./session/state-codec.ts'),
  ]);
}
