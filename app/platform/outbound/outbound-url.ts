import ipaddr from 'ipaddr.js';

import { fail, succeed, type Result } from '#app/platform/result.ts';

import { isLoopbackHost } from './loopback.ts';
import { METADATA_ADDRESSES, METADATA_HOSTS } from './metadata-hosts.ts';

/** Why a request to an address that somebody named was not made, or gave nothing. */
export interface OutboundFailure {
  reason:
    | 'refused'
    | 'unreachable'
    | 'timeout'
    | 'cancelled'
    | 'redirected'
    | 'tooLarge'
    | 'rateLimited';
  /** For people; never names a resolved address. */
  message: string;
}

export interface OutboundRules {
  /** Hosts (a port is ignored) that are ours: their zones are refused, or we would call ourselves. */
  ownHosts: readonly string[];
  /** Development only: this machine may be called, by http and on any port. */
  allowsLoopback: boolean;
}

/** https, and the port that APIs use beside it. */
const PORTS = new Set(['', '8443']);

/** Names that lead into somebody's private network, or nowhere (RFC 6761, RFC 6762, ICANN, Kubernetes). */
const INTERNAL_SUFFIXES = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'arpa',
  'onion',
  'svc',
];

/** RFC 1035, 2.3.4. */
const MAX_HOST_CHARACTERS = 253;

/** Reads an address that somebody named; a URL may not carry user and password. */
export function parseOutboundUrl(address: string): Result<URL, OutboundFailure> {
  if (!URL.canParse(address)) return refuse('This is not an absolute URL.');
  const url = new URL(address);
  if (url.username === '' && url.password === '') return succeed(url);
  return refuse('The URL contains a user name or password: remove it.');
}

/** Checks an address that a person, a document or another server named, before anything is sent. */
export function checkOutboundUrl(
  address: string,
  rules: OutboundRules,
): Result<URL, OutboundFailure> {
  const parsed = parseOutboundUrl(address);
  if (!parsed.ok) return parsed;
  const url = parsed.value;
  const host = url.hostname;
  if (rules.allowsLoopback && /^https?:$/.test(url.protocol) && isLoopbackHost(host)) {
    return succeed(url);
  }
  if (url.protocol !== 'https:') return refuse('Only https URLs are fetched.');
  if (!PORTS.has(url.port)) return refuse(`Port ${url.port} is not allowed: use 443 or 8443.`);
  const fault = findHostFault(host, rules.ownHosts);
  return fault ? refuse(fault) : succeed(url);
}

/** Whether an address is public unicast: nothing private, local, reserved, of a cloud's own, or a way around that. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast' || METADATA_ADDRESSES.includes(address.toString()))
    return false;
  // Global unicast is 2000::/3; addresses outside it (`::7f00:1`) map old addresses into IPv6.
  return !(address instanceof ipaddr.IPv6) || ((address.parts[0] ?? 0) & 0xe000) === 0x2000;
}

function findHostFault(host: string, ownHosts: readonly string[]): string | null {
  // The URL parser has brought every spelling of an IPv4 address (`127.1`, `0x7f.1`) to one form.
  if (ipaddr.isValid(host.replace(/^\[|\]$/g, ''))) {
    return 'Use a host name: addresses by number are not fetched.';
  }
  const labels = host.split('.');
  if (host.length > MAX_HOST_CHARACTERS || labels.some((label) => label === '')) {
    return `"${host.slice(0, MAX_HOST_CHARACTERS)}" is not a complete host name.`;
  }
  if (labels.length < 2 || INTERNAL_SUFFIXES.includes(labels.at(-1) ?? '')) {
    return `"${host}" is a name of a private network.`;
  }
  if (METADATA_HOSTS.some((name) => isInZone(host, name))) {
    return `"${host}" tells a machine of a cloud about itself.`;
  }
  const isOurs = ownHosts.some((own) => isInZone(host, toZone(own)));
  return isOurs ? `"${host}" is this service itself.` : null;
}

/** The registered name that a host belongs to, as far as that shows without a list of suffixes. */
function toZone(host: string): string {
  const labels = host.replace(/:\d+$/, '').split('.');
  const [top = '', second = ''] = labels.toReversed();
  const isShared = `${second}.${top}` === 'workers.dev' || (top.length === 2 && second.length <= 3);
  return labels.slice(isShared ? -3 : -2).join('.');
}

function isInZone(host: string, zone: string): boolean {
  return host === zone || host.endsWith(`.${zone}`);
}

function refuse(message: string) {
  return fail({ reason: 'refused' as const, message });
}
