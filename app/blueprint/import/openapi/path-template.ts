import type { ImportRun } from '#app/blueprint/import/import-run.ts';
import { at } from '#app/blueprint/import/place.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';

import type { OperationSource } from './operations.ts';
import type { ParameterSource } from './parameters.ts';

/** A path template, and the parameters for its placeholders. */
export interface FilledPath {
  /** Starts with `/`; `{name}` for each path parameter. */
  path: string;
  parameters: ParameterSource[];
}

/** Matches placeholders with declared path parameters: each `{name}` gets exactly one. */
export function matchPath(
  run: ImportRun,
  source: OperationSource,
  declared: ParameterSource[],
): FilledPath {
  const inPath = declared.filter((parameter) => parameter.in === 'path');
  const used = new Map<string, ParameterSource>();
  const said = source.path.startsWith('/') ? source.path : `/${source.path}`;
  let path = withoutFragment(run, source, said, inPath);
  path = path.replace(/\{([^{}]*)\}/g, (whole, raw: string) => {
    // "{+path}" and "{rest*}" come from URI templates: the value may contain slashes.
    const name = raw
      .replace(/^[+#./;?&]/, '')
      .replace(/\*$/, '')
      .replace(/=.*$/, '')
      .trim();
    if (name === '') return whole.replaceAll('{', '%7B').replaceAll('}', '%7D');
    const isReserved = /^\+|\*$/.test(raw);
    const known = used.get(name);
    if (known) return `{${known.name}}`;
    const found =
      inPath.find((parameter) => parameter.name === name || parameter.name === raw) ??
      inPath.find((parameter) => parameter.name.toLowerCase() === name.toLowerCase());
    // A parameter named as in the path stays the object that other operations share.
    const named = found && found.name !== name ? { ...found, name } : found;
    const parameter = named ?? undeclared(run, source, name);
    used.set(name, isReserved ? { ...parameter, allowReserved: true } : parameter);
    return `{${name}}`;
  });
  for (const parameter of inPath) {
    const isUsed = [...used.values()].some(
      ({ place, name }) => place === parameter.place || name === parameter.name,
    );
    if (isUsed) continue;
    run.warnings.add(
      'path parameter',
      parameter.place,
      `The path has no place for "${toVisible(parameter.name)}"; the parameter was left out.`,
    );
  }
  const others = declared.filter((parameter) => parameter.in !== 'path');
  return { path, parameters: [...used.values(), ...others] };
}

/**
 * Documents append a fragment to a path to distinguish operations of one address. If path parameters follow
 * the "#", it is a part of the path that was not percent-encoded.
 */
function withoutFragment(
  run: ImportRun,
  { operation }: OperationSource,
  path: string,
  inPath: ParameterSource[],
): string {
  const [kept = '', ...rest] = path.split('#');
  if (rest.length === 0) return path;
  const isPath = inPath.some(({ name }) => rest.join('#').includes(`{${name}}`));
  const message = isPath
    ? 'The path has a "#", which would end it; it is sent as "%23".'
    : 'The part of the path after "#" is never sent; it was left out.';
  run.warnings.add('path', operation.place, message);
  return isPath ? [kept, ...rest].join('%23') : kept || '/';
}

function undeclared(run: ImportRun, { operation }: OperationSource, name: string): ParameterSource {
  run.warnings.add(
    'path parameter',
    operation.place,
    `The path parameter "${toVisible(name)}" is not declared; it is treated as a string.`,
  );
  return {
    place: operation.place,
    name,
    in: 'path',
    isRequired: true,
    description: '',
    isDeprecated: false,
    schema: { type: 'string' },
    schemaPlace: at(operation.place, 'parameters'),
    style: 'simple',
    explode: false,
    allowReserved: false,
    allowEmptyValue: false,
    examples: [],
  };
}
