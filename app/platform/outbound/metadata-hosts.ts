/**
 * Names under which clouds tell a machine about itself, and which are not below a private suffix. They lead
 * to link-local addresses within the cloud, and elsewhere nowhere, so that a look-up from here says little.
 */
export const METADATA_HOSTS: readonly string[] = [
  // https://cloud.google.com/compute/docs/metadata/querying-metadata
  'metadata.goog',
  // https://cloud.ibm.com/apidocs/vpc-metadata (over https by this name only)
  'api.metadata.cloud.ibm.com',
  // https://www.tencentcloud.com/document/product/213/4934
  'metadata.tencentyun.com',
  // https://community.exoscale.com/product/compute/instances/how-to/cloud-init-user-data/
  'metadata.exoscale.com',
  // https://deploy.equinix.com/developers/docs/metal/server-metadata/metadata/, and its name as Packet
  'metadata.platformequinix.com',
  'metadata.packet.net',
];

/**
 * Addresses of clouds for their own machines that lie in public ranges. All others are link-local
 * (169.254.0.0/16, fe80::/10), unique local (AWS fd00:ec2::254, Google fd20:ce::254, Oracle fd00:c1::a9fe:a9fe),
 * shared (Alibaba 100.100.100.200, Volcano Engine 100.96.0.96) or reserved (Oracle Classic 192.0.0.192).
 */
export const METADATA_ADDRESSES: readonly string[] = [
  // https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  '168.63.129.16',
];
