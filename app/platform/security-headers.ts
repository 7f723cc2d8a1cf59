/** The inputs that determine the headers of one response. */
export interface HeaderOptions {
  /** Scripts with this nonce run, and what they load. */
  nonce: string;
  /** Whether pages of other origins may read it (MCP endpoints). */
  isCrossOrigin: boolean;
  /** Live updates must get through, and this machine stays reachable over http. */
  isDevelopment: boolean;
  /** The page is the MCP client, which reaches other servers, and shows their apps in a frame of this origin. */
  client?: { sandboxOrigin: string | null };
  /** Host of the sign-in frame; none: no frame at all. */
  authDomain?: string;
  /** `host:port` of the sign-in emulator; empty: none. */
  authEmulatorHost?: string;
}

/** Two years, in seconds: what browsers' preload lists ask for. */
const HSTS = 'max-age=63072000; includeSubDomains';

const UNUSED_FEATURES =
  'accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), microphone=(), midi=(), payment=(), usb=(), xr-spatial-tracking=()';

const IDENTITY_APIS = 'https://identitytoolkit.googleapis.com https://securetoken.googleapis.com';

const AVATARS = 'https://*.googleusercontent.com https://avatars.githubusercontent.com';

/** For all that is no page: nothing in it may run, load or be framed. */
const INERT_POLICY =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The Content-Security-Policy of a page (Google's strict CSP). */
export function pagePolicy(options: HeaderOptions): string {
  const live = options.isDevelopment ? ' ws:' : '';
  const emulator = options.authEmulatorHost ? ` http://${options.authEmulatorHost}` : '';
  const { client } = options;
  // Also on the user's own machine, where a bridge gives an address to a server of stdio.
  const servers = client ? ' https: http://localhost:* http://127.0.0.1:*' : '';
  const auth = options.authDomain ? [`https://${options.authDomain}${emulator}`] : [];
  const frames = [...auth, ...(client?.sandboxOrigin ? [client.sandboxOrigin] : [])];
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${options.nonce}' 'strict-dynamic'`,
    // Attributes that React renders, and the kit's own sheets, carry no nonce.
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' blob: data: ${AVATARS}`,
    // Sound in the result of a tool.
    'media-src data:',
    "font-src 'self'",
    `connect-src 'self' ${IDENTITY_APIS}${emulator}${live}${servers}`,
    `frame-src ${frames.join(' ') || "'none'"}`,
    "form-action 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The headers that every response carries; a response's own policy is never overwritten. */
export function setSecurityHeaders(headers: Headers, options: HeaderOptions): void {
  const isPage = (headers.get('content-type') ?? '').startsWith('text/html');
  if (!headers.has('content-security-policy')) {
    headers.set('content-security-policy', isPage ? pagePolicy(options) : INERT_POLICY);
  }
  headers.set('cross-origin-opener-policy', 'same-origin-allow-popups');
  headers.set(
    'cross-origin-resource-policy',
    options.isCrossOrigin ? 'cross-origin' : 'same-origin',
  );
  headers.set('permissions-policy', UNUSED_FEATURES);
  headers.set('referrer-policy', 'strict-origin-when-cross-origin');
  headers.set('x-content-type-options', 'nosniff');
  if (!options.isDevelopment) headers.set('strict-transport-security', HSTS);
}
