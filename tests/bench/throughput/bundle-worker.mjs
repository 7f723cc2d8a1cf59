import { rolldown } from 'rolldown';

/** The code of a Worker as one module. */
export async function bundleWorker(input) {
  const build = await rolldown({
    input,
    logLevel: 'silent',
    external: [/^node:/, /^cloudflare:/],
    resolve: { conditionNames: ['workerd', 'worker', 'browser', 'module', 'import'] },
  });
  const { output } = await build.generate({ format: 'esm', codeSplitting: false, minify: true });
  await build.close();
  return output[0].code;
}
