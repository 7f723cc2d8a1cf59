import { decodeText } from '#app/platform/text/decode-text.ts';

import type { OfferedSecret } from './offered-secrets.ts';

/** How long sending waits for the code: the server decides where it does not come. */
const PATIENCE_MS = 2_000;

/** Longer files are not looked through: nobody wrote them. */
const MAX_FILE_BYTES = 1_048_576;

/** A file without the credentials in its text, and those that were in it; other files stay as they are. */
export async function cutTypedFile(body: Blob): Promise<{ body: Blob; found: OfferedSecret[] }> {
  const isText = !/^(?:image|audio|video|font)\//.test(body.type);
  if (!isText || body.size > MAX_FILE_BYTES) return { body, found: [] };
  const [loaded, bytes] = await Promise.all([loadCutting(), body.arrayBuffer()]);
  const text = loaded && decodeText(new Uint8Array(bytes), null);
  if (loaded === null || text === null) return { body, found: [] };
  const { text: kept, cut } = loaded.cutFileText(text);
  if (cut.length === 0) return { body, found: [] };
  return { body: new Blob([kept], { type: body.type }), found: toOffers(cut) };
}

/** A text without credentials, and those that were in it; the text as it is where the code cannot be had. */
export async function cutTyped(text: string): Promise<{ text: string; found: OfferedSecret[] }> {
  const loaded = await loadCutting();
  if (loaded === null) return { text, found: [] };
  const { text: kept, cut } = loaded.cutCredentials(text);
  return { text: kept, found: toOffers(cut) };
}

/** Loads the code that cuts; it comes while somebody types, so that sending does not wait for it. */
export function loadCutting() {
  const loading = import('#app/platform/credentials/cut-credentials.ts').catch(() => null);
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null));
  return Promise.race([loading, late]);
}

function toOffers(cut: readonly Omit<OfferedSecret, 'isSent'>[]): OfferedSecret[] {
  return cut.map((each) => ({ ...each, isSent: false }));
}
