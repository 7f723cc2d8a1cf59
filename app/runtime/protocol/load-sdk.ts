/**
 * Preloads the SDK, which startup does not need, so that no request waits for it. Rejects if it cannot be
 * loaded: such a server answers ordinary requests only.
 */
export async function loadSdk(): Promise<void> {
  await Promise.all([
    import('./answer-fully.ts'),
    import('./session/session-host.ts'),
    import('./session/state-codec.ts'),
  ]);
}
