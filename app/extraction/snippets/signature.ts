import type {
  ParameterFacts,
  ParameterSketch,
  ParameterPlace,
} from '#app/extraction/reading/sketch.ts';
import type { JsonValue } from '#app/runtime/json.ts';

import { readCode } from './code-reader.ts';
import { plainText } from './code.ts';
import type { Code } from './code.ts';
import { splitTop } from './split-top.ts';
import { readType } from './type-notation.ts';

type Call = Extract<Code, { kind: 'call' }>;

/** A parameter of a function, from its type, default and annotations. */
export interface SignatureParameter {
  sketch: ParameterSketch;
  place: ParameterPlace | 'injected' | null;
  /** Name of a type that may be defined elsewhere in the text. */
  model: string | null;
}

const PLACES: readonly [RegExp, SignatureParameter['place']][] = [
  [/^(?:PathVariable|PathParam|Param|FromRoute|Path)$/, 'path'],
  [/^(?:RequestParam|QueryParam|Query|FromQuery|ModelAttribute)$/, 'query'],
  [/^(?:RequestBody|Body|FromBody|Form|FormParam|FromForm|RequestPart|File|UploadedFile)$/, 'body'],
  [/^(?:RequestHeader|HeaderParam|Headers?|FromHeader)$/, 'header'],
  [
    /^(?:Depends|Security|Inject|FromServices|Req|Res|Request|Response|CookieValue|Cookie|AuthenticationPrincipal|Context|User|CurrentUser|Session|Ip|Next)$/,
    'injected',
  ],
];
/** Types that a framework injects. */
const INJECTED =
  /^(?:\w*\.)?(?:Request|Response|Session|AsyncSession|BackgroundTasks|WebSocket|HttpServletRequest|HttpServletResponse|HttpContext|CancellationToken|Principal|Authentication|Pageable|Model|Ctx|Context|I[A-Z]\w+(?:Service|Repository|Logger)|\w+(?:Service|Repository|DbContext|Db))$/;

/** Reads the parameters between the brackets of a function in any common language. */
export function readSignature(inner: string): SignatureParameter[] {
  return splitTop(inner, ',')
    .map((piece) => piece.trim())
    .filter(
      (piece) => piece !== '' && piece.length <= 600 && !/^(?:self|cls|this|\*|\/)$/.test(piece),
    )
    .flatMap((piece) => readParameter(piece) ?? []);
}

/** One parameter, or one field of a class: `limit: int = Query(20, le=100)`, `@RequestParam int page`. */
export function readParameter(piece: string): SignatureParameter | null {
  const annotations: Call[] = [];
  const rest = takeAnnotations(piece, annotations);
  const [left = '', ...defaults] = splitTop(rest, '=');
  const written = defaults.join('=').trim();
  const [before = '', ...types] = splitTop(left, ':');
  const isColon = types.length > 0;
  const java =
    /^(?:(?:public|private|protected|internal|final|readonly|required|in|ref|this|params|val|var)\s+)*([\w.<>[\]?, ]+?)\s+(\w+)$/.exec(
      left.trim(),
    );
  const name = isColon || !java ? (/(\w+)\??\s*$/.exec(before.trim())?.[1] ?? '') : (java[2] ?? '');
  if (name === '') return null;
  let type = isColon ? types.join(':').trim() : (java?.[1] ?? '').trim();
  const annotated = /^(?:typing\.)?Annotated\[([\s\S]*)\]$/.exec(type)?.[1];
  if (annotated !== undefined) {
    const [own = '', ...extras] = splitTop(annotated, ',');
    type = own.trim();
    for (const extra of extras) takeCall(extra, annotations);
  }
  const value = written === '' ? null : (readCode(written, 0)?.code ?? null);
  const isMarked = value?.kind === 'call' && /^[A-Z]\w*$|(?:^|\.)field$/i.test(value.name);
  if (isMarked) annotations.push(value);
  return finish(
    {
      name,
      type,
      isOptional: /\?\s*$/.test(before),
      value: isMarked ? null : value,
      hasDefault: written !== '' && !isMarked,
    },
    annotations,
  );
}

function takeAnnotations(piece: string, annotations: Call[]): string {
  let rest = piece.trim();
  for (let round = 0; round < 6; round += 1) {
    const found =
      /^(?:@(\w+(?:\((?:[^()]|\([^()]*\))*\))?)|\[([A-Z]\w*(?:\((?:[^()]|\([^()]*\))*\))?(?:,\s*[A-Z]\w*(?:\([^()]*\))?)*)\])\s*/.exec(
        rest,
      );
    if (!found) break;
    for (const each of splitTop(found[1] ?? found[2] ?? '', ',')) takeCall(each, annotations);
    rest = rest.slice(found[0].length);
  }
  return rest;
}

function takeCall(text: string, annotations: Call[]): void {
  const source = text.trim();
  const read = readCode(source.endsWith(')') ? source : `${source}()`, 0);
  if (read?.code.kind === 'call') annotations.push(read.code);
}

interface Written {
  name: string;
  type: string;
  isOptional: boolean;
  value: Code | null;
  hasDefault: boolean;
}

function finish(written: Written, annotations: readonly Call[]): SignatureParameter {
  const facts: ParameterFacts = { ...readType(written.type) };
  const typed = facts.type !== undefined;
  if (written.isOptional || facts.required === false) facts.required = false;
  let place: SignatureParameter['place'] = INJECTED.test(written.type) ? 'injected' : null;
  let sentAs = '';
  for (const call of annotations) {
    const last = call.name.split('.').at(-1) ?? '';
    place = PLACES.find(([pattern]) => pattern.test(last))?.[1] ?? place;
    const isJava =
      place !== null &&
      call.args[0]?.kind === 'text' &&
      !/^(?:Field|field)$/.test(last) &&
      written.value === null &&
      /^(?:PathVariable|PathParam|Param|RequestParam|QueryParam|RequestHeader|HeaderParam|Headers|UploadedFile|FormParam)$|^(?:Query|Body)$/.test(
        last,
      );
    // JAX-RS parameters are optional.
    if (last === 'QueryParam') facts.required = false;
    if (isJava) sentAs = plainText(call.args[0] ?? call);
    else takePreset(facts, call.args[0] ?? null, call, last);
    for (const [key, code] of call.named) sentAs = takeNamed(facts, key, code) ?? sentAs;
  }
  const preset = written.value ? toConstant(written.value) : undefined;
  if (preset !== undefined && preset !== null) facts.default = preset;
  if (preset !== undefined || (written.hasDefault && facts.required === undefined))
    facts.required = false;
  if (facts.type === undefined && preset !== undefined && preset !== null)
    facts.type =
      typeof preset === 'boolean'
        ? 'boolean'
        : typeof preset === 'number'
          ? Number.isInteger(preset)
            ? 'integer'
            : 'number'
          : 'string';
  if (facts.required === undefined) facts.required = true;
  const model = typed ? null : (/([A-Z]\w*)\W*$/.exec(written.type)?.[1] ?? null);
  const name = sentAs === '' || !/^[\w.-]+$/.test(sentAs) ? written.name : sentAs;
  return { sketch: { name, ...facts }, place, model };
}

/** `Query(20)` has a default, `Query(None)` is optional, `Query(...)` is required. */
function takePreset(facts: ParameterFacts, first: Code | null, call: Call, last: string): void {
  if (/^(?:Min|Max|Length|Size|Range|DecimalMin|DecimalMax)$/.test(last))
    return takeBound(facts, call, last);
  if (/^(?:IsOptional|Nullable)$/.test(last)) facts.required = false;
  if (!first || !/^(?:Query|Path|Body|Header|Form|File|Field|field|DefaultValue)$/.test(last))
    return;
  const preset = toConstant(first);
  if (first.kind === 'list' || first.kind === 'object') facts.required = false;
  if (preset === undefined) return;
  const isNumber = facts.type === 'integer' || facts.type === 'number';
  if (preset !== null) facts.default = isNumber ? Number(preset) : preset;
  facts.required = false;
}

function takeBound(facts: ParameterFacts, call: Call, name: string): void {
  const numbers = call.args
    .map((each) => toConstant(each))
    .filter((each) => typeof each === 'number');
  const [first, second] = numbers;
  if (name.endsWith('Min') && first !== undefined) facts.minimum = first;
  if (name.endsWith('Max') && first !== undefined) facts.maximum = first;
  if (name === 'Range' && first !== undefined && second !== undefined)
    Object.assign(facts, { minimum: first, maximum: second });
  for (const [key, code] of call.named) {
    const value = toConstant(code);
    if (/^(?:Size|Length)$/.test(name) && typeof value === 'number')
      facts[key === 'min' ? 'minLength' : 'maxLength'] = value;
  }
}

/** A named setting of `Field(…)`, `Query(…)`, `@RequestParam(…)`; returns another name on the wire. */
function takeNamed(facts: ParameterFacts, key: string, code: Code): string | null {
  const value = toConstant(code);
  const isWhole = facts.type === 'integer';
  if (typeof value === 'number') {
    if (key === 'ge') facts.minimum = value;
    else if (key === 'le') facts.maximum = value;
    else if (key === 'gt') facts.minimum = isWhole ? value + 1 : value;
    else if (key === 'lt') facts.maximum = isWhole ? value - 1 : value;
    else if (/^min_?length$/i.test(key)) facts.minLength = value;
    else if (/^max_?length$/i.test(key)) facts.maxLength = value;
  }
  if (key === 'required' && value === false) facts.required = false;
  if (/^default(?:Value)?$|^default_factory$/.test(key)) {
    facts.required = false;
    if (value !== undefined && value !== null)
      facts.default = facts.type === 'integer' || facts.type === 'number' ? Number(value) : value;
  }
  if (key === 'description' && typeof value === 'string') facts.description = value;
  return /^(?:alias|value|name|Name)$/.test(key) && typeof value === 'string' && value !== ''
    ? value
    : null;
}

function toConstant(code: Code): string | number | boolean | null | undefined {
  if (code.kind === 'value') return code.value;
  if (code.kind === 'text' && code.parts.length === 1) return plainText(code);
  return undefined satisfies JsonValue | undefined;
}
