/** The domains that an app declares in `_meta.ui.csp` of its resource, as far as they are ones. */
export interface AppDomains {
  connectDomains: readonly string[];
  resourceDomains: readonly string[];
  frameDomains: readonly string[];
  baseUriDomains: readonly string[];
}

const KINDS = ['connectDomains', 'resourceDomains', 'frameDomains', 'baseUriDomains'] as const;

/** An origin, whose first label may be a wildcard: nothing that could begin another directive. */
const DOMAIN = /^(?:https|wss):\/\/(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*(?::\d{1,5})?\/?$/i;
/** A server on the person's own machine. */
const LOCAL_DOMAIN = /^(?:http|ws):\/\/(?:localhost|127\.0\.0\.1)(?::\d{1,5})?\/?$/i;
const MOST_DOMAINS = 40;

/** Reads the declaration of a stranger; what is no origin is left out. */
export function readAppDomains(declared: unknown): AppDomains {
  const from = typeof declared === 'object' && declared !== null ? declared : {};
  const lists = new Map(Object.entries(from));
  const [connectDomains, resourceDomains, frameDomains, baseUriDomains] = KINDS.map((kind) =>
    readDomains(lists.get(kind)),
  );
  return {
    connectDomains: connectDomains ?? [],
    resourceDomains: resourceDomains ?? [],
    frameDomains: frameDomains ?? [],
    baseUriDomains: baseUriDomains ?? [],
  };
}

/**
 * The Content-Security-Policy of an app, which the frame inside inherits: what its resource declares, and
 * otherwise nothing but its own text. `host` alone may frame it.
 */
export function toSandboxPolicy(domains: AppDomains, host: string): string {
  const { connectDomains, resourceDomains, frameDomains, baseUriDomains } = domains;
  const orNone = (list: readonly string[]) => list.join(' ') || "'none'";
  const files = resourceDomains.map((domain) => ` ${domain}`).join('');
  return [
    "default-src 'none'",
    `script-src 'unsafe-inline' blob:${files}`,
    `style-src 'unsafe-inline'${files}`,
    `img-src data: blob:${files}`,
    `font-src data:${files}`,
    `media-src data: blob:${files}`,
    'worker-src blob:',
    `connect-src ${orNone(connectDomains)}`,
    `frame-src ${orNone(frameDomains)}`,
    `base-uri ${orNone(baseUriDomains)}`,
    "object-src 'none'",
    "form-action 'none'",
    `frame-ancestors ${host}`,
  ].join('; ');
}

function readDomains(list: unknown): readonly string[] {
  if (!Array.isArray(list)) return [];
  return list
    .slice(0, MOST_DOMAINS)
    .filter((each): each is string => typeof each === 'string')
    .filter((each) => DOMAIN.test(each) || LOCAL_DOMAIN.test(each));
}
