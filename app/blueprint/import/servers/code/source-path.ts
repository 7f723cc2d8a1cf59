const CODE = /\.(ts|tsx|mts|cts|js|mjs|jsx)$/;
/** Written for something else than the server itself. */
const ASIDE =
  /(^|\/)(node_modules|dist|build|out|coverage|vendor|\.[^/]+|tests?|__tests__|__mocks__|e2e|evals?|fixtures?|mocks?|examples?|benchmarks?|docs?|scripts?|website)\/|\.(test|spec|d|stories|config)\.[cm]?[jt]sx?$|(^|\/)(package-lock|npm-shrinkwrap)\.json$/;

/**
 * Whether a file may have a part in which tools a server has: code, or JSON that code imports.
 *
 * @param folder the server is looked for in there, even if it is a folder of examples
 */
export function isSourcePath(path: string, folder = ''): boolean {
  const rest =
    folder !== '' && path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path;
  return (CODE.test(path) || path.endsWith('.json')) && !ASIDE.test(rest);
}

/** Whether a file is code. */
export function isCodePath(path: string): boolean {
  return CODE.test(path);
}
