/** Addresses inside a network, by their parts. */
export const INSIDE = [
  [127, 0, 0, 1],
  [10, 0, 0, 1],
  [192, 168, 0, 1],
  [169, 254, 169, 254],
  [168, 63, 129, 16],
  [0, 0, 0, 0],
];

const octal = (part: number) => `0${part.toString(8)}`;
const hexadecimal = (part: number) => `0x${part.toString(16)}`;

/** The ways to write an IPv4 address that some URL parser or resolver takes. */
function spell(parts: number[]): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  const dotted = parts.join('.');
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const words = [a * 256 + b, c * 256 + d].map((word) => word.toString(16)).join(':');
  return [
    dotted,
    `${dotted}.`,
    String(whole),
    hexadecimal(whole),
    `0X${whole.toString(16).toUpperCase()}`,
    octal(whole),
    parts.map(octal).join('.'),
    parts.map(hexadecimal).join('.'),
    [octal(a), hexadecimal(b), c, d].join('.'),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    dotted.replaceAll('.', '。'),
    dotted.replaceAll('.', '%2e'),
    Array.from(dotted, (sign) => `%${sign.charCodeAt(0).toString(16)}`).join(''),
    dotted.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    `[::ffff:${dotted}]`,
    `[::ffff:${words}]`,
    `[::${words}]`,
    `[64:ff9b::${words}]`,
    `[2002:${words}::]`,
  ];
}

/** Every way to write every one of them. */
export const SPELLINGS = INSIDE.flatMap(spell);
