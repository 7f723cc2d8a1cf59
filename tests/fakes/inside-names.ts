/** Addresses in private networks, in all the ways that there are. */
const INSIDE_ADDRESSES = [
  '10.1.2.3',
  '127.0.0.1',
  '172.16.0.9',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '168.63.129.16',
  '0.0.0.0',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::ffff:10.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '2002:7f00:1::',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '::7f00:1',
];
/** Names that lead there. */
export const INSIDE_NAMES: Record<string, string> = Object.fromEntries(
  INSIDE_ADDRESSES.map((address, at) => [`name-${at}.inside.example.net`, address]),
);
