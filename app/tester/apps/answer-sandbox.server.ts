import { authEmulatorHost, isDevelopment } from 'virtual:build';

import { readConfig } from '#app/platform/config.ts';
import { isLoopbackHost } from '#app/platform/outbound/loopback.ts';
import { SANDBOX_PATH } from '#app/platform/outbound/sandbox-origin.ts';
import { setSecurityHeaders } from '#app/platform/security-headers.ts';

import sandboxPage from './sandbox-page.html?raw';
import { readAppDomains, toSandboxPolicy } from './sandbox-policy.ts';

const HTML_TYPE = 'text/html; charset=utf-8';

/**
 * Answers for the origin of MCP Apps: the page that they run in, and nothing else of ours. Null: the request is for
 * the site. Without a configured origin, this machine serves the page under both of its names.
 */
export function answerSandbox(request: Request, env: object): Response | null {
  const config = readConfig(env);
  if (!config.ok) return null;
  const { SANDBOX_ORIGIN } = config.value;
  if (SANDBOX_ORIGIN !== '') {
    if (!request.url.startsWith(`${SANDBOX_ORIGIN}/`)) return null;
    const url = new URL(request.url);
    return isForPage(request, url) ? answerPage(url) : answerNothing();
  }
  if (authEmulatorHost === '') return null;
  const url = new URL(request.url);
  return isLoopbackHost(url.hostname) && isForPage(request, url) ? answerPage(url) : null;
}

function isForPage({ method }: Request, { pathname }: URL): boolean {
  return method === 'GET' && pathname === SANDBOX_PATH;
}

/** The page, for the host that frames it, with the policy of the app that will run in it. */
function answerPage({ searchParams }: URL): Response {
  const host = searchParams.get('host') ?? '';
  const isOrigin = URL.canParse(host) && new URL(host).origin === host;
  const domains = readAppDomains(parse(searchParams.get('csp') ?? ''));
  const policy = toSandboxPolicy(domains, isOrigin ? host : "'none'");
  const headers = new Headers({ 'content-type': HTML_TYPE, 'content-security-policy': policy });
  return secured(new Response(sandboxPage, { headers }));
}

function answerNothing(): Response {
  return secured(new Response('Not found', { status: 404 }));
}

function secured(answer: Response): Response {
  answer.headers.set('cache-control', 'no-store');
  setSecurityHeaders(answer.headers, { nonce: '', isCrossOrigin: false, isDevelopment });
  return answer;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
