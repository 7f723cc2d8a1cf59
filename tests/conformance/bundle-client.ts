import path from 'node:path';

import { rolldown } from 'rolldown';

/** Builds the client under test into one file, since the suite starts it dozens of times; gives its path. */
export async function bundleClient(folder: string): Promise<string> {
  const bundle = await rolldown({
    input: path.resolve('tests/conformance/client-under-test.ts'),
    platform: 'node',
    logLevel: 'silent',
  });
  const file = path.join(folder, 'client.mjs');
  await bundle.write({ file, format: 'esm', codeSplitting: false });
  await bundle.close();
  return file;
}
