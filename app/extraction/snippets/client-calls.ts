import type { EndpointSketch } from '#app/extraction/reading/sketch.ts';

import { readCode } from './code-reader.ts';
import { plainText } from './code.ts';
import type { Code } from './code.ts';
import { CodeValues } from './code-values.ts';
import { lineEnd, lineStart } from './found.ts';
import type { Found, Span } from './found.ts';
import { RequestDraft } from './request-draft.ts';
import { readSignature } from './signature.ts';
import { closingOf } from './split-top.ts';
import { toEndpoint } from './to-endpoint.ts';

type Call = Extract<Code, { kind: 'call' }>;

const METHOD = 'get|post|put|patch|delete|del|head';
const CALL = new RegExp(
  String.raw`(?<![\w$.@'"\`/-])((?:[A-Za-z_$][\w$]*(?:\?\.|\.|::|->)#?)*(?:\$?fetch|ofetch|useFetch|axios|ky|got|ajax|getJSON|request|${METHOD}|(?:${METHOD})(?:ForObject|ForEntity|Async|AsJsonAsync|FromJsonAsync|JsonAsync)))(?:<[^<>()\n;]{0,80}>)?\(`,
  'gi',
);
const VERB = new RegExp(`^(${METHOD})(?:[A-Z]|$)`, 'i');
/** Clients for which a call with a path alone is a request. */
const CLIENT =
  /(?:api|axios|ky|got|requests|httpx|https?|client|session|superagent|request|fetch|ajax|\$)$/i;
const MAX_CALLS = 500;

/** Reads calls of HTTP clients: fetch, axios, ky, got, requests, httpx and similar ones. */
export function readClientCalls(text: string): Found {
  const values = new CodeValues(text.search(CALL) === -1 ? '' : text);
  const endpoints: Found['endpoints'] = [];
  const spans: Span[] = [];
  let after = 0;
  let count = 0;
  for (const found of text.matchAll(CALL)) {
    if (found.index < after || (count += 1) > MAX_CALLS) continue;
    const read = readCode(text, found.index);
    const call = read && innermost(read.code);
    if (!read || !call) continue;
    const sketch = readCall(call, values, text, read.code, read.end);
    if (!sketch) continue;
    const around = functionAround(text.slice(Math.max(after, found.index - 800), found.index));
    endpoints.push({ at: found.index, sketch: around ? withFunction(sketch, around) : sketch });
    after = read.end;
    spans.push([statementStart(text, found.index), statementEnd(text, read.end)]);
  }
  return { endpoints, spans };
}

/** The request in a chain: `axios.get(…)` of `axios.get(…).then(…)`. */
function innermost(code: Code): Call | null {
  let call = code;
  while (call.kind === 'call' && call.on?.kind === 'call') call = call.on;
  return call.kind === 'call' ? call : null;
}

interface Around {
  name: string;
  /** Text between the brackets after its name. */
  signature: string;
}

/** Adds types and defaults from the parameters of the function around the request. */
function withFunction(sketch: EndpointSketch, { name, signature }: Around): EndpointSketch {
  const given = new Map(readSignature(signature).map(({ sketch: each }) => [each.name, each]));
  const parameters = sketch.parameters.map((each) => {
    const { type, items, format, default: preset } = given.get(each.name) ?? {};
    return {
      ...each,
      ...(type === undefined ? {} : { type }),
      ...(items === undefined ? {} : { items }),
      ...(format === undefined ? {} : { format }),
      ...(preset === undefined ? {} : { default: preset }),
    };
  });
  return { ...sketch, parameters, aliases: [name] };
}

/** The function around a call. */
function functionAround(before: string): Around | null {
  const heads = [
    ...before.matchAll(
      /(?:\b(?:def|function|func|fun)\s+(?:\([^()\n]*\)\s*)?|\b(?:const|let|var)\s+(?=\w+\s*=\s*(?:async\b|\())|^\s*(?:(?:public|private|async|static)\s+)*(?=\w+\([^()\n]*\)[^;{}\n]*\{))(\w+)/gm,
    ),
  ];
  const head = heads.at(-1);
  const name = head?.[1];
  if (!head || name === undefined || /^(?:if|for|while|switch|catch|async|function)$/.test(name))
    return null;
  const open = /^\s*(?:=\s*(?:async\s*)?)?(?=\()/.exec(before.slice(head.index + head[0].length));
  const start = head.index + head[0].length + (open?.[0].length ?? 0);
  const end = open ? closingOf(before, start, 2_000) : -1;
  return { name, signature: end === -1 ? '' : before.slice(start + 1, end - 1) };
}

function statementStart(text: string, at: number): number {
  const open = lineStart(text, at);
  return /^[ \t>$]*(?:(?:export|const|let|var|return|async|await|yield|[\w$.[\]{}, :*]+[ \t]*:?=|\(|void|[\w$]+(?:::|->|\.)\w+\([^()\n]*\)(?:::|->|\.))[ \t]*)*$/.test(
    text.slice(open, at),
  )
    ? open
    : at;
}

function statementEnd(text: string, end: number): number {
  const rest = text.slice(end, lineEnd(text, end));
  return /^[ \t)\]},;]*(?:(?:\/\/|#).*)?\r?$/.test(rest)
    ? end + rest.length
    : end + (/^[)\];]*/.exec(rest)?.[0].length ?? 0);
}

function readCall(
  call: Call,
  values: CodeValues,
  text: string,
  whole: Code,
  end: number,
): EndpointSketch | null {
  const at = call.start;
  const last = /[\w$]+$/.exec(call.name)?.[0] ?? '';
  const receiver = call.name.slice(0, -last.length).replace(/(?:\.|::|->|\?\.)$/, '');
  const args = [...call.args];
  let method = VERB.exec(last)?.[1]?.toUpperCase().replace(/^DEL$/, 'DELETE') ?? null;
  if (method === null && args[0] && args.length > 1 && /^[A-Z]{3,7}$/.test(plainText(args[0])))
    method = plainText(args.shift() ?? args[0]);
  const draft = new RequestDraft(values, at, text);
  const client = values.find(receiver === '' ? last : receiver, at);
  if (client?.kind === 'call') draft.takeClient(client);
  const base =
    values.find(`${receiver}.defaults.baseURL`, at) ??
    values.find(`${receiver}.base_url`, at) ??
    values.find(`${receiver}.BaseAddress`, at);
  if (base) draft.base ??= values.toText(base, at);
  const first = args[0] ? values.resolve(args[0], at) : null;
  if (first?.kind === 'object') draft.takeOptions(first.entries, false);
  else if (args[0]) draft.url = values.toText(args[0], at);
  draft.method = method ?? draft.method;
  for (const [index, each] of (first?.kind === 'object' ? [] : args.slice(1)).entries())
    draft.takeArgument(each, index, method);
  draft.takeOptions(call.named, true);
  draft.takeChain(whole);
  draft.takeSession(receiver);
  draft.takeStated(text.slice(lineStart(text, at), at));
  if (/^(?:POST|PUT|PATCH)$/.test(draft.method ?? '')) draft.takeWrapped(text.slice(at, end));
  const request = draft.finish();
  const isKnown =
    /^(?:https?:|\uE000)/.test(request?.url ?? '') ||
    client !== null ||
    CLIENT.test(receiver === '' ? last : receiver);
  return request && isKnown ? toEndpoint(request, null) : null;
}
