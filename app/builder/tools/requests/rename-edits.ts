/** Edits that rename tools; a name that another tool gives up first takes a step in between. */
export function toRenameEdits(renames: readonly { from: string; to: string }[]): object[] {
  const given = new Set(renames.map(({ from }) => from));
  const isFree = renames.every(({ from, to }) => from === to || !given.has(to));
  if (isFree) return renames.map(({ from, to }) => ({ edit: 'renameTool', from, to }));
  return [
    ...renames.map(({ from }, index) => ({ edit: 'renameTool', from, to: `renamed.${index}.` })),
    ...renames.map(({ to }, index) => ({ edit: 'renameTool', from: `renamed.${index}.`, to })),
  ];
}
