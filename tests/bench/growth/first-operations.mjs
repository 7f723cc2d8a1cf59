const METHODS = new Set('get put post delete options head patch trace query'.split(' '));

/** A part of a document: its first operations, and what these refer to. */
export function takeOperations(document, count) {
  const paths = {};
  let left = count;
  for (const [path, item] of Object.entries(document.paths)) {
    if (left === 0) break;
    const kept = Object.entries(item).filter(([key]) => !METHODS.has(key) || (left -= 1) >= 0);
    left = Math.max(left, 0);
    paths[path] = Object.fromEntries(kept);
  }
  return { ...document, paths, components: usedComponents(document, paths) };
}

/** Components that a part of a document refers to, directly or through others, in their order. */
function usedComponents(document, part) {
  const used = new Set();
  const open = [JSON.stringify(part)];
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    for (const [, kind, name] of text.matchAll(/"#\/components\/(\w+)\/([^"/]+)/g)) {
      const key = `${kind}/${name}`;
      const value = document.components?.[kind]?.[name];
      if (used.has(key) || value === undefined) continue;
      used.add(key);
      open.push(JSON.stringify(value));
    }
  }
  const kept = Object.entries(document.components ?? {}).map(([kind, all]) => [
    kind,
    kind === 'securitySchemes'
      ? all
      : Object.fromEntries(Object.entries(all).filter(([name]) => used.has(`${kind}/${name}`))),
  ]);
  return Object.fromEntries(kept);
}
