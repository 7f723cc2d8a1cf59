import { INSIDE_NAMES } from '../../fakes/inside-names.ts';
import { SPELLINGS } from '../../platform/host-spellings.ts';

const INSIDE_HOSTS = Object.keys(INSIDE_NAMES);

/** Addresses by number, in every notation that some parser takes. */
export const NUMBERS: readonly string[] = [
  // Of two addresses; `tests/platform/host-spellings.test.ts` has those of all others.
  ...SPELLINGS.filter((_, at) => Math.floor(at / 20) % 3 === 0).map(
    (host) => `https://${host}/mcp`,
  ),
  'https://[::]/mcp',
  'https://[::1]/mcp',
  'https://[fd00:ec2::254]/latest/meta-data',
  'https://[fe80::1]/mcp',
  'https://[fec0::1]/mcp',
  'https://[2001:db8::1]/mcp',
  'https://93.184.215.17/mcp',
  'https://[2606:4700::1111]/mcp',
];

/** Names that lead inside, or that nobody outside has. */
export const NAMES: readonly string[] = [
  ...INSIDE_HOSTS.map((host) => `https://${host}/mcp`),
  'https://localhost/mcp',
  'https://localhost./mcp',
  'https://LOCALHOST/mcp',
  'https://app.localhost/mcp',
  'https://localhost.localdomain/mcp',
  'https://intranet/mcp',
  'https://db.internal/mcp',
  'https://printer.local/mcp',
  'https://nas.lan/mcp',
  'https://router.home.arpa/mcp',
  'https://1.0.0.127.in-addr.arpa/mcp',
  'https://kubernetes.default.svc/api',
  'https://hidden.onion/mcp',
  'https://wiki.corp/mcp',
  'https://metadata.google.internal/computeMetadata/v1/',
  'https://metadata.goog/computeMetadata/v1/',
  'https://api.metadata.cloud.ibm.com/instance_identity/v1/token',
  'https://metadata.tencentyun.com/latest/meta-data',
  'https://private.example.net/mcp',
  'https://metadata.example.net/latest/meta-data',
  'https://mcp..example.net/mcp',
  'https://mcp.example.net./mcp',
  'https://loc%61lhost/mcp',
  'https://ⓛocalhost/mcp',
  'https://metadata。google。internal/',
];

/** Addresses that are wrong in another part than the host, and our own site. */
export const PARTS: readonly string[] = [
  'http://mcp.example.net/mcp',
  'http://localhost:5173/mcp',
  'ftp://mcp.example.net/mcp',
  'file:///etc/passwd',
  'data:application/json,{}',
  'blob:https://mcp.example.net/1',
  'javascript:alert(1)',
  'ws://mcp.example.net/mcp',
  'gopher://mcp.example.net/mcp',
  '//mcp.example.net/mcp',
  '/mcp',
  'mcp.example.net',
  '',
  'https://user:password@mcp.example.net/mcp',
  'https://user@mcp.example.net/mcp',
  'https://mcp.example.net@127.0.0.1/mcp',
  'https://mcp.example.net:22/mcp',
  'https://mcp.example.net:80/mcp',
  'https://mcp.example.net:6379/mcp',
  'https://mcp.example.net:8080/mcp',
  'https://mcp.example.net\\@127.0.0.1/mcp',
  'https://builder.test:8443/mcp/x',
  'https://other.builder.test/mcp/x',
  'http://builder.test/mcp/x',
  'https://sandbox.test/mcp-app',
];

/** Where answers lead that want to be followed. */
export const INWARD: readonly string[] = [
  'http://169.254.169.254/latest/meta-data/iam',
  'https://169.254.169.254/latest/meta-data/iam',
  'http://127.0.0.1:8787/api/keys',
  'https://127.1/',
  'https://[::ffff:127.0.0.1]/',
  'https://localhost/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'https://private.example.net/admin',
  `https://${INSIDE_HOSTS[17]}/admin`,
  'https://mcp.example.net:6379/',
  'https://user:password@mcp.example.net/',
  'file:///etc/passwd',
  'javascript:alert(1)',
];
