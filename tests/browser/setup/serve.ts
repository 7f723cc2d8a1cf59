import { startBuiltWorker } from '../../setup/built-worker.ts';

/** Serves the built Worker while the browser tests run. */
export default async function serve(): Promise<() => Promise<void>> {
  const { url, close } = await startBuiltWorker();
  const { port } = new URL(url);
  // localhost is a secure context by name, and what a developer opens.
  process.env.BUILT_URL = `http://localhost:${port}`;
  return close;
}
