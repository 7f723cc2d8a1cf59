import { Response, type Request } from 'miniflare';

import { INSIDE_NAMES } from './inside-names.ts';

/** Host of workerd's DNS over HTTPS (JSON). */
export const DNS_HOST = 'cloudflare-dns.com';

const TYPE_A = 1;
const TYPE_AAAA = 28;

/** Addresses by name; other names do not exist. */
const ADDRESSES: Record<string, string> = {
  'upstream.example.net': '93.184.215.14',
  'api.openai.com': '93.184.215.20',
  'api.anthropic.com': '93.184.215.22',
  'models.example.net': '93.184.215.21',
  'id.example.net': '93.184.215.16',
  'moved.example.net': '93.184.215.15',
  'orders.example.net': '93.184.215.16',
  'mcp.example.net': '93.184.215.17',
  'private.example.net': '10.0.0.7',
  'metadata.example.net': '169.254.169.254',
  ...INSIDE_NAMES,
};

/** A name server that knows the hosts of the fakes, or those that are given. */
export function answerDns(request: Request, addresses = ADDRESSES): Response {
  const { searchParams } = new URL(request.url);
  const name = (searchParams.get('name') ?? '').replace(/\.$/, '');
  const type = searchParams.get('type') ?? 'A';
  const address = addresses[name];
  const isWide = address?.includes(':') ?? false;
  const answers =
    address !== undefined && (isWide ? /^(AAAA|28)$/ : /^(A|1)$/).test(type)
      ? [{ name, type: isWide ? TYPE_AAAA : TYPE_A, TTL: 60, data: address }]
      : [];
  return Response.json(
    {
      Status: address === undefined ? 3 : 0,
      TC: false,
      RD: true,
      RA: true,
      AD: false,
      CD: false,
      Question: [{ name, type: Number(type) || TYPE_A }],
      Answer: answers,
    },
    { headers: { 'content-type': 'application/dns-json' } },
  );
}
