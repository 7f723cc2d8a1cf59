import type { ParameterSketch } from '#app/extraction/reading/sketch.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { readCode } from './code-reader.ts';
import type { Code } from './code.ts';
import { CodeValues } from './code-values.ts';
import { findBraces } from './find-braces.ts';
import { sampleParameters } from './sample-parameters.ts';
import { readParameter } from './signature.ts';
import { closingOf, splitTop } from './split-top.ts';
import { readType, readTypeBody } from './type-notation.ts';

/** A type or a data sample in a text. */
export interface ReadType {
  name: string | null;
  kind: 'type' | 'sample';
  parameters: ParameterSketch[];
  start: number;
  end: number;
}

const MAX_TYPES = 200;
const TYPESCRIPT =
  /(?:^|(?<=\n))[ \t]*(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:interface\s+(\w+)[^{\n]{0,200}|type\s+(\w+)\s*=\s*)(?=\{)/g;
const PYTHON =
  /(?:^|(?<=\n))((?:[ \t]*@dataclass[^\n]*\n)?[ \t]*)class\s+(\w+)[ \t]*(?:\([^()\n]*\))?[ \t]*:[^\n]*\n/g;
const ZOD =
  /(?:^|(?<=\n))[ \t]*(?:export\s+)?(?:const|let)\s+(\w+)\s*=\s*(?=z\s*\.\s*(?:object|strictObject)\()/g;
const GO = /(?:^|(?<=\n))[ \t]*type\s+(\w+)\s+struct\s*(?=\{)/g;
const RECORD =
  /(?:^|(?<=\n))[ \t]*(?:public\s+|export\s+|sealed\s+)*(?:data\s+class|record(?:\s+(?:class|struct))?)\s+(\w+)\s*(?=\()/g;
const CLASS =
  /(?:^|(?<=\n))[ \t]*(?:(?:export|public|static|final|abstract)\s+)*class\s+(\w+)[^{\n;]{0,120}(?=\{)/g;

/** Finds types (TypeScript, pydantic, Zod, Go, records) and samples of JSON in a text. */
export function readTypes(text: string): ReadType[] {
  const found: ReadType[] = [
    ...braced(text, TYPESCRIPT, (inner) => readTypeBody(inner)),
    ...braced(text, GO, readGoFields),
    ...braced(text, RECORD, (inner) => readFields(splitTop(inner, ','))),
    ...braced(text, CLASS, (inner) =>
      readFields(
        splitTop(inner, ';\n').filter(
          (line) => !/[(){}]/.test(line.replace(/@\w+\([^()]*\)/g, '')),
        ),
      ),
    ),
    ...readPython(text),
    ...readZod(text),
  ].filter(({ parameters }) => parameters.length > 0);
  const isTaken = (at: number) => found.some(({ start, end }) => start <= at && at < end);
  const samples = findBraces(text)
    .slice(0, MAX_TYPES)
    .filter(([start]) => !isTaken(start))
    .flatMap(([start, end]) => readBraces(text, start, end) ?? []);
  return resolveNested(found)
    .concat(joinSamples(text, samples))
    .toSorted((a, b) => a.start - b.start);
}

function braced(
  text: string,
  pattern: RegExp,
  read: (inner: string) => ParameterSketch[],
): ReadType[] {
  return [...text.matchAll(pattern)].slice(0, MAX_TYPES).flatMap((found) => {
    const open = found.index + found[0].length;
    const end = closingOf(text, open, 20_000);
    if (end === -1) return [];
    const tail = /^[ \t]*;?/.exec(text.slice(end, end + 10))?.[0].length ?? 0;
    return [
      {
        name: found[1] ?? found[2] ?? null,
        kind: 'type' as const,
        parameters: read(text.slice(open + 1, end - 1)),
        start: found.index,
        end: end + tail,
      },
    ];
  });
}

/** Fields of a class of pydantic, a dataclass or a TypedDict: the lines indented below it. */
function readPython(text: string): ReadType[] {
  return [...text.matchAll(PYTHON)].slice(0, MAX_TYPES).map((found) => {
    const indent = (/[ \t]*$/.exec(found[1] ?? '')?.[0] ?? '').length;
    const start = found.index;
    const at = start + found[0].length;
    const body = /(?:[ \t]+[^\n]*(?:\n|$)|[ \t]*\n(?=[ \t]+\S))*/y;
    body.lastIndex = at;
    const lines = (body.exec(text)?.[0] ?? '').split('\n');
    const cut = lines.findIndex(
      (line) => line.trim() !== '' && (/^[ \t]*/.exec(line)?.[0].length ?? 0) <= indent,
    );
    const own = cut === -1 ? lines : lines.slice(0, cut);
    const fields = joinBrackets(own).filter(
      (line) => /^\s+\w+\s*:\s*\S/.test(line) && !/^\s*(?:def|class|return|if|for)\b/.test(line),
    );
    return {
      name: found[2] ?? null,
      kind: 'type' as const,
      parameters: readFields(fields.map((line) => line.replace(/\s+#.*$/, ''))),
      start,
      end: Math.min(text.length, at + own.join('\n').length),
    };
  });
}

/** Joins a field whose brackets close on a later line. */
function joinBrackets(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const last = joined.at(-1) ?? '';
    const isOpen = (last.match(/[([]/g) ?? []).length > (last.match(/[)\]]/g) ?? []).length;
    if (isOpen) joined[joined.length - 1] = `${last} ${line.trim()}`;
    else joined.push(line);
  }
  return joined;
}

function readFields(pieces: readonly string[]): ParameterSketch[] {
  return pieces.flatMap((piece) => {
    const text = piece.replace(/\/\/[^\n]*/g, '').trim();
    if (text === '' || text.length > 600 || /^(?:return|import|public\s+class)\b/.test(text))
      return [];
    const read = /\s|:/.test(text.replace(/@\w+(?:\([^()]*\))?\s*/g, ''))
      ? readParameter(text.replace(/!(?=\s*:)/, ''))
      : null;
    return read ? [{ ...read.sketch, ...(read.model ? { description: read.model } : {}) }] : [];
  });
}

/** `Name string `json:"name,omitempty" binding:"required"``. */
function readGoFields(inner: string): ParameterSketch[] {
  return inner.split('\n').flatMap((line) => {
    const found = /^\s*(\w+)\s+([\w.*[\]{}]+)\s*(?:`([^`]*)`)?/.exec(line);
    if (!found) return [];
    const tag = /\bjson:"([^",]*)((?:,\w+)*)"/.exec(found[3] ?? '');
    const name = tag?.[1] || (found[1] ?? '');
    if (name === '-' || (tag === null && !/^[A-Z]/.test(name))) return [];
    const isOptional = (tag?.[2] ?? '').includes('omitempty') || (found[2] ?? '').startsWith('*');
    return [{ name, ...readType(found[2] ?? ''), required: !isOptional }];
  });
}

function readZod(text: string): ReadType[] {
  return [...text.matchAll(ZOD)].slice(0, MAX_TYPES).flatMap((found) => {
    const read = readCode(text, found.index + found[0].length);
    const parameters = read ? zodProperties(read.code) : [];
    return read
      ? [
          {
            name: found[1] ?? null,
            kind: 'type' as const,
            parameters,
            start: found.index,
            end: read.end,
          },
        ]
      : [];
  });
}

function zodProperties(code: Code): ParameterSketch[] {
  if (code.kind !== 'call') return [];
  const object = code.args.find((each) => each.kind === 'object');
  if (object?.kind === 'object' && code.name.endsWith('bject'))
    return object.entries.map(([name, value]) => ({ name, required: true, ...zodFacts(value) }));
  return code.on ? zodProperties(code.on) : [];
}

function zodFacts(code: Code): Partial<ParameterSketch> {
  if (code.kind !== 'call') return {};
  const facts: Partial<ParameterSketch> = code.on ? zodFacts(code.on) : {};
  const [first] = code.args;
  const number = first?.kind === 'value' && typeof first.value === 'number' ? first.value : null;
  const name = code.name.replace(/^z\.(?:coerce\.)?/, '');
  const isText = facts.type === 'string';
  if (!code.on)
    Object.assign(
      facts,
      name === 'enum' && first?.kind === 'list'
        ? {
            type: 'string',
            enum: first.items.flatMap((each) =>
              each.kind === 'text' ? each.parts.filter((part) => typeof part === 'string') : [],
            ),
          }
        : (readType(name) ?? {}),
    );
  if (name === 'array' && !code.on && first) Object.assign(facts, { items: zodFacts(first).type });
  if (name === 'int') facts.type = 'integer';
  if (/^(?:optional|nullish)$/.test(name)) facts.required = false;
  if (/^(?:email|uuid|url|datetime|date)$/.test(name)) Object.assign(facts, readType(name) ?? {});
  if (name === 'min' && number !== null) facts[isText ? 'minLength' : 'minimum'] = number;
  if (name === 'max' && number !== null) facts[isText ? 'maxLength' : 'maximum'] = number;
  if (name === 'default' && first?.kind === 'value')
    Object.assign(facts, { default: first.value, required: false });
  if (name === 'default' && first?.kind === 'text')
    Object.assign(facts, {
      default: first.parts.filter((part) => typeof part === 'string').join(''),
      required: false,
    });
  return facts;
}

/** Reads JSON, possibly abbreviated (`…`, trailing commas); braces with types are a type. */
function readBraces(text: string, start: number, end: number): ReadType | null {
  if (!/^(?:$|[\s([=:`>,*])/.test(text.charAt(start - 1)) || end - start > 200_000) return null;
  const source = text.slice(start, end);
  // `{id:int}` is a placeholder in a path.
  if (/^\{[\w.:-]*\}$/.test(source)) return null;
  if (!/^\{\s*(?:\/\/[^\n]*\n\s*)?["'“]?[\w$@-][^"'”:\n]{0,100}["'”]?\??\s*:/.test(source))
    return null;
  const tolerant = source
    .replace(/[“”]/g, '"')
    // `12.00` is not an integer, and of a sample only the types are kept.
    .replace(/(?<=[:[,]\s*-?\d{1,15})\.0+(?=\s*[,}\]])/g, '.5')
    .replace(/(?:…|(?<=[[,{\s])\.\.\.)(?=\s*[,}\]\n])/g, '');
  const read = readCode(tolerant, 0);
  const isWhole = read?.code.kind === 'object' && read.end === tolerant.length;
  if (
    isWhole &&
    read.code.kind === 'object' &&
    read.code.entries.length > 0 &&
    read.code.entries.every(([, value]) => isKnown(value))
  ) {
    const value = new CodeValues('').toValue(read.code, 0);
    if (isJsonObject(value))
      return { name: null, kind: 'sample', parameters: sampleParameters(value), start, end };
  }
  const parameters = readTypeBody(source.slice(1, -1));
  const isTyped = parameters.some((each) => each.type !== undefined);
  return isTyped ? { name: null, kind: 'type', parameters, start, end } : null;
}

function isKnown(code: Code): boolean {
  return (
    code.kind !== 'opaque' && code.kind !== 'name' && code.kind !== 'call' && code.kind !== 'either'
  );
}

/** Merges the objects of a list into one sample. */
function joinSamples(text: string, samples: readonly ReadType[]): ReadType[] {
  const joined: ReadType[] = [];
  for (const sample of samples) {
    const last = joined.at(-1);
    if (last?.kind === 'sample' && /^\s*,\s*$/.test(text.slice(last.end, sample.start))) {
      const known = new Set(last.parameters.map(({ name }) => name));
      last.parameters.push(...sample.parameters.filter(({ name }) => !known.has(name)));
      last.end = sample.end;
    } else joined.push({ ...sample });
  }
  for (const sample of joined) {
    const before = /\[\s{0,50}$/.exec(text.slice(Math.max(0, sample.start - 60), sample.start));
    const after = /^\s{0,50}(?:,?\s{0,5}(?:…|\.\.\.)\s{0,50})?\]/.exec(
      text.slice(sample.end, sample.end + 120),
    );
    if (before && after) {
      sample.start -= before[0].length;
      sample.end += after[0].length;
    }
  }
  return joined;
}

/** Replaces a property whose type is another type of the text by that type's properties. */
function resolveNested(types: readonly ReadType[]): ReadType[] {
  const names = new Map(types.map((each) => [each.name, each]));
  return types.map((type) => ({
    ...type,
    parameters: type.parameters.map((parameter) => {
      const { description, ...rest } = parameter;
      const nested =
        parameter.type === undefined && description !== undefined
          ? names.get(description)
          : undefined;
      if (
        parameter.type !== undefined ||
        description === undefined ||
        !/^[A-Z]\w*$/.test(description)
      )
        return parameter;
      return nested ? { ...rest, type: 'object' as const } : rest;
    }),
  }));
}
