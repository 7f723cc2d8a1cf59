const ROUTER = /^(?:route|router|\w*Router|\w*[rR]outes|app|server|fastify|group|mux|hono)$/;
const MADE_BY =
  /express|router|fastify|hono|koa|elysia|group|servemux|chi\.|gin\.|echo\.|fiber\.|webapplication/i;
const CLIENT =
  /^(?:axios|ky|got|requests|httpx|https?|client|session|superagent|request|fetch|conn|\w*api|[rR]estTemplate|[wW]ebClient)$/;
const CREATED = /(?:create|extend|client|session|instance|\.new)\s*\(/i;
/** `v1 := r.Group("/v1")`, `new Router({ prefix: '/x' })`, `new Hono().basePath('/api')`. */
const OWN =
  /(?:(\w+)\.)?(?:group|basePath|MapGroup|Subrouter|PathPrefix)\(\s*["'`]([^"'`\n]*)|\bprefix:\s*["'`]([^"'`\n]*)/i;
const HANDLER = /=>|\bfunc(?:tion)?\b|,\s*[\w.]*(?:[A-Z.]|[hH]andler)\w*\s*$/;

/** Distinguishes routers from clients by name and creation, and finds the routers' base paths. */
export class Routers {
  readonly #text: string;
  readonly #prefixes = new Map<string, string>();

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether a call of this receiver with these arguments defines an endpoint. */
  isRouter(receiver: string, rest: string): boolean {
    const made = this.#madeBy(receiver);
    if (MADE_BY.test(made)) return true;
    if (CREATED.test(made)) return false;
    return ROUTER.test(receiver) || (!CLIENT.test(receiver) && HANDLER.test(rest));
  }

  /** The base path of a router. */
  prefixOf(receiver: string, depth = 0): string {
    const known = this.#prefixes.get(receiver);
    if (known !== undefined || depth > 5) return known ?? '';
    const [, parent, grouped, prefixed] = OWN.exec(this.#madeBy(receiver)) ?? [];
    const own = `${parent ? this.prefixOf(parent, depth + 1) : ''}/${grouped ?? prefixed ?? ''}`;
    const name = receiver.replaceAll('$', String.raw`\$`);
    const mount = new RegExp(
      String.raw`\b([\w$]+)\.(?:use|route|mount|Handle)\(\s*["'\`](\/[^"'\`\n]{0,100})["'\`]\s*,[^\n;]{0,200}?\b${name}\b|\b([\w$]+)\.register\(\s*${name}\s*,[^\n;]{0,100}?prefix:\s*["'\`]([^"'\`\n]{0,100})`,
    ).exec(this.#text);
    const on = mount?.[1] ?? mount?.[3] ?? receiver;
    const above = mount
      ? `${on === receiver ? '' : this.prefixOf(on, depth + 1)}/${mount[2] ?? mount[4] ?? ''}`
      : '';
    const prefix = `${above}/${own}`;
    this.#prefixes.set(receiver, prefix);
    return prefix;
  }

  #madeBy(receiver: string): string {
    return (
      new RegExp(
        String.raw`(?<![\w$.])${receiver.replaceAll('$', String.raw`\$`)}\s*:?=\s*([^\n;]{1,300})`,
      ).exec(this.#text)?.[1] ?? ''
    );
  }
}
