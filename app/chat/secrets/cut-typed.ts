import type { OfferedSecret } from './offered-secrets.ts';

/** How long sending waits for the code: the server decides where it does not come. */
const PATIENCE_MS = 2_000;

/** A text without credentials, and those that were in it; the text as it is where the code cannot be had. */
export async function cutTyped(text: string): Promise<{ text: string; found: OfferedSecret[] }> {
  const loading = import('#app/platform/credentials/cut-credentials.ts').catch(() => null);
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  const loaded = await Promise.race([loading, late]);
  if (loaded === null) return { text, found: [] };
  const { text: kept, cut } = loaded.cutCredentials(text);
  return { text: kept, found: cut.map((each) => ({ ...each, isSent: false })) };
}
