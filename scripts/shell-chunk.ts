interface Graph {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
}

/** What every page loads anyway: the document, and React Router's start in the browser. */
const SHELL = /\/app\/(root|entry\.client)\.tsx$/;

/** Small parts that most pages load: each in a chunk of its own costs more than it weighs. */
const COMMON =
  /\/app\/ui\/(?:badge|send-keys)\.tsx$|\/app\/ui\/use-send-key\.ts$|\/app\/platform\/result\.ts$/;

/**
 * Icons come out of one file that names them all, so each seems to belong to whoever imports any.
 */
const ICON = /\/lucide-react\/dist\/esm\/icons\//;

const known = new Map<string, boolean>();

/**
 * Puts all that every page loads into one chunk. Split by who shares what, it is two dozen of some
 * hundred bytes each, which cost requests and compress badly.
 */
export const shellChunk = {
  name: (id: string, graph: Graph): string | null =>
    COMMON.test(id) || (!ICON.test(id) && isOfShell(id, graph)) ? 'shell' : null,
};

/** Whether a chain of static imports leads from the shell to a module. */
function isOfShell(id: string, graph: Graph): boolean {
  const before = known.get(id);
  if (before !== undefined) return before;
  // Against circles: whoever imports itself on the way adds nothing.
  known.set(id, false);
  const isIn = (graph.getModuleInfo(id)?.importers ?? []).some(
    (importer) => SHELL.test(importer.replace(/\?.*$/, '')) || isOfShell(importer, graph),
  );
  known.set(id, isIn);
  return isIn;
}
