interface Graph {
  getModuleInfo: (id: string) => { importers: readonly string[] } | null;
}

/** Modules that every page loads: the document, and React Router's start in the browser. */
const SHELL = /\/app\/(root|entry\.client)\.tsx$/;

/** Small modules that most pages load: a separate chunk for each would cost more than it saves. */
const COMMON =
  /\/app\/(?:ui\/(?:badge|send-keys|use-desktop-focus|use-document-drop|use-send-key|use-kept-text|loading\/use-idle)|platform\/result|drafts\/documents\/(?:composer-input|import-steps|strip-url-credentials))\.tsx?$/;

/** Icons are exported by one file, so each seems to belong to every importer of that file. */
const ICON = /\/lucide-react\/dist\/esm\/icons\//;

const known = new Map<string, boolean>();

/**
 * Puts the modules of every page into one chunk. Otherwise they become two dozen chunks of some hundred
 * bytes, which cost requests and compress badly.
 */
export const shellChunk = {
  name: (id: string, graph: Graph): string | null =>
    COMMON.test(id) || (!ICON.test(id) && isOfShell(id, graph)) ? 'shell' : null,
};

/** Whether a chain of static imports leads from the shell to a module. */
function isOfShell(id: string, graph: Graph): boolean {
  const before = known.get(id);
  if (before !== undefined) return before;
  // Ends cycles: a module on its own import path adds nothing.
  known.set(id, false);
  const isIn = (graph.getModuleInfo(id)?.importers ?? []).some(
    (importer) => SHELL.test(importer.replace(/\?.*$/, '')) || isOfShell(importer, graph),
  );
  known.set(id, isIn);
  return isIn;
}
