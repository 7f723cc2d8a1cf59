// Judges one predicate over a blueprint and an answer, by meaning and not by layout: `judge` answers null when it holds, else a sentence.
import { judgeServed } from './judge-served.mjs';

const OWN = new Set([
  'name',
  'title',
  'description',
  'inputSchema',
  'outputSchema',
  'annotations',
  'examples',
  'icons',
]);
const isObject = (x) => x !== null && typeof x === 'object';
const norm = (s) =>
  String(s)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
const re = (s) => new RegExp(s, 'iu');
const json = (x) => JSON.stringify(x ?? null);
function walk(x, see, key = '', parent = null) {
  if (!isObject(x)) {
    see(x, key, parent);
    return;
  }
  see(x, key, parent);
  for (const [k, v] of Object.entries(x)) walk(v, see, Array.isArray(x) ? key : k, x);
}
const list = (x) =>
  Array.isArray(x)
    ? x
    : isObject(x)
      ? Object.entries(x).map(([k, v]) =>
          isObject(v) ? { id: k, name: k, ...v } : { id: k, url: v },
        )
      : [];
/** The tools that are switched on. */
export const toolsOf = (b) =>
  list(b?.tools).filter((t) => t.enabled !== false && t.selected !== false);
const rest = (tool) => Object.fromEntries(Object.entries(tool).filter(([k]) => !OWN.has(k)));

// ---- where a tool calls
const URL_KEYS = /^(base_?url|base|url|origin|server|address|host|endpoint)$/i,
  PATH_KEYS = ['path', 'pathTemplate', 'path_template', 'url', 'endpoint', 'uri', 'route'];
const upstreamsOf = (b) => [...list(b?.upstreams), ...(isObject(b?.upstream) ? [b.upstream] : [])];
function baseOf(u) {
  let found = null;
  walk(u, (v, k) => {
    if (!found && typeof v === 'string' && URL_KEYS.test(k) && /^[a-z]+:\/\//i.test(v)) found = v;
  });
  return found;
}
const plain = (u) =>
  u
    .trim()
    .replace(/\?.*$/s, '')
    .replace(/#.*$/, '')
    .replace(/\$?\{+[^{}]*\}+|<[^<>/]+>|(?<=\/):[\w.-]+/g, '{}')
    .replace(/\/+$/, '')
    .replace(/^([a-z]+:\/\/[^/]*)/i, (m) => m.toLowerCase());
function callsOf(tool, b) {
  const found = [],
    ups = upstreamsOf(b);
  walk(rest(tool), (v) => {
    if (!isObject(v) || typeof v.method !== 'string') return;
    const raw = PATH_KEYS.map((k) => v[k]).find((p) => typeof p === 'string');
    if (raw === undefined) return;
    const ref = [v.upstream, v.upstreamId, v.upstreamName, v.server].find(
      (x) => typeof x === 'string',
    );
    const up =
      ups.find((u) => [u.id, u.name, u.key].includes(ref)) ??
      (ref === undefined || ups.length === 1 ? ups[0] : undefined);
    const root = /^[a-z]+:\/\//i.test(raw)
      ? ''
      : (baseOf({ url: v.baseUrl ?? v.base }) ?? baseOf(up ?? {}) ?? '');
    found.push({
      method: v.method.toUpperCase(),
      raw,
      full: plain(`${root.replace(/\/+$/, '')}${root && !raw.startsWith('/') ? '/' : ''}${raw}`),
    });
  });
  return found;
}
/** The tool that sends a request, given as `METHOD url`. */
export function findTool(b, at) {
  const [method, ...more] = at.split(' '),
    want = plain(more.join(' ')),
    whole = /^[a-z]+:\/\//i.test(want),
    all = toolsOf(b).map((tool) => ({
      tool,
      calls: callsOf(tool, b).filter((c) => c.method === method),
    }));
  const pathOf = (full) => full.replace(/^[a-z]+:\/\/[^/]*/i, '');
  const hit = (test) => all.find(({ calls }) => calls.some((c) => test(c)))?.tool;
  return whole
    ? hit((c) => c.full === want)
    : (hit((c) => pathOf(c.full) === want || plain(c.raw) === want) ??
        hit((c) => pathOf(c.full).endsWith(want)));
}

// ---- what a tool takes
function deref(s, root, depth = 0) {
  if (!isObject(s) || typeof s.$ref !== 'string' || depth > 8) return s ?? {};
  const to = s.$ref
    .replace(/^#\/?/, '')
    .split('/')
    .filter(Boolean)
    .reduce((x, k) => x?.[k.replace(/~1/g, '/').replace(/~0/g, '~')], root);
  return deref(
    { ...to, ...Object.fromEntries(Object.entries(s).filter(([k]) => k !== '$ref')) },
    root,
    depth + 1,
  );
}
const GROUPS = {
  path: 'path',
  query: 'query',
  headers: 'header',
  header: 'header',
  body: 'body',
  requestbody: 'body',
  payload: 'body',
  data: 'body',
  form: 'body',
  json: 'body',
  params: null,
  input: null,
  request: null,
};
function inputsOf(tool) {
  const root = tool.inputSchema ?? tool.input ?? {},
    found = [];
  const add = (schema, place, needed, depth) => {
    for (const part of [schema, ...(schema.allOf ?? []).map((s) => deref(s, root))])
      for (const [name, raw] of Object.entries(part.properties ?? {})) {
        const s = deref(raw, root),
          required = needed && (part.required ?? schema.required ?? []).includes(name),
          group = norm(name) in GROUPS && (s.properties || s.allOf);
        if (!group || depth > 0) found.push({ name, place, required, schema: s });
        if (group && depth < 2) add(s, GROUPS[norm(name)] ?? place, required, depth + 1);
      }
  };
  add(deref(root, root), null, true, 0);
  return found;
}
const PLACE = /^(path|query|headers?|body|cookies?|form|json|multipart)$/i;
const placeOf = (s) => {
  const p = s.toLowerCase();
  return /^(form|json|multipart)/.test(p) ? 'body' : p.replace(/s$/, '');
};
const bare = (s) =>
  s.replace(/^[{$<:\s]+|[}>\s]+$/g, '').replace(/^(args?|arguments?|input|params?)\./, '');
// Each link ties the names that stand for one argument (its own and the wire's) to the place it is sent in.
function linksOf(tool) {
  const links = [],
    strings = (x, out) => {
      walk(x, (v, k) => {
        if (typeof v === 'string' && v.length < 80) out.push(bare(v));
        if (k && isObject(x) && !Array.isArray(x)) out.push(k);
      });
      return out;
    };
  walk(rest(tool), (v, key) => {
    if (typeof v === 'string' && /^(path|url|uri|route|endpoint|pathTemplate)$/i.test(key)) {
      const [p, q = ''] = v.split('?');
      for (const m of p.matchAll(/\{+\+?([\w.-]+)\}+|:([A-Za-z_]\w*)/g))
        links.push({ place: 'path', names: [m[1] ?? m[2]] });
      for (const m of q.matchAll(/([^&=]+)=\{*([^&{}]*)/g))
        links.push({ place: 'query', names: [m[1], m[2]] });
    }
    if (
      typeof v === 'string' &&
      PLACE.test(v) &&
      key &&
      !/^(in|place|location|where|position|kind|type|encoding|to)$/i.test(key)
    )
      links.push({ place: placeOf(v), names: [key] });
    if (!isObject(v)) return;
    const slot = ['in', 'place', 'location', 'where', 'position', 'to', 'kind', 'type'].find(
      (k) => typeof v[k] === 'string' && PLACE.test(v[k]),
    );
    if (slot && !Array.isArray(v))
      links.push({
        place: placeOf(v[slot]),
        names: [
          key,
          ...Object.entries(v)
            .filter(([k, s]) => k !== slot && typeof s === 'string')
            .map(([, s]) => bare(s)),
        ],
      });
    const m =
      /^(path|query|headers?|body|form)_?(params?|parameters|args|arguments|fields)?$/i.exec(key);
    if (m && !slot) {
      const place = placeOf(m[1]);
      if (Array.isArray(v))
        for (const e of v)
          links.push({ place, names: isObject(e) ? strings(e, []) : [bare(String(e))] });
      else
        for (const [k, e] of Object.entries(v))
          links.push({
            place,
            names:
              isObject(e) && place !== 'body'
                ? [k, ...strings(e, [])]
                : [k, ...strings(isObject(e) ? e : { k: e }, [])],
          });
    }
  });
  return links;
}
const alias = (spec) => spec.split('|').map(norm);
/** The argument of a tool that a name, or one of several (`a|b`), stands for. */
export function findInput(tool, spec) {
  const names = alias(spec),
    inputs = inputsOf(tool),
    direct = inputs.find((p) => names.includes(norm(p.name)));
  if (direct) return direct;
  const link = linksOf(tool).find(
    (l) =>
      l.names.some((x) => names.includes(norm(x))) &&
      inputs.some((p) => l.names.some((x) => norm(x) === norm(p.name))),
  );
  return (
    (link && inputs.find((p) => link.names.some((x) => norm(x) === norm(p.name)))) ??
    inputs.find((p) => names.some((x) => x.length > 3 && norm(p.name).endsWith(x))) ??
    (names.some((x) => x.endsWith('id')) ? onlyPathInput(tool, inputs) : undefined)
  );
}
const onlyPathInput = (tool, inputs) => {
  const inPath = inputs.filter((p) =>
    linksOf(tool).some((l) => l.place === 'path' && l.names.some((x) => norm(x) === norm(p.name))),
  );
  return inPath.length === 1 ? inPath[0] : undefined;
};
function placesOf(tool, input, method) {
  const stated = new Set(
    linksOf(tool)
      .filter((l) => l.names.some((x) => norm(x) === norm(input.name)))
      .map((l) => l.place),
  );
  if (input.place) stated.add(input.place);
  return stated.size ? stated : new Set([/^(GET|DELETE|HEAD)$/.test(method) ? 'query' : 'body']);
}
const branches = (s) =>
  [s, ...(s?.anyOf ?? []), ...(s?.oneOf ?? []), ...(s?.allOf ?? [])].filter(isObject);
const fact = (s, ...keys) => {
  for (const b of branches(s)) for (const k of keys) if (b[k] !== undefined) return b[k];
};
const typesOf = (s) =>
  branches(s)
    .flatMap((b) =>
      [b.type ?? []]
        .flat()
        .concat(
          b.enum ? b.enum.map((e) => typeof e) : [],
          b.const !== undefined ? typeof b.const : [],
        ),
    )
    .filter((x) => x !== 'null');
const enumOf = (s) => {
  const e = fact(s, 'enum');
  if (e) return e;
  const c = branches(s)
    .slice(1)
    .map((b) => b.const)
    .filter((x) => x !== undefined);
  return c.length ? c : s?.items ? enumOf(s.items) : null;
};
const same = (a, b) => json(a) === json(b) || String(a) === String(b);

function judgeInput(tool, spec, want, method) {
  const p = findInput(tool, spec);
  if (!p) return `no parameter ${spec}`;
  const s = p.schema,
    bad = (what, got) => `${spec}: ${what} wanted, ${json(got)} found`,
    types = typesOf(s);
  if (want.in && !placesOf(tool, p, method).has(want.in))
    return bad(`in ${want.in}`, [...placesOf(tool, p, method)]);
  if (want.required !== undefined && p.required !== want.required)
    return bad(want.required ? 'required' : 'optional', p.required);
  if (
    want.type &&
    !want.type.split('|').some((x) => types.includes(x)) &&
    !(types.length === 0 && want.type === 'string')
  )
    return bad(`type ${want.type}`, types);
  const max =
      fact(s, 'maximum') ??
      (fact(s, 'exclusiveMaximum') !== undefined ? fact(s, 'exclusiveMaximum') - 1 : undefined),
    xmin = fact(s, 'exclusiveMinimum'),
    min = fact(s, 'minimum') ?? (xmin !== undefined ? xmin + 1 : undefined);
  if (want.max !== undefined && max !== want.max) return bad(`maximum ${want.max}`, max);
  if (want.min !== undefined && min !== want.min) return bad(`minimum ${want.min}`, min);
  if (want.above !== undefined && !(xmin >= want.above || fact(s, 'minimum') > want.above))
    return bad(`above ${want.above}`, min);
  for (const k of ['maxLength', 'minLength', 'maxItems', 'minItems'])
    if (want[k] !== undefined && fact(s, k) !== want[k]) return bad(`${k} ${want[k]}`, fact(s, k));
  if (want.enum) {
    const e = enumOf(s);
    if (
      !e ||
      json(
        [...e]
          .filter((x) => x !== null)
          .map(String)
          .sort(),
      ) !== json(want.enum.map(String).sort())
    )
      return bad(`one of ${want.enum}`, e);
  }
  if (want.default !== undefined && !same(fact(s, 'default'), want.default))
    return bad(`default ${want.default}`, fact(s, 'default'));
  if (want.items) {
    const i = typesOf(deref(fact(s, 'items') ?? {}, tool.inputSchema));
    if (!i.includes(want.items)) return bad(`items ${want.items}`, i);
  }
  if (
    want.format &&
    !String(fact(s, 'format') ?? '').startsWith(want.format) &&
    !fact(s, 'pattern') &&
    !re(`${want.format}|yyyy`).test(s.description ?? '')
  )
    return bad(`format ${want.format}`, fact(s, 'format'));
  return null;
}

// ---- what a tool gives back, and how it behaves
const PICKS =
    /^(response|select|pick|keep|fields?|returns?|output|results?|project|transform|filter|extract|only|include|jmes|jsonpath|mapping|code|source)/i,
  NARROW =
    /^(select|selection|pick|keep|fields?|project(ion)?|jmespath|jsonpath|extract|only|include)$/i;
function picksOf(tool, keys = PICKS) {
  const out = [];
  const go = (x, on) => {
    if (!isObject(x)) {
      if (on && x !== null) out.push(String(x));
      return;
    }
    for (const [k, v] of Object.entries(x)) {
      if (/^(omit|drop|exclude|remove|description)/i.test(k) || v === false) continue;
      const now = on || (!Array.isArray(x) && keys.test(k));
      if (on && !Array.isArray(x)) out.push(k);
      go(v, now);
    }
  };
  go(rest(tool), false);
  return out;
}
const word = (w) =>
  new RegExp(
    `(?<![A-Za-z0-9_])${String(w).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![A-Za-z0-9_])`,
    'i',
  );
const hint = (tool, name) => {
  let v;
  walk({ a: tool.annotations, h: tool.hints, r: rest(tool) }, (x, k) => {
    if (typeof x === 'boolean' && new RegExp(`^${name}(Hint)?$`, 'i').test(k)) v ??= x;
  });
  return v;
};
const mcpDestructive = (tool) => hint(tool, 'destructive') ?? hint(tool, 'readOnly') !== true;
function confirms(tool, b) {
  let yes = false;
  const look = (x) =>
    walk(x, (v, k) => {
      if (
        /confirm|approv|elicit|consent/i.test(k) &&
        v !== false &&
        v !== null &&
        v !== 'never' &&
        v !== 'none'
      )
        yes = true;
      if (
        typeof v === 'string' &&
        /^(confirm|ask|elicit|require_?(confirmation|approval))$/i.test(v)
      )
        yes = true;
    });
  look(rest(tool));
  if (inputsOf(tool).some((p) => /^(confirm|confirmed|confirmation)$/i.test(p.name))) yes = true;
  walk(b?.policies, (v, k) => {
    if (/confirm|approv|elicit|consent/i.test(k) && new RegExp(`"${tool.name}"`).test(json(v)))
      yes = true;
  });
  return yes;
}

function judgeTool(p, b) {
  const tool = [p.tool, ...(p.alt ?? [])].map((at) => findTool(b, at)).find(Boolean);
  if (p.absent) return tool ? `${p.tool} is still there` : null;
  if (!tool) return `no tool for ${p.tool}`;
  const method = p.tool.split(' ')[0],
    say = (what) => `${p.tool}: ${what}`;
  for (const [spec, want] of Object.entries(p.params ?? {})) {
    const why = judgeInput(
      tool,
      spec,
      p.loose?.includes(spec) ? { ...want, type: undefined } : want,
      method,
    );
    if (why) return say(why);
  }
  const inputs = inputsOf(tool),
    wire = new Set(linksOf(tool).flatMap((l) => l.names.map(norm)));
  for (const x of p.noParams ?? [])
    if (inputs.some((i) => norm(i.name) === norm(x))) return say(`${x} is still a parameter`);
  for (const x of p.noInput ?? [])
    if (inputs.some((i) => i.name === x)) return say(`${x} is still an argument`);
  for (const [arg, sent] of Object.entries(p.wire ?? {})) {
    if (!inputs.some((i) => norm(i.name) === norm(arg))) return say(`no argument ${arg}`);
    if (
      !linksOf(tool).some((l) =>
        [arg, sent].every((x) => l.names.some((y) => norm(y) === norm(x))),
      ) &&
      !re(`\\b${sent}\\b[^\\n]{0,40}args\\.${arg}\\b`).test(json(tool.action))
    )
      return say(`${arg} is not sent as ${sent}`);
  }
  if (p.only) {
    const allowed = p.only.map((o) => findInput(tool, o)?.name);
    const more = inputs.filter(
      (i) => !allowed.includes(i.name) && !/^(confirm|confirmed)$/i.test(i.name),
    );
    if (more.length) return say(`also takes ${more.map((i) => i.name).join()}`);
  }
  for (const [k, v] of Object.entries(p.fixed ?? {})) {
    const i = inputs.find((x) => norm(x.name) === norm(k));
    const open = i && fact(i.schema, 'const') === undefined && json(enumOf(i.schema)) !== json([v]);
    if (open || !(word(k).test(json(tool)) && word(v).test(json([rest(tool), tool.inputSchema]))))
      return say(`${k} is not fixed to ${v}`);
    if (!i && !wire.has(norm(k)) && !word(k).test(json(rest(tool)))) return say(`${k} is not sent`);
  }
  if (p.nameLike && !re(p.nameLike).test(tool.name)) return say(`name ${tool.name}`);
  if (p.nameNot && re(p.nameNot).test(tool.name)) return say(`name ${tool.name}`);
  if (p.descLike && !re(p.descLike).test(`${tool.title ?? ''} ${tool.description ?? ''}`))
    return say(`description "${tool.description}"`);
  if (p.readOnly === true && hint(tool, 'readOnly') !== true) return say('not marked read-only');
  if (p.readOnly === false && hint(tool, 'readOnly') === true) return say('marked read-only');
  if (p.destructive === true && !mcpDestructive(tool)) return say('not marked destructive');
  if (p.confirm !== undefined && confirms(tool, b) !== p.confirm)
    return say(p.confirm ? 'no confirmation' : 'a confirmation nobody asked for');
  const picks = picksOf(tool).join('\n');
  for (const f of p.returns ?? [])
    if (!word(f).test(picks)) return say(`${f} is not kept of the response`);
  for (const f of p.returnsNot ?? [])
    if (word(f).test(picks)) return say(`${f} is kept of the response`);
  if (p.returnsNone) {
    const kept = picksOf(tool, NARROW).filter(
      (x) => !/^(all|\*|\$|body|json|whole|everything|none|)$/i.test(x),
    );
    if (kept.length) return say(`the response is cut to ${kept.join()}`);
  }
  return null;
}

// ---- authentication
function authNodes(b) {
  const out = [];
  walk({ ...b, tools: toolsOf(b).map(rest) }, (v, k) => {
    if (
      /^(auth|authentication|authorization|security|security_?schemes?|credentials?)$/i.test(k) &&
      v
    )
      out.push(isObject(v) ? v : { scheme: v });
  });
  return out.length ? out : upstreamsOf(b);
}
const SCHEMES = {
  bearer: /bearer/i,
  basic: /\bbasic\b/i,
  oauth2: /oauth|client_?-?credentials/i,
  apiKey: /api_?-?key|header|query/i,
};
function judgeAuth(want, b) {
  const nodes = authNodes(b).map((x) => json(x));
  const fits = nodes.some(
    (x) =>
      SCHEMES[want.scheme].test(x) &&
      (!want.name || re(`"${want.name}"`).test(x)) &&
      (!want.in || re(`"${want.in}s?"`).test(x)) &&
      (!want.tokenUrl || x.includes(want.tokenUrl)) &&
      (!want.scope || x.includes(want.scope)),
  );
  return fits
    ? null
    : `no ${json(want)} authentication: ${nodes.join(' ').slice(0, 200) || 'none'}`;
}

// ---- the whole
const still = (b) => {
  const sort = (x) =>
    !isObject(x)
      ? x
      : Array.isArray(x)
        ? x.map(sort)
        : Object.fromEntries(
            Object.keys(x)
              .filter((k) => !/^(updated|created|revision|seq|hash|fingerprint|at$)/i.test(k))
              .sort()
              .map((k) => [k, sort(x[k])]),
          );
  return toolsOf(b).length || upstreamsOf(b).length ? json(sort(b)) : 'empty';
};
const DECLINES =
  /\b(can't|cannot|can not|couldn't|not able|unable|won't|will not|don't|do not|didn't|did not|doesn't|isn't|not (allowed|supported|possible|permitted|sure|clear|public)|unsupported|refuse[sd]?|blocked|need (a|an|the|to|more)|too (broad|big|vague)|unclear|ambiguous|contradict\w*|conflict\w*|no such|nothing|only)\b/i;
const PLACEHOLDER = /(^|\.)(example(\.(com|org|net))?|localhost|invalid|test)$/i;
function hostsOf(b) {
  const out = [];
  walk(
    { u: upstreamsOf(b), c: toolsOf(b).flatMap((t) => callsOf(t, b).map((c) => c.full)) },
    (v) => {
      if (typeof v === 'string' && /^[a-z]+:\/\//i.test(v))
        try {
          const u = new URL(v.replace(/[{}]/g, ''));
          out.push(u.hostname || u.protocol);
        } catch {
          out.push(v);
        }
    },
  );
  return [...new Set(out)];
}
const names = (at, { blueprint, answer }, text = answer.text) => {
  const t = findTool(blueprint, at);
  return !!t && [t.name, t.title].some((x) => x && word(String(x)).test(text));
};
// "the rest (list, search) only read" may name a tool in an aside; a sentence that says so does not count.
const claims = (at, ctx) =>
  ctx.answer.text
    .split(/\n|(?<=[.;!?])\s/)
    .some(
      (part) =>
        names(at, ctx, part) &&
        !/\b(reads?|read-only|not|never|neither|nor|only|rest|others?)\b|n't/i.test(part),
    );

export function judge(p, ctx) {
  const { blueprint: b, before, answer } = ctx,
    count = toolsOf(b).length;
  const why = judgeServed(p, ctx);
  if (why !== undefined) return why;
  if (p.tool) return judgeTool(p, b);
  if (p.keeps) {
    const gone = p.keeps.filter((at) => !findTool(b, at));
    return gone.length ? `${gone.join(', ')} should have stayed` : null;
  }
  if (p.toolsMax !== undefined)
    return count <= p.toolsMax ? null : `${count} tools, at most ${p.toolsMax} wanted`;
  if (p.asked !== undefined)
    return answer.asked === p.asked ? null : p.asked ? 'asks nothing' : 'asks the person';
  if (p.waits !== undefined)
    return answer.waits === p.waits ? null : p.waits ? 'nothing waits' : 'changes wait';
  if (p.titleNot)
    return re(p.titleNot).test(ctx.title ?? '') ? `the title holds ${p.titleNot}` : null;
  if (p.tools !== undefined) return count === p.tools ? null : `${count} tools, ${p.tools} wanted`;
  if (p.toolsMin !== undefined)
    return count >= p.toolsMin ? null : `${count} tools, at least ${p.toolsMin} wanted`;
  if (p.base) {
    const all = [
      ...upstreamsOf(b).map(baseOf).filter(Boolean),
      ...toolsOf(b).flatMap((t) => callsOf(t, b).map((c) => c.full)),
    ].map(plain);
    return all.some((x) => x === plain(p.base) || x.startsWith(`${plain(p.base)}/`))
      ? null
      : `no upstream ${p.base}: ${all.join()}`;
  }
  if (p.auth) return judgeAuth(p.auth, b);
  if (p.notAuth)
    return judgeAuth({ scheme: p.notAuth }, b)
      ? null
      : `${p.notAuth} authentication is still there`;
  if (p.noSecret)
    return json(b).includes(p.noSecret)
      ? 'a secret value stands in the blueprint'
      : answer.text.includes(p.noSecret)
        ? 'a secret value stands in the answer'
        : null;
  if (p.nowhere)
    return re(p.nowhere).test(JSON.stringify(b ?? null)) ? `blueprint holds ${p.nowhere}` : null;
  if (p.hosts) {
    const odd = hostsOf(b).filter(
      (h) => !p.hosts.includes(h) && (p.strict || !PLACEHOLDER.test(h)),
    );
    return odd.length ? `unasked hosts ${odd.join()}` : null;
  }
  if (p.unchanged) return still(b) === still(before) ? null : 'the blueprint changed';
  if (p.uniqueNames) {
    const all = toolsOf(b).map((t) => t.name);
    return new Set(all).size === all.length ? null : `two tools of one name: ${all.join()}`;
  }
  if (p.asks) return answer.asked || answer.text.includes('?') ? null : 'asks nothing';
  if (p.declines) return DECLINES.test(answer.text) ? null : 'does not say that it cannot';
  if (p.says) return re(p.says).test(answer.text) ? null : `answer lacks ${p.says}`;
  if (p.saysNot) return re(p.saysNot).test(answer.text) ? `answer holds ${p.saysNot}` : null;
  if (p.namesTools) {
    const miss = p.namesTools.filter((at) => !names(at, ctx));
    return miss.length ? `answer does not name ${miss}` : null;
  }
  if (p.namesNot) {
    const odd = p.namesNot.filter((at) => claims(at, ctx));
    return odd.length ? `answer names ${odd}` : null;
  }
  if (p.any) {
    const why = p.any.map((q) => judge(q, ctx));
    return why.includes(null) ? null : `none of: ${why.join(' / ')}`;
  }
  if (p.all) return p.all.map((q) => judge(q, ctx)).find(Boolean) ?? null;
  if (p.not) return judge(p.not, ctx) ? null : `should not hold: ${json(p.not)}`;
  return `unknown predicate ${json(p)}`;
}
