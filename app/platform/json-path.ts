/** A problem at one place of a JSON document: a path such as `$.tools[3].name`, and a sentence. */
export interface PathProblem {
  path: string;
  message: string;
}

/** Writes segments as a JSONPath (RFC 9535): `["tools", 3, "a b"]` gives `$.tools[3]['a b']`. */
export function toJsonPath(segments: readonly (string | number | symbol)[]): string {
  let path = '$';
  for (const segment of segments) {
    if (typeof segment === 'number') path += `[${segment}]`;
    else if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(String(segment))) path += `.${String(segment)}`;
    else path += `['${String(segment).replace(/[\\']/g, (character) => `\\${character}`)}']`;
  }
  return path;
}
