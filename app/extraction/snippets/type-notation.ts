import type { ParameterFacts, JsonType, ParameterSketch } from '#app/extraction/reading/sketch.ts';

import { splitTop } from './split-top.ts';

const TYPES: Readonly<Record<string, ParameterFacts>> = Object.fromEntries(
  (
    [
      [{ type: 'string' }, 'str string text char charsequence varchar slug path constr'],
      [
        { type: 'integer' },
        `int integer long short byte int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 u8 u16 u32
        u64 i8 i16 i32 i64 bigint biginteger positiveint conint`,
      ],
      [
        { type: 'number' },
        'number float double decimal float32 float64 f32 f64 real numeric bigdecimal confloat',
      ],
      [{ type: 'boolean' }, 'bool boolean'],
      [{ type: 'array' }, 'array list set tuple'],
      [{ type: 'object' }, 'object dict map record hash json any{} struct jsonb mapping'],
      [{ type: 'string', format: 'date' }, 'date localdate dateonly'],
      [
        { type: 'string', format: 'date-time' },
        'datetime date-time timestamp instant offsetdatetime zoneddatetime localdatetime time.time',
      ],
      [{ type: 'string', format: 'uuid' }, 'uuid guid uuid4 uuid.uuid'],
      [{ type: 'string', format: 'email' }, 'email emailstr'],
      [{ type: 'string', format: 'uri' }, 'url uri httpurl anyurl anyhttpurl'],
      [
        { type: 'string', format: 'binary' },
        'file uploadfile multipartfile iformfile bytes binary',
      ],
    ] as const
  ).flatMap(([facts, names]) => names.split(/\s+/).map((name) => [name, facts])),
);

const EMPTY = /^(?:null|none|undefined|nil|void)$/i;
const LIST =
  /^(?:(?:Array|ReadonlyArray|List|Set|Sequence|Collection|IEnumerable|Iterable|Vec|tuple)[<[](.+?)(?:,\s*\.\.\.)?[>\]]|\[\](\w.*)|(.+)\[\])$/i;
const OPTIONAL = /^(?:Optional|Nullable|Maybe|Option|Partial)[<[](.*)[>\]]$/i;

/** Reads a type in any common language: `str | None`, `List<Long>`, `'a' | 'b'`; null if unknown. */
export function readType(text: string, depth = 0): ParameterFacts | null {
  const type = text
    .trim()
    .replace(/^\*|^typing\.|^readonly\s+/, '')
    .replace(/^(?:\w+\.)+(?=[A-Z]\w*$)/, '');
  if (type === '' || depth > 5 || type.length > 500) return null;
  const inner = OPTIONAL.exec(type)?.[1] ?? /^(\w[^|]*)\?$/.exec(type)?.[1];
  if (inner !== undefined) return { ...readType(inner, depth + 1), required: false };
  const range = /^(-?\d+(?:\.\d+)?)\s*(?:\.\.\.?|…)\s*(-?\d+(?:\.\d+)?)$/.exec(type);
  if (range) return readRange(range[1] ?? '', range[2] ?? '');
  const literal = /^(?:typing\.)?(?:Literal|enum|oneof)\s*[[(](.*)[\])]$/i.exec(type)?.[1];
  const parts = splitTop(literal ?? type, literal === undefined ? '|' : ',');
  if (literal !== undefined || parts.length > 1) return readUnion(parts, depth);
  const quoted = readLiteral(type);
  if (quoted !== null) return { type: 'string', enum: [quoted] };
  const list = LIST.exec(type);
  if (list) return listOf((list[1] ?? list[2] ?? list[3] ?? '').replace(/^\((.*)\)$/, '$1'), depth);
  if (/^(?:Map|Record|Dict|dict|Dictionary|Mapping|map)[<[]/.test(type)) return { type: 'object' };
  if (type.startsWith('{')) return { type: 'object' };
  if (type === 'Date') return { type: 'string', format: 'date-time' };
  const known = TYPES[type.toLowerCase().replace(/\(.*\)$/, '')];
  return known ? { ...known } : null;
}

function readRange(from: string, to: string): ParameterFacts {
  const isWhole = !`${from}${to}`.includes('.');
  return { type: isWhole ? 'integer' : 'number', minimum: Number(from), maximum: Number(to) };
}

function listOf(inner: string, depth: number): ParameterFacts {
  const items = readType(inner, depth + 1)?.type;
  return { type: 'array', ...(items ? { items } : {}) };
}

function readUnion(parts: readonly string[], depth: number): ParameterFacts | null {
  const stated = parts.map((part) => part.trim()).filter((part) => part !== '');
  const kept = stated.filter((part) => !EMPTY.test(part));
  const optional = kept.length < stated.length ? { required: false } : {};
  const literals = kept.map((part) => readLiteral(part) ?? readNumber(part));
  const values = literals.filter((value) => value !== null);
  if (values.length > 0 && values.length === literals.length) {
    return { type: typeOf(values), enum: values, ...optional };
  }
  const types = kept.map((part) => readType(part, depth + 1));
  const first = types.find((facts) => facts !== null);
  return first ? { ...first, ...optional } : null;
}

function typeOf(values: readonly (string | number)[]): JsonType {
  if (values.some((value) => typeof value === 'string')) return 'string';
  return values.every((value) => Number.isInteger(value)) ? 'integer' : 'number';
}

function readLiteral(text: string): string | null {
  return (
    /^\s*(?:"([^"\\]*)"|'([^'\\]*)'|`([^`\\$]*)`)\s*$/
      .exec(text)
      ?.slice(1)
      .find((each) => each !== undefined) ?? null
  );
}

function readNumber(text: string): number | null {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : null;
}

/** Reads fields in braces, as types, comments and route lists write bodies: `a: string; b?: number, c`. */
export function readTypeBody(
  inner: string,
  known?: (name: string) => ParameterSketch[] | undefined,
): ParameterSketch[] {
  const parameters: ParameterSketch[] = [];
  let at = 0;
  for (const piece of splitTop(inner, ';,\n')) {
    const isBehind = at > 0 && inner.charAt(at - 1) !== '\n';
    at += piece.length + 1;
    const { code, comment } = cutComment(piece);
    const last = parameters.at(-1);
    if (code.trim() === '' && comment !== '' && isBehind && last) last.description ??= comment;
    const found =
      /^(?:(?:readonly|public|private|protected)\s+)*["'`]?([A-Za-z_$][\w$.-]*)["'`]?(\?)?\s*(?:[:=]\s*([\s\S]*))?$/.exec(
        code.trim(),
      );
    if (!found) continue;
    const [, name = '', mark, type = ''] = found;
    const facts = readType(type) ?? readSampleType(type) ?? {};
    const nested = type.trim().startsWith('{')
      ? readTypeBody(type.trim().replace(/^\{|\}$/g, ''))
      : known?.(type.trim().replace(/\[\]$/, ''));
    if (nested && facts.type === undefined)
      facts.type = type.trim().endsWith('[]') ? 'array' : 'object';
    parameters.push({
      name,
      ...facts,
      ...(mark ? { required: false } : {}),
      ...(mark || type === '' || facts.required === false ? {} : { required: true }),
      ...(nested && nested.length > 0 && facts.type === 'object'
        ? { schema: toSchema(nested) }
        : {}),
      ...(comment === '' ? {} : { description: comment }),
    });
  }
  return parameters;
}

/** A sample in place of a type: only its type is known. */
function readSampleType(text: string): ParameterFacts | null {
  const value = text.trim();
  if (/^-?\d+$/.test(value)) return { type: 'integer', required: false };
  if (/^-?\d+\.\d+$/.test(value)) return { type: 'number', required: false };
  if (/^(?:true|false)$/i.test(value)) return { type: 'boolean', required: false };
  if (value.startsWith('[')) return { type: 'array', required: false };
  return null;
}

function cutComment(piece: string): { code: string; comment: string } {
  const comments: string[] = [];
  const code = piece.replace(
    /\/\*([^*]*(?:\*(?!\/)[^*]*)*)\*\/|(?<!:)\/\/([^\n]*)/g,
    (_all, block?: string, line?: string) => {
      comments.push((block ?? line ?? '').replace(/^[\s*]+|[\s*]+$/g, ''));
      return ' ';
    },
  );
  return { code, comment: comments.filter((each) => each !== '').join(' ') };
}

function toSchema(parameters: readonly ParameterSketch[]): NonNullable<ParameterSketch['schema']> {
  const required = parameters.filter((each) => each.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, type, enum: choices, format, items, schema }) => [
        name,
        schema ?? {
          ...(type ? { type } : {}),
          ...(items ? { items: { type: items } } : {}),
          ...(choices ? { enum: choices } : {}),
          ...(format ? { format } : {}),
        },
      ]),
    ),
    ...(required.length > 0 ? { required } : {}),
  };
}
