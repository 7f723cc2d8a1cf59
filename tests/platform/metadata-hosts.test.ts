import { describe, expect, test } from 'vitest';

import { createGuardedFetch } from '#app/platform/outbound/guarded-fetch.server.ts';
import { checkOutboundUrl, isPublicAddress } from '#app/platform/outbound/outbound-url.ts';

/** Addresses at which clouds tell a machine about itself and hand out its credentials. */
const ADDRESSES: [cloud: string, addresses: string[]][] = [
  ['AWS', ['169.254.169.254', 'fd00:ec2::254', '169.254.169.253', 'fd00:ec2::253']],
  ['AWS, credentials of tasks and pods', ['169.254.170.2', '169.254.170.23', 'fd00:ec2::23']],
  ['Google Cloud', ['169.254.169.254', 'fd20:ce::254']],
  ['Azure', ['169.254.169.254', '168.63.129.16', '::ffff:168.63.129.16', '::ffff:a83f:8110']],
  ['Oracle', ['169.254.169.254', 'fd00:c1::a9fe:a9fe', '192.0.0.192']],
  ['Alibaba', ['100.100.100.200', '100.100.100.110']],
  ['Volcano Engine', ['100.96.0.96']],
  ['Tencent', ['169.254.0.23']],
  ['Scaleway', ['169.254.42.42', 'fd00:42::42']],
  ['Akamai', ['169.254.169.254', 'fd00:a9fe:a9fe::1', 'fe80::a9fe:a9fe']],
  ['OpenStack', ['169.254.169.254', 'fe80::a9fe:a9fe']],
  [
    'any, by way of an IPv6 network',
    ['64:ff9b::a9fe:a9fe', '2002:a9fe:a9fe::', '64:ff9b::a83f:8110'],
  ],
];

const NAMES: [cloud: string, names: string[]][] = [
  [
    'AWS',
    ['instance-data', 'instance-data.ec2.internal', 'instance-data.eu-west-1.compute.internal'],
  ],
  ['Google Cloud', ['metadata', 'metadata.google.internal', 'metadata.goog', 'METADATA.goog']],
  ['Azure', ['metadata.azure.internal', 'host.docker.internal']],
  [
    'IBM',
    ['api.metadata.cloud.ibm.com', 'api.metadata.cloud.ibm.com.', 'x.api.metadata.cloud.ibm.com'],
  ],
  ['Tencent', ['metadata.tencentyun.com']],
  ['Exoscale', ['metadata.exoscale.com']],
  ['Equinix', ['metadata.platformequinix.com', 'metadata.packet.net']],
  ['Rancher', ['rancher-metadata']],
  ['Kubernetes', ['kubernetes', 'kubernetes.default.svc', 'kubernetes.default.svc.cluster.local']],
];

const rules = { ownHosts: [], allowsLoopback: false };

describe('metadata of a machine', () => {
  test.each(ADDRESSES)('at %s is at no public address', (_cloud, addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  test.each(NAMES)('at %s is fetched by none of its names', (_cloud, names) => {
    const fetched = names.filter((name) => checkOutboundUrl(`https://${name}/latest/`, rules).ok);
    expect(fetched).toEqual([]);
  });

  test.each(ADDRESSES)(
    'at %s is not reached by another name that leads there',
    async (_cloud, addresses) => {
      for (const address of addresses) {
        const sent: string[] = [];
        const guarded = createGuardedFetch({
          ownHosts: [],
          allowsLoopback: false,
          resolve: async () => [
            { address: '93.184.216.34', ttl: 60 },
            { address, ttl: 60 },
          ],
          fetch: async ({ url }) => {
            sent.push(url);
            return new Response('credentials');
          },
        });
        const answer = await guarded(new Request('https://rebound.example.org/'));
        expect([address, answer.ok || answer.reason]).toEqual([address, 'refused']);
        expect(sent).toEqual([]);
      }
    },
  );

  test('leaves names and addresses beside them alone', () => {
    const names = ['cloud.ibm.com', 'about.goog', 'www.tencentyun.com', 'notmetadata.packet.net'];
    expect(names.filter((name) => !checkOutboundUrl(`https://${name}/`, rules).ok)).toEqual([]);
    expect(isPublicAddress('168.63.129.17')).toBe(true);
  });
});
