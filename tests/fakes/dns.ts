import { Response, type Request } from 'miniflare';

/** Host of workerd's DNS over HTTPS (JSON). */
export const DNS_HOST = 'cloudflare-dns.com';

const TYPE_A = 1;

/** Addresses by name; other names do not exist. */
const ADDRESSES: Record<string, string> = {
  'upstream.example.net': '93.184.215.14',
  'api.openai.com': '93.184.215.20',
  'api.anthropic.com': '93.184.215.22',
  'models.example.net': '93.184.215.21',
  'id.example.net': '93.184.215.16',
  'moved.example.net': '93.184.215.15',
  'orders.example.net': '93.184.215.16',
  'private.example.net': '10.0.0.7',
  'metadata.example.net': '169.254.169.254',
};

/** A name server that knows the hosts of the fakes, or those that are given. */
export function answerDns(request: Request, addresses = ADDRESSES): Response {
  const { searchParams } = new URL(request.url);
  const name = (searchParams.get('name') ?? '').replace(/\.$/, '');
  const type = searchParams.get('type') ?? 'A';
  const address = addresses[name];
  const answers =
    address !== undefined && (type === 'A' || type === '1')
      ? [{ name, type: TYPE_A, TTL: 60, data: address }]
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
